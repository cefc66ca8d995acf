import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { beforeEach, expect, test } from 'vitest';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { writeWorkbook, type WriteWorkbookOptions } from '#workbook/write/write-workbook.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { sheetOf, readWorkbook } from './read-back.ts';

let folder = '';
beforeEach(() => {
  folder = createTemporaryFolder();
});

const options = (part: Partial<WriteWorkbookOptions> = {}): WriteWorkbookOptions => ({
  signal: new AbortController().signal,
  creado: Date.UTC(2026, 10, 21),
  ifExists: 'rechazar',
  ...part,
});
const text: Column = { titulo: 'Texto', tipo: 'texto', ancho: 20, total: { cuenta: ['fila', 'filas'] } };
const importe: Column = { titulo: 'Importe', tipo: 'importe', ancho: 17, total: 'suma' };
const toTable = (part: Partial<TableSheet>): TableSheet => ({
  forma: 'tabla',
  nombre: 'Datos',
  sello: ['Título', 'De la cuenta'],
  columnas: [text, importe],
  vacia: 'Ninguna fila.',
  filas: [],
  ...part,
});
const writeOne = (sheet: TableSheet, part: Partial<WriteWorkbookOptions> = {}): Promise<string> =>
  writeWorkbook(path.join(folder, 'libro.xlsx'), [sheet], options(part));
const readBack = async (part: Partial<TableSheet>, more: Partial<WriteWorkbookOptions> = {}) =>
  readWorkbook(await writeOne(toTable(part), more));

test('each kind of column is read back with its value, its type and its format', async () => {
  const columns = (['texto', 'entero', 'importe', 'fecha', 'fechaHora', 'booleano'] as const).map((type): Column => ({
    titulo: type,
    tipo: type,
    ancho: 12,
  }));
  const row: readonly Cell[] = ['00123', 1252, -150_050, '2026-11-21', '2026-11-21 10:32:05', true];
  const [sheet] = await readBack({ columnas: columns, filas: [row] });
  expect(sheet?.filas[4]).toEqual([
    '00123',
    1252,
    -1500.5,
    new Date('2026-11-21T00:00:00Z'),
    new Date('2026-11-21T10:32:05Z'),
    true,
  ]);
  expect(['A5', 'B5', 'C5', 'D5', 'E5'].map((cell) => sheet?.getFormat(cell))).toEqual([
    '@',
    '#,##0_ ',
    '"$" #,##0.00_ ;"\u2212$" #,##0.00_ ',
    'dd/mm/yyyy',
    'dd/mm/yyyy hh:mm',
  ]);
});

test('a moment whose time was not reported is shown as a day, not as midnight', async () => {
  const columns: readonly Column[] = [{ titulo: 'Venta', tipo: 'fechaHora', ancho: 12 }];
  const [sheet] = await readBack({ columnas: columns, filas: [['2026-11-21'], ['2026-11-21 00:00:00']] });
  expect(['A5', 'A6'].map((cell) => sheet?.getFormat(cell))).toEqual(['dd/mm/yyyy', 'dd/mm/yyyy hh:mm']);
});

test('text that looks like a formula stays text', async () => {
  const texts = ['=1+1', '+54 11', '-3', '@SUM(A1)', '\t=cmd', '\r=cmd', "'=1"];
  const [sheet] = await readBack({ filas: texts.map((item) => [item, 100]) });
  expect(sheet?.filas.slice(4, -1).map(([cell]) => cell)).toEqual(texts);
  expect(texts.map((_, n) => sheet?.formula(`A${String(n + 5)}`))).toEqual(texts.map(() => undefined));
});

test('characters that XML has no place for come back as they were', async () => {
  const odd = ['a\u0000b', 'campana\u0007', 'fin\r\n', '\u007f', 'x\ufffey'];
  const texts = [...odd, '_x0041_', '<&">', '  orillas  ', 'emoji 😀'];
  const [sheet] = await readBack({ filas: texts.map((item) => [item, 100]) });
  expect(sheet?.filas.slice(4, -1).map(([cell]) => cell)).toEqual(texts);
});

