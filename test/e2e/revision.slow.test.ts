import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { waitAccessible, waitForFocus, waitToFit, soon, test, testReviewing, enterRows, rowAt } from './application.ts';
import { NOVEMBER, OCTOBER, workbookOf } from '../app/review/two-sheets.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { takeLook } from './look.ts';
import { passPrevia, reachRows } from './steps.ts';

async function fetchExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
  await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
}

/** How much wider than its room the grid is. */
const SIDEWAYS = `(() => {
  const barra = document.querySelector('.ag-body-horizontal-scroll-viewport');
  return barra === null ? 0 : barra.scrollWidth - barra.clientWidth;
})()`;

describe('the columns', () => {
  test('say what was found and why, and another one can be chosen', async ({ page }) => {
    await fetchExample(page);
    await takeLook(page, 'columnas');
    await waitAccessible(page);
    await waitToFit(page);
    await waitForFocus(page);
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await page.getByLabel('Columna de Auxiliar 1').selectOption({ label: 'Vendedor' });
    await page.getByText('La elegiste vos').waitFor();
    await page.getByLabel('Encabezado en la fila').selectOption('1');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Encabezado en la fila').selectOption('4');
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).waitFor();
    await page.getByLabel('Recordar como plantilla').check();
    await page.getByLabel('Nombre de la plantilla').fill('Caja central');
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.getByRole('button', { name: 'Volver', exact: true }).click();
    await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
  });
});

test('a file without an amount leads to its column', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  const csv = 'Fecha;Comprobante;Ult. 4;Cosa\n01/11/2026;1;8986;hola\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ventas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('No encontramos el importe.').waitFor();
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Elegir la columna' }).click();
  const column = page.getByLabel('Columna de Importe');
  await soon(() => column.evaluate((one) => one === one.ownerDocument.activeElement && one.clientWidth > 100)).toBe(
    true,
  );
  await column.selectOption({ label: 'Cosa' });
  await page.getByRole('button', { name: 'Revisar 1 fila' }).waitFor();
});

test('a file of which nothing can be sent gives way to another one in one press', async ({ page }) => {
  const choose = async (name: string, csv: string): Promise<void> => {
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
    await (await opened).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  };
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sin-tabla.csv', mimeType: 'text/csv', buffer: Buffer.from('hola\nchau\n') });
  const coupon = 'Fecha;Importe;Comprobante;Ult. 4\n31/02/2026;100,00;1;8986\n';
  await choose('una.csv', coupon);
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
  await page.getByRole('button', { name: 'Omitirla' }).click();
  await choose('otra.csv', coupon.replace('31/02', '01/11'));
  await page.getByText('otra.csv').first().waitFor();
  await page.getByRole('button', { name: 'Revisar 1 fila' }).waitFor();
});

test('of several files, one that cannot be read is left out, and that is said up to the result', async ({ page }) => {
  const fileOf = (name: string, csv: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('notas.csv', 'hola\nchau\n'),
      fileOf('caja.csv', 'Fecha;Importe;Comprobante;Ult. 4\n01/11/2026;100,00;1;8986\n'),
    ]);
  await page.getByRole('button', { name: 'Dejarlo afuera' }).waitFor();
  await takeLook(page, 'columnas-ilegible');
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Dejarlo afuera' }).click();
  const out = page.getByRole('status').filter({ hasText: '«notas.csv» quedó afuera.' });
  await out.getByRole('button', { name: 'Incluirlo' }).click();
  await page.getByRole('button', { name: 'Dejarlo afuera' }).click();
  await out.waitFor();
  await takeLook(page, 'columnas-afuera');
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
  await out.waitFor();
  await page.getByRole('button', { name: 'Seguir con 1 cupón' }).click();
  await passPrevia(page);
  await page.getByRole('complementary').getByText('notas.csv').waitFor();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
  await out.waitFor();
  await takeLook(page, 'resultado-afuera');
  await waitToFit(page);
});

test('every sheet with coupons is counted, and they are read together', async ({ page }) => {
  const folder = createTemporaryFolder();
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('status').getByText('También hay 2 filas en «Octubre»').waitFor();
  await takeLook(page, 'columnas-hojas');
  await page.getByRole('button', { name: 'Incluirlas' }).click();
  await page.getByRole('button', { name: 'Revisar 5 filas' }).waitFor();
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Revisar 5 filas' }).click();
  await page.getByText('1 fila con error.').waitFor();
  await page.getByRole('grid', { name: 'Filas del archivo' }).getByText('Octubre').first().waitFor();
});

