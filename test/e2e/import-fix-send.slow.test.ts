import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import {
  answered,
  enterRows,
  rowAt,
  soon,
  test,
  testReviewing,
  waitAccessible,
  waitForFocus,
  waitToFit,
} from './application.ts';
import { NOVEMBER, OCTOBER, workbookOf } from '../app/conciliar/two-sheets.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { hold, leaveErrorsOut, passPrevia, reachRows } from './steps.ts';

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (page: Page, ...files: readonly ReturnType<typeof fileOf>[]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(files);

const download = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Bajar / })
    .click();

describe('the files', () => {
  test('that cannot be read or have no amount say what to do', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await choose(page, fileOf('ventas.xlsx', 'PK\u0003\u0004 cut'));
    await page.getByText('No se puede leer el archivo.').waitFor();
    await page.getByRole('link', { name: 'Verlo en la ayuda' }).click();
    const help = page.getByRole('dialog', { name: 'Ayuda' });
    await help.getByText('Abrilo en Excel y guardalo como .xlsx.').first().waitFor();
    await page.keyboard.press('Escape');

    const other = page.getByRole('button', { name: 'Elegir otro archivo' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), other.click()]);
    await chooser.setFiles([fileOf('ventas.csv', 'Fecha;Comprobante;Ult. 4;Cosa\n01/11/2026;1;8986;hola\n')]);
    await page.getByText('No encontramos el importe.').waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Elegir la columna' }).click();
    const column = page.getByLabel('Columna de Importe');
    const isReady = () => column.evaluate((one) => one === one.ownerDocument.activeElement && one.clientWidth > 100);
    await soon(isReady).toBe(true);
    await column.selectOption({ label: 'Cosa' });
    await page.getByRole('button', { name: 'Revisar 1 fila' }).waitFor();
  });

  test('of several, one that cannot be read is left out, and that is said up to the result', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const sound = 'Fecha;Importe;Comprobante;Ult. 4\n01/11/2026;100,00;1;8986\n';
    await choose(page, fileOf('notas.csv', 'hola\nchau\n'), fileOf('caja.csv', sound));
    await page.getByRole('button', { name: 'No incluirlo' }).waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'No incluirlo' }).click();
    const out = page.getByRole('status').filter({ hasText: '«notas.csv» no se incluye.' });
    await out.getByRole('button', { name: 'Incluirlo' }).click();
    await page.getByRole('button', { name: 'No incluirlo' }).click();
    await out.waitFor();
    await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
    await out.waitFor();
    await page.getByRole('button', { name: 'Seguir con 1 cupón' }).click();
    await passPrevia(page);
    await page.getByRole('complementary').getByText('notas.csv').waitFor();
    await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await out.waitFor();
  });
});

test('a sheet that stays out is said beside the button that sends, with the way to take it in', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  const file = await workbookOf(createTemporaryFolder(), { Mañana: OCTOBER, Noche: NOVEMBER.slice(0, 1) });
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('También hay 1 fila en «Noche».').waitFor();
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click();
  await page.getByRole('button', { name: 'Seguir con 2 cupones' }).click();
  await passPrevia(page);
  await page.getByText('1 fila de «Noche» sin incluir.').waitFor();
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Elegir las hojas en Columnas' }).click();
  await page.getByRole('button', { name: 'Incluirla', exact: true }).click();
  await page.getByRole('button', { name: 'Revisar 3 filas' }).click();
  await page.getByRole('button', { name: 'Seguir con 3 cupones' }).click();
  await passPrevia(page);
  await page.getByRole('button', { name: 'Enviar 3 cupones' }).waitFor();
  expect(await page.getByText('sin incluir').count()).toBe(0);
});

