import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { writeWorkbook, type WriteWorkbookOptions } from '#workbook/write/write-workbook.ts';
import { sheetOf, readWorkbook } from './read-back.ts';

let carpeta = '';
beforeEach(async () => {
  carpeta = await mkdtemp(path.join(tmpdir(), 'libro-'));
});
afterEach(() => rm(carpeta, { recursive: true }));

const options = (part: Partial<WriteWorkbookOptions> = {}): WriteWorkbookOptions => ({
  signal: new AbortController().signal,
  creado: Date.UTC(2026, 10, 21),
  ifExists: 'rechazar',
  ...part,
});
const texto: Column = { titulo: 'Texto', tipo: 'texto', ancho: 20, total: { cuenta: 'filas' } };
const importe: Column = { titulo: 'Importe', tipo: 'importe', ancho: 17, total: 'suma' };
const toTable = (part: Partial<TableSheet>): TableSheet => ({
  forma: 'tabla',
  nombre: 'Datos',
  sello: ['Título', 'De la cuenta'],
  columnas: [texto, importe],
  vacia: 'Ninguna fila.',
  filas: [],
  ...part,
});
const writeOne = (hoja: TableSheet, part: Partial<WriteWorkbookOptions> = {}): Promise<string> =>
  writeWorkbook(path.join(carpeta, 'libro.xlsx'), [hoja], options(part));

test('each kind of column is read back with its value, its type and its format', async () => {
  const columnas = (['texto', 'entero', 'importe', 'fecha', 'fechaHora', 'booleano'] as const).map((tipo): Column => ({
    titulo: tipo,
    tipo,
    ancho: 12,
  }));
  const fila: readonly Cell[] = ['00123', 1252, -150_050, '2026-11-21', '2026-11-21 10:32:05', true];
  const [hoja] = await readWorkbook(await writeOne(toTable({ columnas, filas: [fila] })));
  expect(hoja?.filas[4]).toEqual([
    '00123',
    1252,
    -1500.5,
    new Date('2026-11-21T00:00:00Z'),
    new Date('2026-11-21T10:32:05Z'),
    true,
  ]);
  expect(['A5', 'B5', 'C5', 'D5', 'E5'].map((cell) => hoja?.getFormat(cell))).toEqual([
    '@',
    '#,##0',
    '"$" #,##0.00;"\u2212$" #,##0.00',
    'dd/mm/yyyy',
    'dd/mm/yyyy hh:mm:ss',
  ]);
});

test('a moment whose time was not reported is shown as a day, not as midnight', async () => {
  const columnas: readonly Column[] = [{ titulo: 'Venta', tipo: 'fechaHora', ancho: 12 }];
  const [hoja] = await readWorkbook(
    await writeOne(toTable({ columnas, filas: [['2026-11-21'], ['2026-11-21 00:00:00']] })),
  );
  expect(['A5', 'A6'].map((cell) => hoja?.getFormat(cell))).toEqual(['dd/mm/yyyy', 'dd/mm/yyyy hh:mm:ss']);
});

test('text that looks like a formula stays text', async () => {
  const texts = ['=1+1', '+54 11', '-3', '@SUM(A1)', '\t=cmd', '\r=cmd', "'=1"];
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas: texts.map((item) => [item, 100]) })));
  expect(hoja?.filas.slice(4, -1).map(([cell]) => cell)).toEqual(texts);
  expect(texts.map((_, n) => hoja?.formula(`A${String(n + 5)}`))).toEqual(texts.map(() => undefined));
});

test('characters that XML has no place for come back as they were', async () => {
  const texts = [
    'a\u0000b',
    'campana\u0007',
    'fin\r\n',
    '_x0041_',
    '<&">',
    '  orillas  ',
    'emoji 😀',
    '\u007f',
    'x\ufffey',
  ];
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas: texts.map((item) => [item, 100]) })));
  expect(hoja?.filas.slice(4, -1).map(([cell]) => cell)).toEqual(texts);
});

test('half a surrogate pair does not damage the file', async () => {
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas: [['a\ud800b', 1]] })));
  expect(hoja?.valor('A5')).toBe('a\ufffdb');
});

test('a text longer than a cell can hold ends in an ellipsis', async () => {
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas: [['x'.repeat(40_000), 1]] })));
  expect(hoja?.valor('A5')).toBe(`${'x'.repeat(32_766)}…`);
});

test('a date that no spreadsheet has stays text', async () => {
  const columnas: Column[] = [{ titulo: 'Fecha', tipo: 'fecha', ancho: 12 }];
  const [hoja] = await readWorkbook(
    await writeOne(toTable({ columnas, filas: [['1899-05-01'], ['2026-02-31'], ['1900-03-01']] })),
  );
  expect(['A5', 'A6', 'A7'].map((cell) => hoja?.valor(cell))).toEqual([
    '1899-05-01',
    '2026-02-31',
    new Date('1900-03-01T00:00:00Z'),
  ]);
});