test('a file that cannot be read leads to its place in the manual', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ventas.xlsx', mimeType: 'x/y', buffer: Buffer.from('PK\u0003\u0004 cut') });
  await page.getByText('No se puede leer el archivo.').waitFor();
  await page.getByRole('link', { name: 'Verlo en la ayuda' }).click();
  const help = page.getByRole('dialog', { name: 'Ayuda' });
  await help.getByText('Abrilo en Excel y guardalo como .xlsx.').first().waitFor();
});

test('a column that no coupon can do without is asked for, and dates that nothing decides are shown both ways', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  const csv = 'Fecha;Ult. 4;Cosa;Importe\n03/04/2026;8986;hola;10,00\n05/06/2026;8987;chau;20,00\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ventas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('No encontramos el comprobante.').waitFor();
  await page.getByText('03/04/2026 es el 3 de abril o el 4 de marzo').waitFor();
  await takeLook(page, 'columnas-falta');
  await waitAccessible(page);
  await page.getByRole('radio', { name: 'Mes/día: van del 04/03/2026 al 06/05/2026' }).check();
  await page.getByRole('button', { name: 'Elegir la columna' }).click();
  await page.getByLabel('Columna de Comprobante').selectOption({ label: 'Cosa' });
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click();
  await page.getByRole('gridcell', { name: '04/03/2026' }).waitFor();
});