test.each([
  ['half a surrogate pair does not damage the file', 'a\ud800b', 'a\ufffdb'],
  ['a text longer than a cell can hold ends in an ellipsis', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
])('%s', async (_what, written, read) => {
  const [sheet] = await readBack({ filas: [[written, 1]] });
  expect(sheet?.valueAt('A5')).toBe(read);
});

test('a date that no spreadsheet has stays text', async () => {
  const columns: Column[] = [{ titulo: 'Fecha', tipo: 'fecha', ancho: 12 }];
  const [sheet] = await readBack({ columnas: columns, filas: [['1899-05-01'], ['2026-02-31'], ['1900-03-01']] });
  expect(['A5', 'A6', 'A7'].map((cell) => sheet?.valueAt(cell))).toEqual([
    '1899-05-01',
    '2026-02-31',
    new Date('1900-03-01T00:00:00Z'),
  ]);
});

test('totals are formulas over the visible rows with their exact values', async () => {
  const rows: Cell[][] = [
    ['a', 10],
    ['b', 20],
    ['c', 70_000_000_000_000],
  ];
  const [sheet] = await readBack({ filas: rows });
  expect(sheet?.formula('A8')).toBe('SUBTOTAL(103,A5:A7)');
  expect(sheet?.formula('B8')).toBe('SUBTOTAL(109,B5:B7)');
  expect([sheet?.valueAt('A8'), sheet?.valueAt('B8'), sheet?.getFormat('A8')]).toEqual([
    3,
    700_000_000_000.3,
    '[=1]0" fila";#,##0" filas"',
  ]);
});

const columns = (n: number): Column[] =>
  Array.from({ length: n }, (_, i) => ({ titulo: `Dato ${String(i)}`, tipo: 'texto', ancho: 20 }));

test('columns without a value are hidden where the sheet is too wide for a page, and nowhere else', async () => {
  const hiddenOf = async (n: number): Promise<readonly number[]> => {
    const file = await writeOne(
      toTable({ columnas: columns(n), filas: [columns(n).map((_, i) => (i === 1 ? '' : 'x'))] }),
      { ifExists: 'numerar' },
    );
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file);
    return (workbook.worksheets[0]?.columns ?? []).flatMap(({ hidden }, i) => (hidden === true ? [i] : []));
  };
  expect(await hiddenOf(30)).toEqual([1]);
  expect(await hiddenOf(4)).toEqual([]);
});

test('the header is frozen, filtered and repeated on each landscape page that fits the width', async () => {
  const [sheet] = await readBack({ filas: [['a', 10]] });
  expect([sheet?.congelada, sheet?.filtro, sheet?.widths]).toEqual([4, 'A4:B5', [20, 17]]);
  expect(sheet?.pagina).toMatchObject({ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 });
  expect(sheet?.pagina['printTitlesRow']).toBe('$4:$4');
  expect(sheet?.pie).toMatch(/Firma y aclaración: _+\n.*Página &P de &N/s);
});

test('a sheet that would be printed too small is printed in blocks that repeat its first columns', async () => {
  const wide = columns(30);
  const [sheet] = await readBack({ columnas: wide, filas: [wide.map(({ titulo }) => titulo)] });
  expect(sheet?.pagina).toMatchObject({ orientation: 'landscape', scale: 70, printTitlesColumn: '$A:$C' });
  expect(sheet?.pagina['printTitlesRow']).toBe('$4:$4');
});

