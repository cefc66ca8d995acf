import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { waitAccessible, waitForFocus, waitToFit, soon, test, testReviewing, enterRows, rowAt } from './application.ts';
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
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
  await out.waitFor();
  await page.getByRole('button', { name: 'Seguir con 1 cupón' }).click();
  await passPrevia(page);
  await page.getByRole('complementary').getByText('notas.csv').waitFor();
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
  await out.waitFor();
  await takeLook(page, 'resultado-afuera');
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

describe('the rows', () => {
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
      // A row as a whole is opened on a button that changes nothing.
      const dialog = page.getByRole('dialog');
      await rowAt(grid, 0).getByRole('gridcell').first().press('Enter');
      await soon(() => dialog.locator(':focus').innerText()).toBe('Cerrar');
      await page.keyboard.press('Escape');
      // A cell with a notice is marked, as one with an error is.
      await page.getByRole('button', { name: /^Con aviso/ }).click();
      const marked = page.getByRole('gridcell', { name: /^Aviso: / }).first();
      const shadow = `getComputedStyle(document.querySelector('.ag-cell.aviso')).boxShadow`;
      await marked.waitFor();
      await soon(() => page.evaluate(shadow)).toContain('inset');
    },
  );

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
    await page.getByRole('button', { name: 'Contra tu caja' }).click();
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
});
