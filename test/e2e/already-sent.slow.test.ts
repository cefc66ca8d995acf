import type { Page } from 'playwright-core';
import { waitAccessible, waitForFocus, waitToFit, test } from './application.ts';
import { takeLook } from './look.ts';
import { passPrevia } from './steps.ts';

const csvRow = (n: number, comprobante: string) => `0${String(n)}/10/2026;Visa;4905;${comprobante};${String(n)}00,00`;
const HEADER = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe';
const OCTOBER = [HEADER, ...[1, 2, 3, 4].map((n) => csvRow(n, `0000${String(n)}`))].join('\n');
/** Five coupons, four of which were sent before; their numbers now come without leading zeros. */
const AGAIN = [HEADER, ...[5, 4, 3, 2, 1].map((n) => csvRow(n, String(n)))].join('\n');

async function goToSending(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await passPrevia(page);
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
}

test('what was sent before is said before it is sent, and left out in bulk', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await goToSending(page, 'A-listado-pos.csv', OCTOBER);
  await page.getByRole('button', { name: 'Enviar 4 cupones' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
  await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();

  await goToSending(page, 'B.csv', AGAIN);
  await page.getByText('4 de los 5 cupones ya se mandaron').waitFor();
  await page.getByText(/Fue el \d\d\/\d\d en «A-listado-pos»\./).waitFor();
  await page.getByRole('button', { name: 'Enviar 5 cupones' }).click();
  // Most of the file was sent before: nothing is sent until the person says what to do.
  await page.getByRole('alert').getByText('Elegí qué hacer con lo que ya se mandó.').waitFor();
  await waitForFocus(page);
  await takeLook(page, 'envio-ya-enviados');
  await waitAccessible(page);
  await waitToFit(page);
  await page.getByRole('radio', { name: 'Omitirlos: se envía el resto (1)' }).check();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).waitFor();
  await page.getByRole('radio', { name: 'Mandarlos otra vez' }).check();
  await page.getByRole('button', { name: 'Enviar 5 cupones' }).waitFor();
  await page.getByRole('radio', { name: /^Omitirlos/ }).check();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
});