testReviewing('the columns say what was found and why, and another one can be chosen', async ({ page }) => {
  await reachRows(page);
  await page.getByRole('button', { name: 'Volver', exact: true }).click();
  await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
  await waitAccessible(page);
  await waitToFit(page);
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await page.getByLabel('Columna de Auxiliar 1').selectOption({ label: 'Vendedor' });
  await page.getByText('La elegiste vos').waitFor();
  await page.getByLabel('Encabezado en la fila').selectOption('1');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Encabezado en la fila').selectOption('4');
  const way = page.getByRole('button', { name: /^Revisar \d+ filas$/ });
  await way.waitFor();
  await page.getByLabel('Recordar como plantilla').check();
  await page.getByLabel('Nombre de la plantilla').fill('Caja central');
  await way.click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();

  // Going back while the rows are being read: their arrival must not undo it.
  await page.getByRole('button', { name: 'Volver', exact: true }).click();
  const release = await hold(page, 'revision.leer');
  await way.click();
  await page.getByRole('button', { name: 'Volver', exact: true }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  const rowsRead = answered(page, 'revision.leer');
  release();
  await rowsRead;
  await page.getByRole('button', { name: 'Seguir con ese archivo' }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
});

test('rows of a wallet without their type of operation get it from a list, all of them at once', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  const lines = ['84211;;', '84212;;', ';4905;17', '84213;;', ';;18', ';;19'].map(
    (one) => `20/11/2026;${one};100,00\n`,
  );
  const titles = 'Fecha;Referencia Mercado Pago;Últimos 4;Comprobante;Importe\n';
  await choose(page, fileOf('mp.csv', `${titles}${lines.join('')}`));
  await page.getByText(/porque el archivo tiene datos de billetera\.$/).waitFor();
  await waitAccessible(page);
  await page.getByRole('button', { name: 'Revisar 6 filas' }).click();
  await page.getByRole('button', { name: 'Ir al primer error' }).click();
  const dialog = page.getByRole('dialog');
  const list = dialog.getByLabel('Tipo de operación de billetera');
  await list.selectOption({ label: 'Otro…' });
  await dialog.getByRole('textbox', { name: 'Tipo de operación de billetera' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Ir al/ }).click();
  await list.selectOption({ label: 'SETTLEMENT (venta)' });
  await waitAccessible(page);
  await dialog.getByLabel('Corregir también las otras 2 filas con este problema').check();
  const last = dialog.getByRole('checkbox', { name: /^Fila 5: / });
  await last.press('Space');
  await dialog.getByRole('button', { name: 'Corregir 2 filas' }).waitFor();
  await last.press('Space');
  const counted = answered(page, 'revision.iguales');
  await dialog.getByRole('button', { name: 'Corregir 3 filas' }).click();
  // The next error is of two rows, and the digits of a card are of one.
  await dialog.getByRole('textbox', { name: 'Últimos 4' }).waitFor();
  await counted;
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
});

testReviewing('an error is found, corrected and undone with the keyboard alone', async ({ page }) => {
  await reachRows(page);
  await waitAccessible(page);
  await page.getByText('5 filas con error.').waitFor();
  await page.getByRole('button', { name: 'Todas 421' }).waitFor();
  await page.getByText('1 de 422 en la lista, con 1 que no es cupón').waitFor();
  const grid = page.getByRole('grid', { name: 'Filas del archivo' });
  const dialog = page.getByRole('dialog');
  await enterRows(grid);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await waitAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page);
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox').waitFor();
  const focused = dialog.locator(':focus');
  await page.keyboard.press('Shift+Tab');
  await soon(() => focused.innerText()).toBe('Siguiente');
  await page.keyboard.press('Tab'); // Tab goes round inside the popover
  await soon(() => focused.getAttribute('autocomplete')).toBe('off');
  await page.keyboard.press('Enter'); // takes the offered fix
  await page.getByText('4 filas con error.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('5 filas con error.').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('Se volvió a cambiar 1 fila.').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+y');
  await page.getByText('No hay nada más para rehacer.').waitFor({ state: 'attached' });
  await waitForFocus(page);
  await page.getByRole('button', { name: 'Columnas', exact: true }).click();
  await dialog.getByRole('checkbox').first().focus(); // a checkbox has no typed text that Ctrl Z could undo
  await page.keyboard.press('Control+z');
  await page.getByText('5 filas con error.').waitFor();

  // The focused field of the next error was not edited: Ctrl Z undoes the last fix.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ir al primer error' }).click();
  await dialog.getByRole('textbox').press('Enter');
  await page.getByText('4 filas con error.').waitFor();
  await dialog.getByRole('textbox').press('Control+z');
  await page.getByText('5 filas con error.').waitFor();
});

