import { expect } from 'vitest';
import { waitAccessible, waitForFocus, waitToFit, test } from './application.ts';
import { takeLook } from './look.ts';
import { passPrevia } from './steps.ts';

/** Two good rows, one with an impossible date, one whose amount is not a number, and the total of the till. */
const TILL = `Fecha;Tarjeta;Últimos 4;Comprobante;Importe
01/10/2026;Visa;4905;00001;1.500,00
02/10/2026;Cabal;1234;00002;20,50
31/02/2026;Visa;4905;00003;100,00
02/10/2026;Visa;4905;00004;mil
TOTAL;;;;2.620,50
`;

test('a file is tied to the till before it is sent, and its result to both', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  const buffer = Buffer.from(TILL);
  await page.locator('input[type=file]').setInputFiles({ name: 'caja.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: 'Omitir las 2' }).click();
  await page.getByRole('button', { name: 'Seguir con 2 cupones' }).click();
  await passPrevia(page);
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();

  const table = page.getByRole('table', { name: 'Del archivo a lo enviado' });
  const row = (name: RegExp) => table.getByRole('row', { name });
  await row(/^Se envían 2 \$\s1\.520,50$/).waitFor();
  await row(/^Con errores 1 sin importe legible 2 \$\s100,00$/).waitFor();
  await row(/^Cupones del archivo 1 sin importe legible 4 \$\s1\.620,50$/).waitFor();
  await page.getByText('No son cupones: 1 línea de total.').waitFor();
  const differs =
    /^La línea de total de la fila 6 dice \$\s2\.620,50 y sus filas suman \$\s1\.620,50: difiere en \$\s1\.000,00\.$/;
  await page.getByText(differs).waitFor();
  await page.getByText('Por día de venta', { exact: true }).click();
  await page.getByRole('row', { name: /^Sin fecha 1 \$\s100,00 0 \$\s0,00 1 \$\s100,00/ }).waitFor();
  await takeLook(page, 'envio-contra-tu-caja');
  await waitAccessible(page);
  await waitToFit(page);
  await waitForFocus(page);

  await page.getByRole('button', { name: 'Enviar 2 cupones' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
  await page.getByRole('tab', { name: /^Errores 2/ }).click();
  await takeLook(page, 'resultado-errores');
  const errors = page.getByRole('grid', { name: 'Filas con error' });
  await errors.getByRole('gridcell', { name: '31/02/2026', exact: true }).waitFor();
  await errors.getByRole('gridcell', { name: 'mil', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Contra tu caja' }).click();
  await row(/^Enviados 2 \$\s1\.520,50$/).waitFor();
  await page.getByText(differs).waitFor();
  const counters = page.getByRole('table', { name: 'Contra los contadores del servicio' });
  await counters.getByRole('row', { name: /^Total .* 2 2 0$/ }).waitFor();
  expect(await counters.getByRole('row').count()).toBe(7);
  await takeLook(page, 'resultado-contra-tu-caja');
  await waitAccessible(page);
  await waitToFit(page);
  await waitForFocus(page);
});
