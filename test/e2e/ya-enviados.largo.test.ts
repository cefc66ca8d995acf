import type { Page } from 'playwright-core';
import { esperarAccesible, esperarFoco, esperarQueEntre, test } from './aplicacion.ts';
import { mirar } from './mirar.ts';

const fila = (n: number, comprobante: string) => `0${String(n)}/10/2026;Visa;4905;${comprobante};${String(n)}00,00`;
const ENCABEZADO = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe';
const OCTUBRE = [ENCABEZADO, ...[1, 2, 3, 4].map((n) => fila(n, `0000${String(n)}`))].join('\n');
/** Five of which four were sent, without their zeros. */
const OTRA_VEZ = [ENCABEZADO, ...[5, 4, 3, 2, 1].map((n) => fila(n, String(n)))].join('\n');

async function hastaElEnvio(page: Page, name: string, texto: string): Promise<void> {
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(texto) });
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
}

test('what was sent before is said before it is sent, and left out in bulk', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await hastaElEnvio(page, 'A-listado-pos.csv', OCTUBRE);
  await page.getByRole('button', { name: 'Enviar 4 cupones' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();

  await hastaElEnvio(page, 'B.csv', OTRA_VEZ);
  await page.getByText('4 de los 5 cupones ya se mandaron').waitFor();
  await page.getByText(/Fue el \d\d\/\d\d en «A-listado-pos»\./).waitFor();
  await page.getByRole('button', { name: 'Enviar 5 cupones' }).click();
  // They are most of the file: nothing goes until somebody says what to do.
  await page.getByRole('alert').getByText('Elegí qué hacer con lo que ya se mandó.').waitFor();
  await esperarFoco(page);
  await mirar(page, 'envio-ya-enviados');
  await esperarAccesible(page);
  await esperarQueEntre(page);
  await page.getByRole('radio', { name: 'Omitirlos: se envía el resto (1)' }).check();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).waitFor();
  await page.getByRole('radio', { name: 'Mandarlos otra vez' }).check();
  await page.getByRole('button', { name: 'Enviar 5 cupones' }).waitFor();
  await page.getByRole('radio', { name: /^Omitirlos/ }).check();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor({ timeout: 90_000 });
});
