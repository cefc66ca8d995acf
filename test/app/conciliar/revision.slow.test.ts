import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { CSV, test } from './support.ts';

test('every row has its values as they are sent, the wrong ones as they were written', async ({ review }) => {
  const { document: doc, ver: show } = await review(CSV);
  expect(doc).toMatchObject({
    estado: 'filas',
    resumen: { filas: 6, listas: 2, conError: 4, conAviso: 1, omitidas: 0, deshacer: false },
  });
  const { filas } = await show();
  expect(filas.map(({ fila, estado }) => [fila, estado])).toEqual([
    [2, 'lista'],
    [3, 'error'],
    [4, 'error'],
    [5, 'lista'],
    [6, 'error'],
    [7, 'error'],
  ]);
  expect(filas[0]?.valores).toMatchObject({ fecha_venta: '2026-11-01', importe: '1500.00', comprobante: '00001' });
  expect(filas[2]?.valores).toMatchObject({ fecha_venta: '31/11/2026', importe: '20.00', tarjeta_nro: '0459' });
});

test('lines of totals are told from the others that are no coupons', async ({ review }) => {
  const header = CSV.slice(0, CSV.indexOf('\n') + 1);
  const { document: doc } = await review(`${CSV}${header};;;;;TOTAL;13.000,00\n`);
  expect(doc.resumen).toMatchObject({ filas: 8, ignoradas: 2, lineasDeTotal: 1 });
});

test('a filter and a search show what they say', async ({ review }) => {
  const { ver: show } = await review(CSV);
  expect((await show('error')).filas.map(({ fila }) => fila)).toEqual([3, 4, 6, 7]);
  expect((await show('aviso')).filas.map(({ fila }) => fila)).toEqual([5]);
  expect((await show('todas', '1.500,00')).total).toBe(2);
  expect((await show('error', 'cabal')).filas.map(({ fila }) => fila)).toEqual([6, 7]);
  expect((await show('todas', '01/11/2026 4905')).total).toBe(2);
});

test('a correction is read as a person of Argentina writes, and only its row changes', async ({ review }) => {
  const { correct, fila } = await review(CSV);
  const before = await fila(6);
  const change = await correct(4, 'fecha_venta', '3/11/2026');
  expect(change).toMatchObject({
    cambiadas: 1,
    resumen: { conError: 3, listas: 3, deshacer: true },
    fila: { fila: 4, estado: 'lista', cambiados: ['fecha_venta'], valores: { fecha_venta: '2026-11-03' } },
  });
  expect(await fila(6)).toEqual(before);
  expect(await correct(6, 'importe', '12.450,00')).toMatchObject({
    fila: { estado: 'lista', valores: { importe: '12450.00' } },
  });
});

test('a correction that is wrong too says so, and what it says stays in the cell', async ({ review }) => {
  const { correct } = await review(CSV);
  expect(await correct(4, 'fecha_venta', 'ayer')).toMatchObject({
    fila: { estado: 'error', valores: { fecha_venta: 'ayer' }, problemas: [{ codigo: 'NO_ES_FECHA', valor: 'ayer' }] },
  });
});

test('a fix goes to every row with the same problem, each with its own', async ({ world, review }) => {
  const { nombre, correct, fila } = await review(CSV);
  const { id } = await fila(3);
  const other = { conArreglo: 1, conValor: 0 };
  expect(await world.revision.iguales({ revision: nombre, fila: id, campo: 'tarjeta_nro' })).toEqual(other);
  expect(await correct(3, 'tarjeta_nro', '0010', true)).toMatchObject({ cambiadas: 2 });
  expect((await fila(7)).valores.tarjeta_nro).toBe('0028');
  const undone = await world.revision.deshacer({ revision: nombre });
  expect(undone).toMatchObject({ cambiadas: 2, resumen: { conError: 4, rehacer: true } });
});

test('as many rows are fixed over the same text as were announced, and no other', async ({ world, review }) => {
  const rows = ['ayer', 'ayer', 'mañana', 'ayer'].map((day, n) => `${day};100,00;0000${String(n)};4417`);
  const csv = ['Fecha;Importe;Comprobante;Tarjeta', ...rows].join('\n');
  const { nombre, correct, fila } = await review(csv);
  const { id } = await fila(2);
  const same = await world.revision.iguales({ revision: nombre, fila: id, campo: 'fecha_venta' });
  expect(same).toEqual({ conArreglo: 0, conValor: 2 });
  expect(await correct(2, 'fecha_venta', '3/11/2026', true)).toMatchObject({ cambiadas: 3, resumen: { conError: 1 } });
  expect((await fila(4)).valores.fecha_venta).toBe('mañana');
});

