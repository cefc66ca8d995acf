import { describe, expect } from 'vitest';
import { waitAccessible, waitToFit, pronto, test } from './application.ts';
import { takeLook } from './look.ts';
import { passPrevia, reconcileExample } from './steps.ts';

/** Sales of a shop that is not in the account. */
const FOREIGN = [
  'Fecha;Tarjeta;Últimos 4;Comprobante;Importe;Establecimiento',
  ...Array.from(
    { length: 12 },
    (_, i) => `${String(i + 10)}/10/2026;Visa;49${String(i + 10)};77${String(i + 10)};${String(i + 3)}41,17;30012345`,
  ),
].join('\n');

describe('why a coupon did not match', () => {
  test('is said with the operation that it may be, once the days that come behind the upload are there', async ({
    page,
  }) => {
    await reconcileExample(page);
    const sin = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await sin.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
    // The reason appears without being asked for, in the panel and in the rows.
    await panel.getByText('Qué hacer:').waitFor();
    await sin.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
    await panel.getByText('Muy probable: importe').waitFor();
    await panel.getByText(/^La tarjeta informó .* Difiere en /).waitFor();
    const importe = panel.getByRole('row', { name: /^Importe/ }).first();
    await pronto(() => importe.innerText()).toMatch(/\$.*\$.*distinto/s);
    await panel
      .getByRole('row', { name: /igual$/ })
      .first()
      .waitFor();
    expect(await panel.getByText('Nada que coincida').count()).toBe(0);
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'por-que');

    // A coupon with no similar operation: the panel says what to do and shows no comparison.
    await sin.getByRole('gridcell', { name: 'Sin operación', exact: true }).first().click();
    await panel.getByText('Qué hacer:').waitFor();
    await pronto(() => panel.getByRole('table').count()).toBe(0);
    await takeLook(page, 'por-que-nada');
  });

  test('orders every unmatched coupon by how sure its operation is', async ({ page }) => {
    await reconcileExample(page);
    await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
    await page.getByText(/^Datos al /).waitFor();
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    const cola = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await cola.getByRole('columnheader', { name: 'Diferencia' }).waitFor();
    await cola.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'cola');
    // How each field weighed is shown on request.
    await panel.getByText(/^De 100 veces como esta, en/).waitFor();
    await panel.getByText('Cómo pesó cada dato').click();
    const weights = panel.getByRole('table', { name: 'Cuánto suma o resta cada dato' });
    await weights.getByRole('rowheader', { name: 'Resultado' }).waitFor();
    await waitAccessible(page);
    await takeLook(page, 'cola-pesos');
    // One letter goes to the next coupon, another goes back.
    const named = panel.getByRole('heading', { level: 2 }).first();
    const first = await named.innerText();
    await cola.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().focus();
    await page.keyboard.press('j');
    await pronto(() => named.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await pronto(() => named.innerText()).toBe(first);
  });

  test('that many coupons share comes first, and shows them alone', async ({ page }) => {
    await reconcileExample(page);
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

    const foreign = /^Ver los 12: .*ajeno\.csv/;
    await page.goto(`${new URL(page.url()).origin}/#/conciliaciones?sin_conciliar=todas`);
    const cola = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await cola.getByText('55 cupones').waitFor();
    await page.getByRole('heading', { name: /tienen una causa en común$/ }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'causas');
    await page.getByRole('button', { name: foreign }).click();
    await cola.getByText('12 cupones').waitFor();
    await page.getByRole('button', { name: foreign, pressed: true }).click();
    await cola.getByText('55 cupones').waitFor();
  });
});