testReviewing('keys pressed while the next error is looked for are done in their order', async ({ page }) => {
  await reachRows(page);
  await enterRows(page.getByRole('grid', { name: 'Filas del archivo' }));
  await page.evaluate(`for (const [key, altKey] of [['ArrowDown', true], ['ArrowDown', true], ['ArrowDown', false], ['ArrowUp', false], ['Enter', false]])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true }))`);
  // The second error of the example is an amount that is missing.
  await page.getByRole('dialog').getByLabel('Importe').waitFor();
});

testReviewing('the grid is one stop of the Tab key, and the arrows go through its cells', async ({ page }) => {
  await reachRows(page);
  const grid = page.getByRole('grid', { name: 'Filas del archivo' });
  await grid.getByRole('gridcell').first().waitFor();
  await page.getByRole('button', { name: 'Subir corregidas' }).focus();
  await page.keyboard.press('Tab');
  for (const key of ['End', 'Home', 'PageDown', 'ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const cell = page.locator(':focus');
  await soon(() => cell.getAttribute('col-id')).toBe('fecha_venta');
  const place = async () => Number(await cell.evaluate((one) => one.closest('[role=row]')?.ariaRowIndex));
  await soon(place).toBeGreaterThan(5);
  await page.keyboard.press('Tab');
  await soon(() => grid.locator(':focus').count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await soon(() => cell.getAttribute('col-id')).toBe('fecha_venta');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await soon(() => cell.getAttribute('role')).toBe('columnheader');
  // Opened on the whole row, the focus is on a button that changes nothing.
  const dialog = page.getByRole('dialog');
  await rowAt(grid, 0).getByRole('gridcell').first().press('Enter');
  await soon(() => dialog.locator(':focus').innerText()).toBe('Cerrar');
  await page.keyboard.press('Escape');
  // A cell with a notice is marked, as one with an error is.
  await page.getByRole('button', { name: /^Con aviso/ }).click();
  await page
    .getByRole('gridcell', { name: /^Aviso: / })
    .first()
    .waitFor();
  const shadow = `getComputedStyle(document.querySelector('.ag-cell.aviso')).boxShadow`;
  await soon(() => page.evaluate(shadow)).toContain('inset');
});

testReviewing('the first error opens with its explanation, and mending it leads to the next', async ({ page }) => {
  // The first error is asked for while the grid is still being built.
  const built = Promise.withResolvers<undefined>();
  await page.route(/assets\/control-/, async (route) => {
    await built.promise;
    await route.continue();
  });
  await reachRows(page);
  await page.getByRole('button', { name: 'Ir al primer error' }).click();
  built.resolve(undefined);
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('heading');
  await dialog.getByRole('heading', { name: 'Vino el número de tarjeta completo.' }).waitFor();

  // While one cell is being corrected, a second cell in which the person types stays open.
  const release = await hold(page, 'revision.corregir');
  await page.keyboard.press('Enter'); // takes the offered fix
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[role=row]:not([row-index^="b"]) [role=gridcell][col-id="comprobante"]').nth(1).dblclick();
  const field = dialog.getByRole('textbox');
  await field.fill('00009999');
  release();
  await page.getByText('4 filas con error.').waitFor();
  expect(await field.inputValue()).toBe('00009999');
  expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Ir al (?:primer error|error siguiente)$/ }).click();
  await dialog.getByLabel('Importe').fill('100,00');
  const second = await title.innerText();
  await page.keyboard.press('Enter');
  await page.getByText('3 filas con error.').waitFor();
  await soon(() => title.innerText()).not.toBe(second);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page);
});

