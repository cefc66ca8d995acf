import { fc, forAll } from '../../for-all.ts';
import { expect, test } from 'vitest';
import { CELL } from '#domain/sheet.ts';
import { DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { SheetBuilder, readMergedAreas } from '#workbook/read/sheet-builder.ts';
import type { WorkbookParts } from '#workbook/read/packed-sheet.ts';
import { StringStore } from '#workbook/read/string-store.ts';

const newParts = (): WorkbookParts => ({
  strings: new StringStore(DEFAULT_LIMITS.textBytes),
  formats: [],
  date1904: false,
  limits: DEFAULT_LIMITS,
  cells: 0,
});

test('rows that are all of different shapes are kept, however many', () => {
  const parts = newParts();
  const builder = new SheetBuilder(parts);
  // 2,600 rows × 100 cells: more than the table of shapes holds.
  const columnOf = (row: number, i: number): number => i * 3 + ((row >> (i % 12)) & 1);
  for (let row = 0; row < 2600; row += 1) {
    builder.startRow(row + 1, false);
    for (let i = 0; i < 100; i += 1) builder.number(columnOf(row, i), row * 100 + i);
    builder.endRow();
  }
  const sheet = builder.finish('H', false);
  const wrong = Array.from({ length: 2600 }, (_, i) => 2599 - i).filter((row) =>
    [0, 50, 99].some(
      (i) => sheet.number(row, columnOf(row, i)) !== row * 100 + i || sheet.kind(row, i * 3 + 2) !== CELL.vacia,
    ),
  );
  expect([sheet.rowCount, wrong]).toEqual([2600, []]);
});

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0, 46_000, 2 ** 51 + 1),
);

test('any number comes back exactly, whatever the rows before it say', () => {
  forAll(fc.array(fc.tuple(anyNumber, anyNumber), { minLength: 1 }), (rows) => {
    const builder = new SheetBuilder(newParts());
    rows.forEach((values, row) => {
      builder.startRow(row + 1, false);
      values.forEach((value, column) => void builder.number(column, value));
      builder.endRow();
    });
    const sheet = builder.finish('H', false);
    expect(rows.map((values, row) => values.map((_, column) => sheet.number(row, column)))).toEqual(
      rows.map((values) => values.map((value) => (value === 0 ? 0 : value))),
    );
  });
});

test('a row asked for again after one with merges says what it said', () => {
  const builder = new SheetBuilder(newParts());
  for (const row of [1, 2, 3]) {
    builder.startRow(row, false);
    for (const column of [0, 1, 2]) builder.number(column, row * 10 + column);
    builder.endRow();
  }
  builder.merges = readMergedAreas([{ firstRow: 2, lastRow: 2, firstColumn: 0, lastColumn: 1 }]);
  const sheet = builder.finish('H', false);
  const line = (row: number): string[] => [0, 1, 2].map((column) => sheet.text(row, column));
  expect([line(0), line(1), line(2), line(1)]).toEqual([
    ['10', '11', '12'],
    ['20', '', '22'],
    ['30', '31', '32'],
    ['20', '', '22'],
  ]);
});

test('texts are found again whatever their length and number', () => {
  const store = new StringStore(DEFAULT_LIMITS.textBytes);
  const texts = Array.from({ length: 3000 }, (_, i) => 'ñ'.repeat((i * 37) % 400) + String(i % 700));
  const numbers = texts.map((text) => store.internText(text));
  expect(numbers.map((number) => store.get(number))).toEqual(texts);
  expect(store.internText('corto')).toBe(store.internText('corto'));
});

test('rows that were let go leave their numbers, and the rows after them as they were', () => {
  const builder = new SheetBuilder(newParts());
  // 700 kB: several pieces of memory.
  for (let row = 1; row <= 3000; row += 1) {
    builder.startRow(row * 2, false);
    for (let column = 0; column < 26; column += 1) builder.number(column, row + column / 3);
    builder.endRow();
  }
  const sheet = builder.finish('H', false);
  const wrong: number[] = [];
  for (let row = 0; row < 3000; row += 1) {
    if (row % 500 === 0) sheet.releaseBefore?.(row);
    if (sheet.number(row, 25) !== row + 1 + 25 / 3) wrong.push(row);
  }
  expect(wrong).toEqual([]);
  expect([0, 1500, 2999].map((row) => sheet.rowNumber(row))).toEqual([2, 3002, 6000]);
});
