import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect } from 'vitest';
import { waitAccessible, waitToFit, soon, testReconciled, testReviewing } from './application.ts';
import { takeLook } from './look.ts';
import { passPrevia, reconcileReviewed } from './steps.ts';

/** Sales of a shop that is not in the account. */
const FOREIGN = [
  'Fecha;Tarjeta;Últimos 4;Comprobante;Importe;Establecimiento',
  ...Array.from(
    { length: 12 },
    (_, i) => `${String(i + 10)}/10/2026;Visa;49${String(i + 10)};77${String(i + 10)};${String(i + 3)}41,17;30012345`,
  ),
].join('\n');

describe('why a coupon did not match', () => {
  testReviewing(
    'is said with the operation that it may be, once the days that come behind the upload are there',
    async ({ page }) => {
      await reconcileReviewed(page);
      const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
      await without.getByRole('gridcell').first().click();
      const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
      await panel.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
      // The reason appears without being asked for, in the panel and in the rows.
      await panel.getByText('Qué hacer:').waitFor();
      await without.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
      await panel.getByText('Muy probable: importe').waitFor();
      await panel.getByText(/^La tarjeta informó .* Difiere en /).waitFor();
      const importe = panel.getByRole('row', { name: /^Importe/ }).first();
      await soon(() => importe.innerText()).toMatch(/\$.*\$.*distinto/s);
      await panel
        .getByRole('row', { name: /igual$/ })
        .first()
        .waitFor();
      expect(await panel.getByText('Nada que coincida').count()).toBe(0);
      await waitAccessible(page);
      await waitToFit(page);
      await takeLook(page, 'por-que');

      // A coupon with no similar operation: the panel says what to do and shows no comparison.
      await without.getByRole('gridcell', { name: 'Sin operación', exact: true }).first().click();
      await panel.getByText('Qué hacer:').waitFor();
      await soon(() => panel.getByRole('table').count()).toBe(0);
      await takeLook(page, 'por-que-nada');
    },
  );

  testReconciled('orders every unmatched coupon by how sure its operation is', async ({ page }) => {
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await queue.getByRole('columnheader', { name: 'Diferencia' }).waitFor();
    await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'cola');
    // One letter goes to the next coupon, another goes back.
    const named = panel.getByRole('heading', { level: 2 }).first();
    const first = await named.innerText();
    await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().focus();
    await page.keyboard.press('j');
    await soon(() => named.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await soon(() => named.innerText()).toBe(first);
  });

  testReviewing('that many coupons share comes first, and shows them alone', async ({ page }) => {
    await reconcileReviewed(page);
    await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ajeno.csv', mimeType: 'text/csv', buffer: Buffer.from(FOREIGN) });
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
    await passPrevia(page);
    await page.getByRole('button', { name: 'Enviar 12 cupones' }).click();
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
    await page.getByText(/^Datos al /).waitFor();

    const foreign = /^Ver los 12: .*30012345/;
    await page.goto(`${new URL(page.url()).origin}/#/conciliaciones?sin_conciliar=todas`);
    const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await queue.getByText('55 cupones').waitFor();
    await page.getByRole('heading', { name: /tienen una causa en común$/ }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'causas');
    await page.getByRole('button', { name: foreign }).click();
    await queue.getByText('12 cupones').waitFor();
    // Written as a workbook, it is this cause and its coupons, and the file has its name.
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar a Excel' }).click(),
    ]);
    expect(workbook.suggestedFilename()).toMatch(/^sin-conciliar-.*30012345.*\.xlsx$/);
    const { sheets } = await readXlsx(await readFile(await workbook.path()));
    const written = (name: string): string[] =>
      (sheets.find((sheet) => sheet.name === name)?.rows ?? []).map((row) => row.join(' '));
    expect(written('Por qué').filter((row) => row.includes('30012345') && /77\d\d/.test(row))).toHaveLength(12);
    expect(written('Causas').filter((row) => row.includes('30012345')).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: foreign, pressed: true }).click();
    await queue.getByText('55 cupones').waitFor();

    // One action for all of them: first what it does, then that, and all of it is undone.
    await page.getByRole('button', { name: /^Dar por explicados los 12…: .*30012345/ }).click();
    const panel = page.getByRole('complementary', { name: 'Cupones elegidos' });
    await panel.getByRole('heading', { name: '12 cupones elegidos' }).waitFor();
    await panel.getByText(/30012345/).waitFor();
    await page.getByRole('button', { name: foreign, pressed: true }).waitFor();
    await soon(() => queue.getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(1);
    // Its deed is chosen, with what they have in common as the reason.
    expect(await panel.getByRole('radio', { name: /^Explicados/ }).isChecked()).toBe(true);
    const reason = panel.getByRole('textbox', { name: 'Por qué queda explicado' });
    expect(await reason.inputValue()).toMatch(/30012345/);
    await reason.fill('Son de la otra cuenta');
    await panel.getByRole('button', { name: 'Ver qué hace' }).click();
    await panel.getByText(/^Decide sobre 12 cupones por \$/).waitFor();
    // How often we are wrong is about links: nothing is linked here.
    expect(await panel.getByText(/enlazaríamos por error/).count()).toBe(0);
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'causa-que-hace');
    expect(await page.getByRole('button', { name: /^Decididos 0$/ }).count()).toBe(1);
    await panel.getByRole('button', { name: 'Decidir los 12', exact: true }).click();
    await page.getByText('Hecho sobre 12 cupones. Se deshace todo junto.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Decididos 12$/ }).waitFor();
    await queue.getByText('43 cupones').waitFor();
    // What is settled is no cause any more.
    await page.getByRole('button', { name: foreign }).waitFor({ state: 'detached' });
    await queue.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press('Control+z');
    await queue.getByText('12 cupones').waitFor();
    await page.getByRole('button', { name: foreign, pressed: true }).click();
    await queue.getByText('55 cupones').waitFor();

    // All of them are said on top; a reason and a reconciliation show theirs alone.
    await page.getByText(/^55 cupones por \$\s[\d.,]+, de 2 conciliaciones\./).waitFor();
    const reasons = page.getByRole('combobox', { name: 'Motivo' });
    const choices = await reasons.getByRole('option').allTextContents();
    const [name = '', count = ''] = choices[1]?.split(' · ') ?? [];
    await reasons.selectOption(name);
    await queue.getByText(`${count} cupones`).waitFor();
    await reasons.selectOption({ index: 0 });
    await page.getByRole('combobox', { name: 'Conciliación' }).selectOption({ index: 1 });
    await queue.getByText('43 cupones').waitFor();
    await takeLook(page, 'cola-filtrada');
  });
});