test('the fields with a problem stay those of the reading, so that their columns stay', async ({ world, review }) => {
  const { nombre, document, correct, leaveOut } = await review(CSV);
  await correct(3, 'tarjeta_nro', '0010', true);
  await leaveOut('errores');
  expect(document.conProblema).toContain('tarjeta_nro');
  expect((await world.revision.leer({ revision: nombre })).conProblema).toEqual(document.conProblema);
});

test('a cell that was not touched keeps what is wrong with it', async ({ review }) => {
  const { correct } = await review(CSV);
  const { fila } = await correct(3, 'lote', '9');
  expect(fila).toMatchObject({ estado: 'error', problemas: [{ codigo: 'LARGO_MAXIMO', campo: 'tarjeta_nro' }] });
  expect(fila?.valores.tarjeta_nro).toBe('450799······0010');
});

test('equal sales are told after a correction makes or unmakes them', async ({ review }) => {
  const { correct, fila, leaveOut } = await review(CSV);
  expect((await fila(5)).problemas).toMatchObject([{ codigo: 'POSIBLE_DUPLICADO', valor: '2' }]);
  await correct(2, 'comprobante', '00009');
  expect((await fila(5)).problemas).toEqual([]);
  await correct(5, 'comprobante', '00009');
  expect((await fila(5)).problemas).toMatchObject([{ codigo: 'POSIBLE_DUPLICADO' }]);
  const { id } = await fila(2);
  await leaveOut([id]);
  expect((await fila(5)).problemas).toEqual([]);
});

test('undo and redo give back exactly what was there, also after closing the program', async ({ world, review }) => {
  const { nombre, correct, ver: show } = await review(CSV);
  const first = (await show()).filas;
  await correct(4, 'fecha_venta', '3/11/2026');
  await correct(2, 'lote', '7');
  const last = (await show()).filas;
  const again = world.reopen();
  const rows = async () => (await again.filas({ revision: nombre, filtro: 'todas', desde: 0, limite: 10 })).filas;
  expect(await again.ver({})).toMatchObject({
    revision: nombre,
    estado: 'filas',
    resumen: { deshacer: true },
  });
  await again.deshacer({ revision: nombre });
  await again.deshacer({ revision: nombre });
  expect(await rows()).toEqual(first);
  await again.rehacer({ revision: nombre });
  await again.rehacer({ revision: nombre });
  expect(await rows()).toEqual(last);
  expect(await again.rehacer({ revision: nombre })).toMatchObject({
    cambiadas: 0,
    resumen: { rehacer: false },
  });
});

test('an ambiguous column is asked once, and a row that cannot be as answered is an error with its other reading', async ({
  world,
  writeFile,
  folder,
}) => {
  const csv = `Fecha;Últimos 4;Comprobante;Importe
13/11/2026;4905;1;1,00
11/14/2026;4905;2;2,00
03/04/2026;4905;3;3,00
05/06/2026;4905;4;4,00
`;
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(csv)] });
  const ofSheet = { revision, archivo: 0 };
  const asked = await world.revision.columnas({ ...ofSheet, respuestas: {} });
  expect(asked.archivos[0]?.tabla?.dudas).toMatchObject([{ clave: 'fechas.fecha_venta', filas: 2, tomada: null }]);
  await world.revision.columnas({ ...ofSheet, respuestas: { 'fechas.fecha_venta': 'mes' } });
  const { resumen } = await world.revision.leer({ revision });
  expect(resumen?.conError).toBe(1);
  const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 3 });
  expect(filas).toMatchObject([
    { problemas: [{ codigo: 'FECHA_IMPOSIBLE', valor: '13/11/2026', arreglo: '13/11/2026' }] },
    {},
    { valores: { fecha_venta: '2026-03-04' } },
  ]);
  // So it is also after the workbook of errors comes back as it was.
  const exportar = path.join(folder, 'errores.xlsx');
  await world.revision.errores({ revision, exportar });
  expect(await world.revision.mezclar({ revision, archivos: [exportar] })).toMatchObject({ cambiadas: 0 });
});

test('totals are of what will be sent, exact, by card, day and closing', async ({ world, review }) => {
  const { nombre, fila } = await review(CSV);
  const totals = await world.revision.totales({ revision: nombre });
  expect(totals).toMatchObject({
    cupones: 2,
    importe: '3000.00',
    porTarjeta: [{ clave: 'Visa', cupones: 2, importe: '3000.00' }],
    porCierre: [{ clave: '2026-11-01 · 20014832 · 312', cupones: 2 }],
  });
  const one = { revision: nombre, filas: [(await fila(5)).id], omitir: true };
  // Every change gives the total of amounts, so its row need not wait for the other totals.
  expect(await world.revision.omitir(one)).toMatchObject({ resumen: { listas: 1, importe: '1500.00' } });
  expect(await world.revision.totales({ revision: nombre })).toMatchObject({ cupones: 1, importe: '1500.00' });
});

