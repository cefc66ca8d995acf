import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import {
  waitAccessible,
  waitForFocus,
  waitToFit,
  soon,
  test as testAnew,
  testReconciled as test,
} from './application.ts';

const hash = (page: Page): Promise<string> => page.evaluate('decodeURIComponent(location.hash)');
/** How many operations the grid has, once they are counted. */
const operaciones = async (page: Page): Promise<number> =>
  Number(
    (
      await page
        .getByText(/^[\d.]+ operaciones$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  );
const cupones = (page: Page) => page.getByText(/^[\d.]+ cup(ón|ones)$/).first();

describe('from a figure to its rows', () => {
  test('every bar, age and month opens them with the keyboard, and every coupon its result', async ({ page }) => {
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();

    // The bars are one stop of the keyboard; the arrows go along the days.
    const bars = page.getByRole('region', { name: 'Acreditado y por acreditar' }).getByRole('list').getByRole('link');
    await soon(() => bars.count()).toBe(29);
    await soon(() => page.locator('[data-barra][tabindex="0"]').count()).toBe(1);
    await page.locator('[data-barra][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    const readFocused = () => page.locator(':focus').getAttribute('data-barra');
    const [first, second] = await bars.evaluateAll((as) => as.slice(0, 2).map((a) => a.getAttribute('data-barra')));
    await soon(readFocused).toBe(first);
    await page.keyboard.press('ArrowRight');
    await soon(readFocused).toBe(second);
    await waitAccessible(page);
    await page.keyboard.press('Enter');
    await soon(() => hash(page)).toContain(`desde=${second ?? ''}&hasta=${second ?? ''}`);
    await page.goBack();

    // A month without chargebacks, one with some and one that was not read look different, and each opens its list.
    const contracargos = page.getByRole('region', { name: 'Contracargos' });
    await contracargos.getByRole('link').first().waitFor();
    for (const words of ['ninguno', 'sin descargar'])
      await contracargos.getByRole('row').filter({ hasText: words }).first().waitFor();
    await contracargos.getByRole('link').last().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Descargar rechazos' }).waitFor();
    await page.goBack();

    // An age opens as many coupons as it says.
    const age = page.getByRole('region', { name: 'Sin conciliar por antigüedad' }).getByRole('row').nth(2);
    const theirs = (await age.getByRole('cell').nth(1).innerText()).trim();
    await age.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await soon(() => cupones(page).innerText()).toBe(`${theirs} cupones`);
    await page.getByRole('tab', { name: /^Sin conciliar/, selected: true }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await page.getByRole('button', { name: /^vendidos del/ }).click();
    await soon(() => cupones(page).innerText()).not.toBe(`${theirs} cupones`);

    // The coupons of all reconciliations together: as many as the figure says, each with a link to its reconciliation.
    await page.evaluate(`location.hash = '#/conciliaciones?sin_conciliar=todas'`);
    const together = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await page.getByRole('heading', { level: 1, name: 'Cupones sin conciliar' }).waitFor();
    await soon(() => cupones(page).innerText()).toBe('43 cupones');
    await together.getByRole('gridcell').nth(1).click();
    const chosen = page.getByRole('complementary', { name: 'Cupón elegido' });
    await chosen.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await chosen.getByRole('link', { name: /^Conciliación/ }).click();
    await soon(() => cupones(page).innerText()).toBe('1 cupón');

    // The search finds one of our coupons by its number, and opens its result with the coupon chosen.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('166351');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Tu cupón/ })
      .waitFor();
    await waitAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Tu cupón/ })
      .click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText('00166351').first().waitFor();
    await soon(() => cupones(page).innerText()).toBe('1 cupón');
    await page.getByRole('tab', { name: /^Conciliados/, selected: true }).waitFor();
    await waitAccessible(page);

    // The settlement of the coupon says which of our coupons each sale was.
    await panel.getByRole('link', { name: /^Liquidación/ }).click();
    const sales = page.getByRole('table', { name: /[Vv]entas/ });
    const its = sales.getByRole('link', { name: '00166351' });
    await its.waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await its.click();
    await panel.getByText('00166351').first().waitFor();
    await waitForFocus(page);
  });

  test('a sale that was not settled yet says so, and a view is kept for any date', async ({ page }) => {
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await page.locator('.ag-row').first().click();
    const panel = page.getByRole('complementary', { name: 'Detalle de la fila' });
    await panel.getByText(/^Todavía no se liquidó; se espera para el/).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    const ofPeriod = await operaciones(page);
    await page.getByRole('button', { name: 'Vistas guardadas' }).click();
    await page.getByRole('radio', { name: 'Los del período', checked: true }).waitFor();
    await page.getByLabel('Nombre de la vista').fill('Todo');
    await page.getByRole('radio', { name: 'En cualquier fecha' }).check();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Guardar la de ahora' }).click();
    await page.getByRole('button', { name: /^Todo\s*en cualquier fecha$/ }).click();
    await soon(() => hash(page)).toContain('siempre=si');
    // All of the last 90 days, which are more than the period's; how many depends on the day.
    await soon(() => operaciones(page)).toBeGreaterThan(ofPeriod);

    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByText('No vence: se renueva con el secreto guardado.').waitFor();
    await page
      .getByText(/^CUIT \d+/)
      .first()
      .waitFor();
    await page.getByText(/descargados, que se pueden volver a bajar/).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
  });
});

testAnew('cells that were copied in a spreadsheet program are pasted as a file', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).waitFor();
  const cells =
    'Fecha\tImporte\tComprobante\tÚltimos 4\n03/10/2026\t1.500,00\t00012\t4417\n04/10/2026\t80,25\t00013\t0086\n';
  // As a spreadsheet program leaves them: the text, and a picture of it.
  await page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(cells)});
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  `);
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click();
  await page.getByRole('gridcell', { name: /80,25/ }).first().waitFor();
  await page.getByText('pegado.tsv').first().waitFor();
});
