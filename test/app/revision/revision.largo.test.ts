import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { context, CSV, leida, test } from './apoyo.ts';

test('every row is there with its values as they are sent, and the wrong ones as they were written', async ({
  mundo,
  archivo,
}) => {
  const { documento, ver } = await leida(mundo.revision, [await archivo(CSV)]);
  expect(documento).toMatchObject({
    estado: 'filas',
    resumen: { filas: 6, listas: 2, conError: 4, conAviso: 1, omitidas: 0, deshacer: false },
  });
  const { filas } = await ver();
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

test('lines of totals are told from the others that are no coupons', async ({ mundo, archivo }) => {
  const encabezado = CSV.slice(0, CSV.indexOf('\n') + 1);
  const { documento } = await leida(mundo.revision, [await archivo(`${CSV}${encabezado};;;;;TOTAL;13.000,00\n`)]);
  expect(documento.resumen).toMatchObject({ filas: 8, ignoradas: 2, lineasDeTotal: 1 });
});

test('a filter and a search show what they say', async ({ mundo, archivo }) => {
  const { ver } = await leida(mundo.revision, [await archivo(CSV)]);
  expect((await ver('error')).filas.map(({ fila }) => fila)).toEqual([3, 4, 6, 7]);
  expect((await ver('aviso')).filas.map(({ fila }) => fila)).toEqual([5]);
  expect((await ver('todas', '1.500,00')).total).toBe(2);
  expect((await ver('error', 'cabal')).filas.map(({ fila }) => fila)).toEqual([6, 7]);
  expect((await ver('todas', '01/11/2026 4905')).total).toBe(2);
});

test('a correction is read as a person of Argentina writes, and only its row changes', async ({ mundo, archivo }) => {
  const { corregir, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  const before = await fila(6);
  const change = await corregir(4, 'fecha_venta', '3/11/2026');
  expect(change).toMatchObject({
    cambiadas: 1,
    resumen: { conError: 3, listas: 3, deshacer: true },
    fila: { fila: 4, estado: 'lista', editada: true, valores: { fecha_venta: '2026-11-03' } },
  });
  expect(await fila(6)).toEqual(before);
  expect(await corregir(6, 'importe', '12.450,00')).toMatchObject({
    fila: { estado: 'lista', valores: { importe: '12450.00' } },
  });
});

test('going back to the columns and on again keeps what was corrected', async ({ mundo, archivo }) => {
  const { documento, corregir, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  await corregir(6, 'importe', '12.450,00');
  const otraVez = await mundo.revision.leer({ revision: documento.revision, plantilla: 'Caja' }, context);
  expect(otraVez).toMatchObject({ estado: 'filas', resumen: { conError: 3, deshacer: true } });
  expect(await fila(6)).toMatchObject({ estado: 'lista', valores: { importe: '12450.00' } });
  const { archivos } = await mundo.revision.empezar({ archivos: [await archivo(CSV)] }, context);
  expect(archivos[0]?.tabla?.plantilla).toBe('Caja');
});

test('a correction that is wrong too says so, and what it says stays in the cell', async ({ mundo, archivo }) => {
  const { corregir } = await leida(mundo.revision, [await archivo(CSV)]);
  expect(await corregir(4, 'fecha_venta', 'ayer')).toMatchObject({
    fila: { estado: 'error', valores: { fecha_venta: 'ayer' }, problemas: [{ codigo: 'NO_ES_FECHA', valor: 'ayer' }] },
  });
});

test('a fix goes to every row with the same problem, each with its own', async ({ mundo, archivo }) => {
  const { nombre, corregir, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  const { id } = await fila(3);
  const other = { conArreglo: 1, conValor: 0 };
  expect(await mundo.revision.iguales({ revision: nombre, fila: id, campo: 'tarjeta_nro' }, context)).toEqual(other);
  expect(await corregir(3, 'tarjeta_nro', '0010', true)).toMatchObject({ cambiadas: 2 });
  expect((await fila(7)).valores.tarjeta_nro).toBe('0028');
  const undone = await mundo.revision.deshacer({ revision: nombre }, context);
  expect(undone).toMatchObject({ cambiadas: 2, resumen: { conError: 4, rehacer: true } });
});

test('as many rows are fixed over the same text as were announced, and no other', async ({ mundo, archivo }) => {
  const filas = ['ayer', 'ayer', 'mañana', 'ayer'].map((dia, n) => `${dia};100,00;0000${String(n)};4417`);
  const csv = ['Fecha;Importe;Comprobante;Tarjeta', ...filas].join('\n');
  const { nombre, corregir, fila } = await leida(mundo.revision, [await archivo(csv)]);
  const { id } = await fila(2);
  const iguales = await mundo.revision.iguales({ revision: nombre, fila: id, campo: 'fecha_venta' }, context);
  expect(iguales).toEqual({ conArreglo: 0, conValor: 2 });
  expect(await corregir(2, 'fecha_venta', '3/11/2026', true)).toMatchObject({ cambiadas: 3, resumen: { conError: 1 } });
  expect((await fila(4)).valores.fecha_venta).toBe('mañana');
});

test('a cell that was not touched keeps what is wrong with it', async ({ mundo, archivo }) => {
  const { corregir } = await leida(mundo.revision, [await archivo(CSV)]);
  const { fila } = await corregir(3, 'lote', '9');
  expect(fila).toMatchObject({ estado: 'error', problemas: [{ codigo: 'LARGO_MAXIMO', campo: 'tarjeta_nro' }] });
  expect(fila?.valores.tarjeta_nro).toBe('450799······0010');
});

test('equal sales are told after a correction makes or unmakes them', async ({ mundo, archivo }) => {
  const { nombre, corregir, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  expect((await fila(5)).problemas).toMatchObject([{ codigo: 'POSIBLE_DUPLICADO', valor: '2' }]);
  await corregir(2, 'comprobante', '00009');
  expect((await fila(5)).problemas).toEqual([]);
  await corregir(5, 'comprobante', '00009');
  expect((await fila(5)).problemas).toMatchObject([{ codigo: 'POSIBLE_DUPLICADO' }]);
  const { id } = await fila(2);
  await mundo.revision.omitir({ revision: nombre, filas: [id], omitir: true }, context);
  expect((await fila(5)).problemas).toEqual([]);
});

test('undo and redo give back exactly what was there, also after closing the program', async ({ mundo, archivo }) => {
  const { nombre, corregir, ver } = await leida(mundo.revision, [await archivo(CSV)]);
  const first = (await ver()).filas;
  await corregir(4, 'fecha_venta', '3/11/2026');
  await corregir(2, 'lote', '7');
  const last = (await ver()).filas;
  const again = mundo.reabrir();
  const rows = async () =>
    (await again.filas({ revision: nombre, filtro: 'todas', desde: 0, limite: 10 }, context)).filas;
  expect(await again.ver({}, context)).toMatchObject({
    revision: nombre,
    estado: 'filas',
    resumen: { deshacer: true },
  });
  await again.deshacer({ revision: nombre }, context);
  await again.deshacer({ revision: nombre }, context);
  expect(await rows()).toEqual(first);
  await again.rehacer({ revision: nombre }, context);
  await again.rehacer({ revision: nombre }, context);
  expect(await rows()).toEqual(last);
  expect(await again.rehacer({ revision: nombre }, context)).toMatchObject({
    cambiadas: 0,
    resumen: { rehacer: false },
  });
});

test('no full card number is in any file that is kept', async ({ mundo, archivo, carpeta }) => {
  const { corregir } = await leida(mundo.revision, [await archivo(CSV)]);
  await corregir(4, 'tarjeta_nro', '4507990000000010');
  mundo.reabrir();
  const datos = path.join(carpeta, 'datos');
  for (const entry of await readdir(datos, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(path.join(entry.parentPath, entry.name))).toString('latin1');
    expect(bytes).not.toMatch(/4507990000000010|4507990000000028/);
  }
});

test('an ambiguous column is asked once, and the answer is for all its rows', async ({ mundo, archivo }) => {
  const csv = `Fecha;Últimos 4;Comprobante;Importe
13/11/2026;4905;1;1,00
11/14/2026;4905;2;2,00
03/04/2026;4905;3;3,00
05/06/2026;4905;4;4,00
`;
  const { nombre, documento, fila } = await leida(mundo.revision, [await archivo(csv)]);
  expect(documento.resumen?.fechas).toMatchObject([
    { archivo: 0, campo: 'fecha_venta', columna: 'Fecha', filas: 2, ejemplo: '03/04/2026' },
  ]);
  const orden = { revision: nombre, archivo: 0, campo: 'fecha_venta', orden: 'mes' } as const;
  expect(await mundo.revision.orden(orden, context)).toMatchObject({
    cambiadas: 2,
    resumen: { fechas: [], conError: 0 },
  });
  expect((await fila(4)).valores.fecha_venta).toBe('2026-03-04');
});

test('totals are of what will be sent, exact, by card, day and closing', async ({ mundo, archivo }) => {
  const { nombre, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  const totales = await mundo.revision.totales({ revision: nombre }, context);
  expect(totales).toMatchObject({
    cupones: 2,
    importe: '3000.00',
    porTarjeta: [{ clave: 'Visa', cupones: 2, importe: '3000.00' }],
    porCierre: [{ clave: '2026-11-01 · 20014832 · 312', cupones: 2 }],
  });
  const una = { revision: nombre, filas: [(await fila(5)).id], omitir: true };
  // The change itself brings the amount: the totals row has not to wait for the others.
  expect(await mundo.revision.omitir(una, context)).toMatchObject({ resumen: { listas: 1, importe: '1500.00' } });
  expect(await mundo.revision.totales({ revision: nombre }, context)).toMatchObject({ cupones: 1, importe: '1500.00' });
});

test('the workbook of errors, corrected in a spreadsheet, comes back to the same rows', async ({
  mundo,
  archivo,
  carpeta,
}) => {
  const { nombre, fila } = await leida(mundo.revision, [await archivo(CSV)]);
  const exportar = path.join(carpeta, 'errores.xlsx');
  expect(await mundo.revision.errores({ revision: nombre, exportar }, context)).toEqual({
    exportado: exportar,
    filas: 4,
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(exportar);
  const sheet = book.worksheets[0];
  if (sheet === undefined) throw new Error('no sheet');
  const titles = sheet.getRow(4).values as readonly string[];
  const put = (row: number, title: string, value: string): void => {
    sheet.getRow(row).getCell(titles.indexOf(title)).value = value;
  };
  put(5, 'Últimos cuatro de la tarjeta', '0010');
  put(6, 'Fecha de venta', '30/11/2025');
  put(7, 'Importe', '12450');
  await book.xlsx.writeFile(exportar);
  const { revision } = await mundo.revision.empezar({ archivos: [exportar] }, context);
  expect(revision).toBe(nombre);
  expect(await fila(3)).toMatchObject({ estado: 'lista', valores: { tarjeta_nro: '0010', importe: '10.00' } });
  expect(await fila(4)).toMatchObject({ estado: 'lista', valores: { fecha_venta: '2025-11-30' } });
  expect(await fila(6)).toMatchObject({ estado: 'lista', valores: { importe: '12450.00' } });
  expect(await fila(7)).toMatchObject({ estado: 'error', editada: false });
});

test('what is sent is what was shown: the texts, in order, of that version', async ({ mundo, archivo }) => {
  const { nombre, corregir, ver } = await leida(mundo.revision, [await archivo(CSV)]);
  const { version } = await ver();
  await corregir(4, 'fecha_venta', '3/11/2026');
  const refused = async (): Promise<unknown> =>
    mundo.revision.enviar({ revision: nombre, version }, context).catch((error: unknown) => error);
  expect(isAppError(await refused(), 'REVISION_CAMBIADA')).toBe(true);
  await mundo.revision.omitir({ revision: nombre, filas: 'errores', omitir: true }, context);
  await mundo.revision.enviar({ revision: nombre, version: (await ver()).version }, context);
  expect(mundo.enviados.map((texto) => (JSON.parse(texto) as { comprobante: string }).comprobante)).toEqual([
    '00001',
    '00003',
    '00001',
  ]);
  expect(await mundo.revision.ver({}, context)).toMatchObject({ estado: 'enviada' });
  // The same file again: its coupons were sent.
  const again = await leida(mundo.revision, [await archivo(CSV)]);
  expect((await again.fila(2)).problemas).toMatchObject([{ codigo: 'YA_ENVIADO' }]);
});

test('nothing is sent while a row has errors', async ({ mundo, archivo }) => {
  const { nombre, ver } = await leida(mundo.revision, [await archivo(CSV)]);
  const enviar = mundo.revision.enviar({ revision: nombre, version: (await ver()).version }, context);
  await expect(enviar).rejects.toMatchObject({ code: 'VALIDACION_RECHAZADA' });
});

test('a revision that was replaced is no longer answered for', async ({ mundo, archivo }) => {
  const { nombre } = await leida(mundo.revision, [await archivo(CSV)]);
  await leida(mundo.revision, [await archivo(CSV, 'otro.csv')]);
  await expect(mundo.revision.totales({ revision: nombre }, context)).rejects.toMatchObject({
    code: 'REVISION_INEXISTENTE',
  });
});