describe('the rows', () => {
  testReviewing('a cell with a notice is marked, as one with an error is', async ({ page }) => {
    await reachRows(page);
    await page.getByRole('button', { name: /^Con aviso/ }).click();
    const marked = page.getByRole('gridcell', { name: /^Aviso: / }).first();
    const shadow = `getComputedStyle(document.querySelector('.ag-cell.aviso')).boxShadow`;
    await marked.waitFor();
    await soon(() => page.evaluate(shadow)).toContain('inset');
  });

  testReviewing('an error is found, corrected and undone with the keyboard alone', async ({ page }) => {
    await reachRows(page);
    await takeLook(page, 'revision');
    await waitAccessible(page);
    await waitToFit(page);
    await page.getByText('5 filas con error.').waitFor();
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    // In a small window the main columns and the problem fit without a sideways scroll; the other columns show when asked for.
    await page.setViewportSize({ width: 1024, height: 700 });
    await grid.getByRole('columnheader', { name: 'Cuotas' }).waitFor({ state: 'detached' });
    for (const name of ['Fecha de venta', 'Tarjeta', 'Últimos 4', 'Comprobante', 'Lote', 'Importe'])
      await grid.getByRole('columnheader', { name }).waitFor();
    await soon(() => page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Columnas', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Cuotas', checked: false }).check();
    await grid.getByRole('columnheader', { name: 'Cuotas' }).waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Volver a las de siempre' }).click();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await enterRows(grid);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await takeLook(page, 'revision-emergente');
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    const focused = page.getByRole('dialog').locator(':focus');
    await page.keyboard.press('Shift+Tab');
    await soon(() => focused.innerText()).toBe('Siguiente');
    await page.keyboard.press('Tab'); // Tab goes round inside the popover
    await soon(() => focused.getAttribute('autocomplete')).toBe('off');
    await page.keyboard.press('Enter'); // takes the fix that is offered
    await page.getByText('4 filas con error.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('5 filas con error.').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('4 filas con error.').waitFor();
    await page.getByText('Se volvió a cambiar 1 fila.').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+y');
    await page.getByText('No hay nada más para rehacer.').waitFor({ state: 'attached' });
    await waitForFocus(page);
    await page.getByRole('button', { name: 'Columnas', exact: true }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().focus(); // nobody writes in a box
    await page.keyboard.press('Control+z');
    await page.getByText('5 filas con error.').waitFor();
  });

  testReviewing(
    'the grid is one stop of the Tab key, and its cells are gone through with the arrows',
    async ({ page }) => {
      await reachRows(page);
      const grid = page.getByRole('grid', { name: 'Filas del archivo' });
      await grid.getByRole('gridcell').first().waitFor();
      await page.getByRole('button', { name: 'Subir corregidas' }).focus();
      await page.keyboard.press('Tab');
      for (const key of ['End', 'Home', 'PageDown', 'ArrowUp', 'ArrowRight', 'ArrowRight'])
        await page.keyboard.press(key);
      const cell = page.locator(':focus');
      await soon(() => cell.getAttribute('col-id')).toBe('fecha_venta');
      await soon(async () =>
        Number(await cell.evaluate((one) => one.closest('[role=row]')?.ariaRowIndex)),
      ).toBeGreaterThan(5);
      await page.keyboard.press('Tab');
      await soon(() => grid.locator(':focus').count()).toBe(0);
      await page.keyboard.press('Shift+Tab');
      await soon(() => cell.getAttribute('col-id')).toBe('fecha_venta');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowUp');
      await soon(() => cell.getAttribute('role')).toBe('columnheader');
    },
  );

  testReviewing('a column that was left out comes back when it has the next error', async ({ page }) => {
    await reachRows(page);
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    const column = grid.getByRole('columnheader', { name: 'Últimos 4' });
    await column.waitFor();
    await page.getByRole('button', { name: 'Columnas' }).click();
    await page.getByRole('checkbox', { name: 'Últimos 4' }).uncheck();
    await page.keyboard.press('Escape');
    await column.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ir al primer error' }).click();
    await column.waitFor();
    await page.getByRole('dialog').getByRole('heading', { name: 'Vino el número de tarjeta completo.' }).waitFor();
  });

  testReviewing(
    'the first error opens with its explanation, and what is mended leads to the next one',
    async ({ page }) => {
      await reachRows(page);
      await page.getByRole('button', { name: 'Ir al primer error' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: 'Vino el número de tarjeta completo.' }).waitFor();
      await waitAccessible(page);
      await page.keyboard.press('Enter'); // takes the fix that is offered
      await page.getByText('4 filas con error.').waitFor();
      await dialog.getByLabel('Importe').waitFor();
      // A skipped error is still there.
      const title = dialog.getByRole('heading');
      const second = await title.innerText();
      await dialog.getByRole('button', { name: 'Siguiente' }).click();
      await soon(() => title.innerText()).not.toBe(second);
      const third = await title.innerText();
      await page.getByText('4 filas con error.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitForFocus(page);
      await page.getByRole('button', { name: 'Ir al error siguiente' }).click();
      await dialog.waitFor();
      await soon(() => title.innerText()).not.toBe(third);
    },
  );

  testReviewing(
    'asked for while the grid is still being built, the first error opens as soon as it is there',
    async ({ page }) => {
      const asked = Promise.withResolvers<undefined>();
      await page.route(/assets\/control-/, async (route) => {
        await asked.promise;
        await route.continue();
      });
      await reachRows(page);
      await page.getByRole('button', { name: 'Ir al primer error' }).click();
      asked.resolve(undefined);
      await page.getByRole('dialog').getByRole('heading', { name: 'Vino el número de tarjeta completo.' }).waitFor();
    },
  );

  testReviewing('rows are grouped by their problem, which is told in words', async ({ page }) => {
    await reachRows(page);
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    await grid.getByRole('columnheader', { name: 'Problema' }).waitFor();
    await page.getByRole('button', { name: 'Por problema' }).click();
    await grid.getByText(/Últimos 4: tiene más de cuatro cifras · \d+ filas?$/).waitFor();
    await takeLook(page, 'revision-agrupada');
    await waitAccessible(page);
    // The words of a problem open its cell.
    await grid.getByText('Vino el número de tarjeta completo.').first().click();
    await page.getByRole('dialog').getByLabel('Últimos 4').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('4 filas con error.').waitFor();
    await page.getByRole('button', { name: 'Por problema' }).click();
    await soon(() => grid.getByText(/· \d+ filas?$/).count()).toBe(0);
  });

  testReviewing('a row as a whole is opened on a button that changes nothing', async ({ page }) => {
    await reachRows(page);
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    const dialog = page.getByRole('dialog');
    await rowAt(grid, 0).getByRole('gridcell').first().press('Enter');
    await soon(() => dialog.locator(':focus').innerText()).toBe('Cerrar');
  });

  test('the tools are in one line, and the totals of a till in theirs, at 1280 with everything shown', async ({
    page,
  }) => {
    const lines = Array.from({ length: 12_000 }, (_, i) => {
      const day = String((i % 28) + 1).padStart(2, '0');
      return `${day}/10/2026;Mastercard Débito;${i % 9 === 0 ? '' : '4905'};${String(i).padStart(8, '0')};20014832;${String(i % 40)};84.999,99`;
    });
    const csv = `Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Importe\n${lines.join('\n')}\n`;
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'muchos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Revisar 12.000 filas' }).click();
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    // Makes changes to undo and to redo.
    for (const row of [2, 11]) {
      await grid
        .getByRole('gridcell', { name: String(row), exact: true })
        .first()
        .dblclick();
      await page.getByRole('dialog').getByRole('button', { name: 'Omitir la fila' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Rehacer' }).waitFor();
    await page.getByRole('button', { name: 'Totales' }).click();
    await page
      .getByRole('complementary', { name: 'Totales para comparar con la caja' })
      .locator('tfoot')
      .getByText('906.609.893,34')
      .waitFor();
    await takeLook(page, 'revision-todo');
    const height = await page.locator('.herramientas').evaluate((one) => one.clientHeight);
    expect(height).toBeLessThan(60);
    const totals = page.getByRole('complementary', { name: 'Totales para comparar con la caja' });
    expect(await totals.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await waitToFit(page);
    await waitAccessible(page);
  });

  testReviewing('keys pressed while the next error is looked for are done in their order', async ({ page }) => {
    await reachRows(page);
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    await enterRows(grid);
    await page.evaluate(`for (const [key, altKey] of [['ArrowDown', true], ['ArrowDown', true], ['ArrowDown', false], ['ArrowUp', false], ['Enter', false]])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true }))`);
    // The second error of the example is an amount that is missing.
    await page.getByRole('dialog').getByLabel('Importe').waitFor();
  });

  testReviewing('filters and the search show what they say', async ({ page }) => {
    await reachRows(page);
    await page.getByRole('button', { name: /Con error/ }).click();
    await page.getByText('Fila 1 de 5', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar en las filas' }).fill('31/11/2026');
    await page.getByText('Fila 1 de 1', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar en las filas' }).fill('nada de esto');
    await page.getByText('Ninguna fila', { exact: true }).waitFor();
    await waitAccessible(page);
  });

  testReviewing('reloading the page goes on where it was', async ({ page }) => {
    await reachRows(page);
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
    await page.getByRole('button', { name: 'Seguir sin mirar' }).waitFor();
    await page.reload();
    await passPrevia(page);
    const sending = page.getByRole('heading', { name: '¿Enviamos?' });
    await sending.waitFor();
    // The address keeps its step when another section was looked at, and when its own is pressed in the rail.
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay conciliaciones' }).waitFor();
    await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
    await sending.waitFor();
    await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
    await page.reload();
    await sending.waitFor();
    await takeLook(page, 'envio');
    await waitToFit(page);
  });

  testReviewing('the errors are downloaded, and the same file brought back changes nothing', async ({ page }) => {
    await reachRows(page);
    const folder = createTemporaryFolder();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar errores' }).click(),
    ]);
    const file = path.join(folder, 'errores.xlsx');
    await download.saveAs(file);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Subir corregidas' }).click(),
    ]);
    await chooser.setFiles(file);
    await page.getByRole('status').getByText('Se corrigieron 0 filas.').waitFor({ state: 'attached' });
    await page.getByText('5 filas con error.').waitFor();
  });

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
    await takeLook(page, 'revision-cien-mil');
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
});

testReviewing(
  'a file that another window took the place of says so, and is brought again',
  async ({ page, app, context }) => {
    await reachRows(page);
    const other = await context.newPage();
    await other.goto(app.entryUrl());
    await other.getByRole('link', { name: 'Conciliar', exact: true }).click();
    // The other window reviews the same rows: once it leaves them out, there are none to leave out here.
    await other.getByRole('button', { name: 'Omitir las 5' }).click();
    await other.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).waitFor();
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    await page.getByText('No quedaba ninguna fila con error para omitir.').waitFor({ state: 'attached' });
    await other.getByRole('button', { name: 'Volver', exact: true }).click();
    await other.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
    await other.getByRole('button', { name: 'Volver', exact: true }).click();
    await other.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
    await other.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('Esa revisión ya no está.').waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Traer el archivo de nuevo' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await waitForFocus(page);
  },
);
