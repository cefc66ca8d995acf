import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { enterRows, test } from './application.ts';

test('a hundred thousand rows scroll, filter and are corrected', async ({ page }) => {
  const folder = createTemporaryFolder();
  const lines = Array.from({ length: 100_000 }, (_, i) => {
    const day = String((i % 28) + 1).padStart(2, '0');
    const amount = i === 77_777 ? 'mil' : `${String(i + 1)},50`;
    return `${day}/10/2026;Visa;4905;${String(i).padStart(8, '0')};20014832;${String(i % 40)};${amount}`;
  });
  const file = path.join(folder, 'muchos.csv');
  await writeFile(file, `Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Importe\n${lines.join('\n')}\n`);
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Revisar 100.000 filas' }).click();
  await page.getByText('1 fila con error.').waitFor();
  const grid = page.getByRole('grid', { name: 'Filas del archivo' });
  await enterRows(grid);
  await page.keyboard.press('End'); // waits for the rows, if they are still on their way
  await grid.getByText('00099999').waitFor();
  await page.getByRole('button', { name: 'Ir al primer error' }).click();
  await grid.getByRole('gridcell', { name: 'Error: mil' }).waitFor();
  await page.getByRole('dialog').getByRole('textbox').fill('1000');
  await page.keyboard.press('Enter');
  await page.getByText('100.000 filas listas.', { exact: true }).waitFor();
  const shown: number = await page.evaluate('document.querySelectorAll("[role=row]").length');
  expect(shown).toBeLessThan(100);
});