test('rows past the last one of a sheet go on in a second sheet, and the last sheet totals them all', async () => {
  const rows = Array.from({ length: 25 }, (_, n): Cell[] => [`fila ${String(n)}`, 100]);
  const sheets = await readBack({ filas: rows }, { maxRows: 16 });
  expect(sheets.map(({ nombre }) => nombre)).toEqual(['Datos', 'Datos (2)', 'Datos (3)']);
  const alreadyRead = sheets.flatMap((sheet) =>
    sheet.filas.slice(4).flatMap(([cell]) => (typeof cell === 'string' ? [cell] : [])),
  );
  expect(alreadyRead).toEqual(rows.map(([cell]) => cell));
  expect(Math.max(...sheets.map((sheet) => sheet.filas.length))).toBeLessThanOrEqual(16);
  const last = sheetOf(sheets, 'Datos (3)');
  expect(last.formula('B11')).toBe("'Datos'!B15+'Datos (2)'!B15+'Datos (3)'!B10");
  expect([last.valueAt('A11'), last.valueAt('B11')]).toEqual([25, 25]);
});

test('a table that fills its sheet to the last row has no second one', async () => {
  const rows = Array.from({ length: 10 }, (): Cell[] => ['x', 1]);
  expect(await readBack({ filas: rows }, { maxRows: 16 })).toHaveLength(1);
});

test('a table without rows says so, and has its filter', async () => {
  const [sheet] = await readBack({});
  expect([sheet?.valueAt('A5'), sheet?.filtro]).toEqual(['Ninguna fila.', 'A4:B4']);
});

test('names that Excel refuses are made acceptable', async () => {
  const [sheet] = await readBack({ nombre: "Ventas [a/b]: l'año entero, comercio por comercio" });
  expect(sheet?.nombre).toBe('Ventas  a b   l año entero, com');
});

test('a file that is already there is refused and left alone', async () => {
  await writeFile(path.join(folder, 'libro.xlsx'), 'ajeno');
  await expect(writeOne(toTable({}))).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  expect(await readFile(path.join(folder, 'libro.xlsx'), 'utf8')).toBe('ajeno');
  expect(await readdir(folder)).toEqual(['libro.xlsx']);
});

test('a file that appears while the workbook is written is not replaced', async () => {
  function* generateRows(): Generator<Cell[]> {
    yield ['a', 1];
    appears = writeFile(path.join(folder, 'libro.xlsx'), 'ajeno');
  }
  let appears = Promise.resolve();
  await expect(writeOne(toTable({ filas: generateRows() }))).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  await appears;
  expect(await readFile(path.join(folder, 'libro.xlsx'), 'utf8')).toBe('ajeno');
  expect(await readdir(folder)).toEqual(['libro.xlsx']);
});

test('a numbered name is taken when asked to find a free one', async () => {
  await writeFile(path.join(folder, 'libro.xlsx'), 'ajeno');
  await writeFile(path.join(folder, 'libro (2).xlsx'), 'ajeno');
  expect(path.basename(await writeOne(toTable({}), { ifExists: 'numerar' }))).toBe('libro (3).xlsx');
});

test('an abort leaves nothing behind', async () => {
  const halt = new AbortController();
  function* generateRows(): Generator<Cell[]> {
    for (let n = 0; ; n += 1) {
      if (n === 3000) halt.abort(new Error('detenido'));
      yield ['x', n];
    }
  }
  await expect(writeOne(toTable({ filas: generateRows() }), { signal: halt.signal })).rejects.toThrow('detenido');
  expect(await readdir(folder)).toEqual([]);
});

test('a source that fails in the middle leaves nothing behind', async () => {
  function* generateRows(): Generator<Cell[]> {
    yield ['x', 1];
    throw new Error('la base se cerró');
  }
  await expect(writeOne(toTable({ filas: generateRows() }))).rejects.toThrow('la base se cerró');
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that is not there fails with the code of the system', async () => {
  const destination = path.join(folder, 'nada', 'libro.xlsx');
  await expect(writeWorkbook(destination, [toTable({})], options())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('rows are asked for no faster than they are written', async () => {
  let requested = 0;
  const progresses: number[] = [];
  function* generateRows(): Generator<Cell[]> {
    for (; requested < 5000; requested += 1) yield ['x', 1];
  }
  await writeOne(toTable({ filas: generateRows() }), {
    onProgress: (written) => progresses.push(requested - written),
  });
  expect(progresses.length).toBeGreaterThan(5);
  expect(Math.max(...progresses)).toBeLessThanOrEqual(500);
});