test('totals are formulas over the visible rows with their exact values', async () => {
  const filas: Cell[][] = [
    ['a', 10],
    ['b', 20],
    ['c', 70_000_000_000_000],
  ];
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas })));
  expect(hoja?.formula('A8')).toBe('SUBTOTAL(103,A5:A7)');
  expect(hoja?.formula('B8')).toBe('SUBTOTAL(109,B5:B7)');
  expect([hoja?.valor('A8'), hoja?.valor('B8'), hoja?.getFormat('A8')]).toEqual([
    3,
    700_000_000_000.3,
    '#,##0" filas"',
  ]);
});

test('the header is frozen, filtered and repeated on each landscape page that fits the width', async () => {
  const [hoja] = await readWorkbook(await writeOne(toTable({ filas: [['a', 10]] })));
  expect([hoja?.congelada, hoja?.filtro, hoja?.anchos]).toEqual([4, 'A4:B5', [20, 17]]);
  expect(hoja?.pagina).toMatchObject({ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 });
  expect(hoja?.pagina['printTitlesRow']).toBe('$4:$4');
  expect(hoja?.pie).toContain('Página &P de &N');
});

test('rows past the last one of a sheet go on in a second sheet', async () => {
  const filas = Array.from({ length: 25 }, (_, n): Cell[] => [`fila ${String(n)}`, 100]);
  const hojas = await readWorkbook(await writeOne(toTable({ filas }), { maxRows: 16 }));
  expect(hojas.map(({ nombre }) => nombre)).toEqual(['Datos', 'Datos (2)', 'Datos (3)']);
  const alreadyRead = hojas.flatMap((hoja) =>
    hoja.filas.slice(4).flatMap(([cell]) => (typeof cell === 'string' ? [cell] : [])),
  );
  expect(alreadyRead).toEqual(filas.map(([cell]) => cell));
  expect(Math.max(...hojas.map((hoja) => hoja.filas.length))).toBeLessThanOrEqual(16);
});

test('the last of several sheets totals them all', async () => {
  const filas = Array.from({ length: 25 }, (_, n): Cell[] => [`fila ${String(n)}`, 100]);
  const hojas = await readWorkbook(await writeOne(toTable({ filas }), { maxRows: 16 }));
  const ultima = sheetOf(hojas, 'Datos (3)');
  expect(ultima.formula('B11')).toBe("'Datos'!B15+'Datos (2)'!B15+'Datos (3)'!B10");
  expect([ultima.valor('A11'), ultima.valor('B11')]).toEqual([25, 25]);
});

test('a table that fills its sheet to the last row has no second one', async () => {
  const filas = Array.from({ length: 10 }, (): Cell[] => ['x', 1]);
  expect(await readWorkbook(await writeOne(toTable({ filas }), { maxRows: 16 }))).toHaveLength(1);
});

test('a table without rows says so, and has its filter', async () => {
  const [hoja] = await readWorkbook(await writeOne(toTable({})));
  expect([hoja?.valor('A5'), hoja?.filtro]).toEqual(['Ninguna fila.', 'A4:B4']);
});

test('names that Excel refuses are made acceptable', async () => {
  const [hoja] = await readWorkbook(
    await writeOne(toTable({ nombre: "Ventas [a/b]: l'año entero, comercio por comercio" })),
  );
  expect(hoja?.nombre).toBe('Ventas  a b   l año entero, com');
});

test('a file that is already there is refused and left alone', async () => {
  await writeFile(path.join(carpeta, 'libro.xlsx'), 'ajeno');
  await expect(writeOne(toTable({}))).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  expect(await readFile(path.join(carpeta, 'libro.xlsx'), 'utf8')).toBe('ajeno');
  expect(await readdir(carpeta)).toEqual(['libro.xlsx']);
});

test('a file that appears while the workbook is written is not replaced', async () => {
  function* generateRows(): Generator<Cell[]> {
    yield ['a', 1];
    appears = writeFile(path.join(carpeta, 'libro.xlsx'), 'ajeno');
  }
  let appears = Promise.resolve();
  await expect(writeOne(toTable({ filas: generateRows() }))).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  await appears;
  expect(await readFile(path.join(carpeta, 'libro.xlsx'), 'utf8')).toBe('ajeno');
  expect(await readdir(carpeta)).toEqual(['libro.xlsx']);
});

test('a numbered name is taken when asked to find a free one', async () => {
  await writeFile(path.join(carpeta, 'libro.xlsx'), 'ajeno');
  await writeFile(path.join(carpeta, 'libro (2).xlsx'), 'ajeno');
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
  expect(await readdir(carpeta)).toEqual([]);
});

test('a source that fails in the middle leaves nothing behind', async () => {
  function* generateRows(): Generator<Cell[]> {
    yield ['x', 1];
    throw new Error('la base se cerró');
  }
  await expect(writeOne(toTable({ filas: generateRows() }))).rejects.toThrow('la base se cerró');
  expect(await readdir(carpeta)).toEqual([]);
});

test('a folder that is not there fails with the code of the system', async () => {
  const destination = path.join(carpeta, 'nada', 'libro.xlsx');
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
