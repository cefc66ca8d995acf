import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { prepareSheet } from '#domain/cupones/prepare-sheet.ts';
import { createDictionary } from '#domain/cupones/header-key.ts';
import type { Sheet } from '#domain/sheet.ts';
import { copyWithoutTarjetas } from '#workbook/read/copy.ts';
import { readWorkbook } from '#workbook/read/index.ts';
import { test, texts } from '../read/reading.ts';

const signal = new AbortController().signal;
type Read = { readonly hojas: readonly Sheet[] };
const EXAMPLE = path.resolve('resources/ejemplo/cupones-ejemplo.xlsx');

async function readCopy(file: string): Promise<Read> {
  const reading = await readWorkbook(file, { signal });
  if (!reading.ok) throw new Error(reading.error.codigo);
  return { hojas: reading.value };
}
async function copyOf({ hojas }: Read, folder: string): Promise<{ archivo: string; ledger: Read }> {
  const file = path.join(folder, 'copia');
  const names = createDictionary();
  const prepared = hojas.flatMap((sheet) => prepareSheet(sheet, names, {}) ?? []);
  await copyWithoutTarjetas({ hojas, prepared }, file);
  return { archivo: file, ledger: await readCopy(file) };
}
const all = (sheet: Sheet) => ({
  name: sheet.name,
  hidden: sheet.hidden,
  date1904: sheet.date1904,
  separator: sheet.separator,
  combinadas: sheet.tallMerges,
  filas: Array.from({ length: sheet.rowCount }, (_, row) => [
    sheet.rowNumber(row),
    sheet.rowHidden(row),
    ...Array.from({ length: sheet.columnCount }, (_cell, column) => [
      sheet.kind(row, column),
      sheet.text(row, column),
      sheet.number(row, column),
      sheet.precisionLost(row, column),
    ]),
  ]),
});

test('a copy says the same as its workbook, sheet by sheet', async ({ reader }) => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Ventas');
  sheet.addRow(['Fecha', 'Importe', 'Comprobante', 'Entregado', 'Nota']);
  sheet.addRow([new Date(Date.UTC(2026, 9, 3)), 1500.5, '00012', true, { error: '#N/A' }]);
  sheet.addRow([
    new Date(Date.UTC(2026, 9, 4, 10, 30)),
    0.1 + 0.2,
    123,
    false,
    { formula: 'A1', result: 'ñandú\n"x"' },
  ]);
  sheet.getCell('C3').numFmt = '00000000';
  sheet.getRow(3).hidden = true;
  sheet.mergeCells('D2:D3');
  workbook.addWorksheet('Oculta', { state: 'hidden' }).addRow(['nada']);
  const original = await reader.workbook(new Uint8Array(await workbook.xlsx.writeBuffer()));
  const { ledger: copy } = await copyOf(original, reader.folder);
  expect(copy.hojas.map(all)).toEqual(original.hojas.map(all));
});

test('a copy of a text file keeps what separates its cells, by which its rows are judged', async ({ reader }) => {
  const original = await reader.workbook('Fecha,Comprobante,Importe\n05/11/2026,1,1500,50\n06/11/2026,2,200,00');
  const { ledger: copy } = await copyOf(original, reader.folder);
  expect(copy.hojas.map(({ separator }) => separator)).toEqual([',']);
});

test('the example comes back whole but for its card number', async ({ reader }) => {
  const original = await readCopy(EXAMPLE);
  const { ledger: workbook } = await copyOf(original, reader.folder);
  const expected = JSON.stringify(original.hojas.map(all)).replace('4507 9900 0000 0010', '450799······0010');
  expect(JSON.parse(JSON.stringify(workbook.hojas.map(all)))).toEqual(JSON.parse(expected));
});

test('card numbers are covered where they are card numbers, and nowhere else', async ({ reader }) => {
  const card = '4507990000000010';
  const rows = [
    `Fecha;Importe;Últimos 4;Tarjeta;Referencia;Códigos`,
    `03/10/2026;10,00;${card};Visa ${card};${card};${card}`,
    `03/10/2026;20,00;4417;Visa;12345;${card}`,
    `03/10/2026;30,00;4417;Visa;67890;${card}`,
    `03/10/2026;40,00;4417;Visa;67891;${card}`,
  ];
  const original = await reader.workbook(rows.join('\n'));
  const { archivo, ledger: workbook } = await copyOf(original, reader.folder);
  const [sheet] = workbook.hojas;
  expect(sheet === undefined ? [] : texts(sheet, 1)).toEqual([
    '03/10/2026',
    '10,00',
    '450799······0010',
    'Visa 450799······0010',
    card, // one card number among other references: one reference in ten looks like a card by chance
    '450799······0010',
  ]);
  expect((await stat(archivo)).mode & 0o077).toBe(0);
});

test('a bare card number is covered in every column of a card, as it is on reading', async ({ reader }) => {
  const rows = [
    'Fecha;Importe;Últimos 4;Comprobante;Medio de pago',
    ...['4507990000000010', 'Visa', 'Cabal', 'Visa'].map((one) => `03/10/2026;10,00;4417;00012;${one}`),
  ];
  const original = await reader.workbook(rows.join('\n'));
  const { ledger: workbook } = await copyOf(original, reader.folder);
  const [sheet] = workbook.hojas;
  expect(sheet === undefined ? [] : texts(sheet, 1).at(-1)).toBe('450799······0010');
});

test('what is compressed and not ours, and ours cut short, are told apart', async ({ reader }) => {
  expect((await reader.failure(gzipSync('hola\nchau\n'))).codigo).toBe('FORMATO_DESCONOCIDO');
  expect((await reader.failure(gzipSync('{"copia":9,"date1904":false}\n'))).codigo).toBe('FORMATO_DESCONOCIDO');
  const { archivo } = await copyOf(await readCopy(EXAMPLE), reader.folder);
  const bytes = await readFile(archivo);
  expect((await reader.failure(bytes.subarray(0, bytes.length / 2))).codigo).toBe('ARCHIVO_DANADO');
});

test('a copy is never written over a file, and leaves nothing where it cannot be', async ({ reader }) => {
  const original = await readCopy(EXAMPLE);
  await writeFile(path.join(reader.folder, 'copia'), 'ajeno');
  await expect(copyOf(original, reader.folder)).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  expect(await readFile(path.join(reader.folder, 'copia'), 'utf8')).toBe('ajeno');
  await expect(copyOf(original, path.join(reader.folder, 'no-esta'))).rejects.toMatchObject({
    code: 'CARPETA_SIN_PERMISO',
  });
});