test('the keyboard stays in the only row while its fix is undone and done again', async ({ page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  const sale = '01/10/2026;20300137;20015000;0727;00166347;AURORA DEBITO;2694;1;1.113,50';
  const head = 'Fecha;Establecimiento;Terminal;Lote;Nro. Cupón;Tarjeta;Últ. 4;Ctas.;Importe';
  await choose(page, fileOf('caja.csv', `${head}\n${sale}\n`));
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
  await page.getByRole('button', { name: 'Seguir con 1 cupón' }).click();
  await download(page);
  const grid = page.getByRole('grid', { name: 'Filas que no conciliarían' });
  const isInRow = () => grid.evaluate((one) => one.ownerDocument.activeElement?.closest('[role=row]') !== null);
  await grid.getByRole('gridcell', { name: '2694' }).click();
  await page.keyboard.press('Escape');
  const use = grid.getByRole('button', { name: /^Usar 2695/ });
  for (const [doIt, undoIt] of [
    ['u', 'Control+z'],
    ['Control+y', 'Control+z'],
    ['Control+Shift+z', 'Control+z'],
  ] as const) {
    // prettier-ignore
    await page.keyboard.press(doIt);
    await page.getByText('Todas conciliarían.').waitFor();
    await page.keyboard.press(undoIt);
    await use.waitFor();
    await page.getByText('Todas conciliarían.').waitFor({ state: 'detached' });
    expect(await isInRow()).toBe(true);
  }
});

testReviewing(
  'what would match is said once the days are there, and a row takes what was reported',
  async ({ page }) => {
    await reachRows(page);
    await leaveErrorsOut(page);
    await page.getByRole('heading', { name: 'No bajaste las operaciones de esos días' }).waitFor();
    await download(page);
    const grid = page.getByRole('grid', { name: 'Filas que no conciliarían' });
    const use = grid.getByRole('button', { name: /^Usar \$/ }).first();
    await use.waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await waitForFocus(page);
    await page.getByRole('button', { name: /^Arreglar las \d+ más parecidas$/ }).click();
    const asked = page.getByRole('dialog', { name: /^Así quedan \d+ filas$/ });
    await asked.getByRole('row').nth(1).waitFor();
    await waitAccessible(page);
    const count = async () => Number(/\d+/.exec(await asked.getByRole('heading').innerText())?.[0]);
    const many = await count();
    await asked
      .getByRole('checkbox', { name: /^Fila \d+$/ })
      .first()
      .press('Space');
    await soon(count).toBe(many - 1);
    await page.keyboard.press('Escape');
    await page.getByText(/^Puede conciliar más/).waitFor();

    const said = await use.innerText();
    const undo = page.getByRole('button', { name: /^Deshacer el cambio de la fila/ });
    await use.click();
    const row = grid.getByRole('row').filter({ has: undo });
    await row.getByText('Conciliaría').waitFor();
    expect(await row.innerText()).toContain(said.replace('Usar ', ''));
    await undo.click();
    await soon(() => undo.count()).toBe(0);

    // By keys: the row, its letter, and back; also after the panel was closed.
    await grid.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Fila elegida' });
    await panel.getByRole('heading', { name: '¿Por qué no conciliaría?' }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await undo.waitFor();
    await page.keyboard.press('Control+z');
    await soon(() => undo.count()).toBe(0);
    await page.keyboard.press('Control+y');
    await undo.waitFor();
    await page.keyboard.press('Control+z');
    await soon(() => undo.count()).toBe(0);

    // The review marks the fixed rows as changed.
    await use.click();
    await undo.waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.getByRole('button', { name: 'Deshacer', exact: true }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('1 fila cambiada.').waitFor();
    await page.getByRole('button', { name: 'Seguir al envío' }).click();
    await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
  },
);