test('the workbook of errors comes back to the same rows', async ({ world, review, folder }) => {
  const { nombre, fila } = await review(CSV);
  const exported = path.join(folder, 'errores.xlsx');
  expect(await world.revision.errores({ revision: nombre, exportar: exported })).toEqual({
    exportado: exported,
    filas: 4,
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(exported);
  const sheet = book.worksheets[0];
  if (sheet === undefined) throw new Error('no sheet');
  const titles = sheet.getRow(4).values as readonly string[];
  const put = (row: number, title: string, value: string): void => {
    sheet.getRow(row).getCell(titles.indexOf(title)).value = value;
  };
  put(5, 'Últimos 4', '0010');
  put(6, 'Fecha de venta', '30/11/2025');
  put(7, 'Importe', '12450');
  await book.xlsx.writeFile(exported);
  const { revision } = await world.revision.empezar({ archivos: [exported] });
  expect(revision).toBe(nombre);
  expect(await fila(3)).toMatchObject({ estado: 'lista', valores: { tarjeta_nro: '0010', importe: '10.00' } });
  expect(await fila(4)).toMatchObject({ estado: 'lista', valores: { fecha_venta: '2025-11-30' } });
  expect(await fila(6)).toMatchObject({ estado: 'lista', valores: { importe: '12450.00' } });
  expect((await fila(7)).cambiados).toBeUndefined();
});

test('the workbook of errors has the columns of a wallet for a row without a kind', async ({
  world,
  review,
  folder,
}) => {
  const { nombre, fila } = await review(
    'Fecha;Importe;Comprobante;Últimos 4\n22/10/2026;1,00;1;4905\n23/10/2026;2,00;;\n',
  );
  const exported = path.join(folder, 'errores.xlsx');
  await world.revision.errores({ revision: nombre, exportar: exported });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(exported);
  const sheet = book.worksheets[0];
  if (sheet === undefined) throw new Error('no sheet');
  const titles = sheet.getRow(4).values as readonly string[];
  sheet.getRow(5).getCell(titles.indexOf('Referencia de billetera')).value = '84211';
  sheet.getRow(5).getCell(titles.indexOf('Tipo de operación de billetera')).value = 'SETTLEMENT';
  // A column that a person adds, named as files name this field.
  sheet.getRow(4).getCell(titles.length).value = 'Nro. de lote';
  sheet.getRow(5).getCell(titles.length).value = '7';
  await book.xlsx.writeFile(exported);
  await world.revision.empezar({ archivos: [exported] });
  expect(await fila(3)).toMatchObject({
    estado: 'lista',
    valores: { wallet_referencia: '84211', wallet_tipo_operacion: 'SETTLEMENT', lote: '7' },
  });
});

test('what is sent is what was shown: the texts, in order, of that version', async ({ world, review }) => {
  const { nombre, correct, ver: show, leaveOut, send } = await review(CSV);
  const { version } = await show();
  await correct(4, 'fecha_venta', '3/11/2026');
  const refused = async () => world.revision.enviar({ revision: nombre, version }).catch((error: unknown) => error);
  expect(isAppError(await refused(), 'REVISION_CAMBIADA')).toBe(true);
  await leaveOut('errores');
  await send();
  expect(world.enviados.map((text) => (JSON.parse(text) as { comprobante: string }).comprobante)).toEqual([
    '00001',
    '00003',
    '00001',
  ]);
  expect(await world.revision.ver({})).toMatchObject({ estado: 'enviada' });
  // The same file again: all of its coupons were sent.
  const again = await review(CSV);
  expect((await again.fila(2)).problemas).toMatchObject([{ codigo: 'YA_ENVIADO' }]);
});

test('nothing is sent while a row has errors', async ({ review }) => {
  const { send } = await review(CSV);
  await expect(send()).rejects.toMatchObject({ code: 'VALIDACION_RECHAZADA' });
});

test('a revision that was replaced is no longer answered for', async ({ world, review }) => {
  const { nombre } = await review(CSV);
  await review(CSV, 'otro.csv');
  await expect(world.revision.totales({ revision: nombre })).rejects.toMatchObject({ code: 'REVISION_INEXISTENTE' });
});
