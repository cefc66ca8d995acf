import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { cells, test } from './reading.ts';

type Value =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'error'; readonly value: '#N/A' | '#DIV/0!' }
  | { readonly type: 'formula'; readonly value: number }
  | { readonly type: 'date'; readonly day: number; readonly seconds: number }
  | { readonly type: 'rich'; readonly runs: readonly string[] }
  | { readonly type: 'nothing' };

/** Text that XML can carry: neither lone surrogates nor the control characters that it forbids, nor a bare CR. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((value) => !/[\p{Cs}\p{Cc}\uFFFE\uFFFF]/u.test(value) && !/_x[0-9a-f]{4}_/i.test(value));
const amount = fc.oneof(
  fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }).map((cents) => cents / 100),
);
const day = fc.integer({ min: 61, max: 80_000 });
const seconds = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 86_399 }));
const value: fc.Arbitrary<Value> = fc.oneof(
  text.map((one): Value => ({ type: 'text', value: one })),
  amount.map((one): Value => ({ type: 'number', value: one })),
  fc.boolean().map((one): Value => ({ type: 'boolean', value: one })),
  fc.constant<Value>({ type: 'nothing' }),
  fc.constantFrom('#N/A' as const, '#DIV/0!' as const).map((code): Value => ({ type: 'error', value: code })),
  amount.map((result): Value => ({ type: 'formula', value: result })),
  fc.record({ type: fc.constant('date' as const), day, seconds }),
  fc
    .array(
      text.filter((run) => run !== ''),
      { minLength: 1, maxLength: 3 },
    )
    .map((runs): Value => ({ type: 'rich', runs })),
);
const table = fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });

const pad = (part: number): string => String(part).padStart(2, '0');
const EPOCH = Date.UTC(1899, 11, 30);

/** What the cell has to say once it is read. */
function said(cell: Value): string {
  switch (cell.type) {
    case 'text':
      return cell.value === '' ? 'vacia:' : `texto:${cell.value}`;
    case 'number':
    case 'formula':
      return `numero:${String(cell.value === 0 ? 0 : cell.value)}`;
    case 'boolean':
      return `booleano:${cell.value ? 'VERDADERO' : 'FALSO'}`;
    case 'error':
      return `error:${cell.value}`;
    case 'rich':
      return `texto:${cell.runs.join('')}`;
    case 'nothing':
      return 'vacia:';
    case 'date': {
      const date = new Date(EPOCH + cell.day * 86_400_000).toISOString().slice(0, 10);
      const time = [cell.seconds / 3600, (cell.seconds / 60) % 60, cell.seconds % 60]
        .map(Math.floor)
        .map(pad)
        .join(':');
      return cell.seconds === 0 ? `fecha:${date}` : `fecha:${date} ${time}`;
    }
  }
}

function forExcelJs(cell: Value): ExcelJS.CellValue {
  switch (cell.type) {
    case 'formula':
      return { formula: 'A1+B1', result: cell.value };
    case 'error':
      return { error: cell.value };
    case 'rich':
      return { richText: cell.runs.map((run, i) => ({ text: run, font: { bold: i % 2 === 0 } })) };
    case 'date':
      return new Date(EPOCH + cell.day * 86_400_000 + cell.seconds * 1000);
    case 'nothing':
      return null;
    case 'text':
    case 'number':
    case 'boolean':
      return cell.value;
  }
}

async function withExcelJs(rows: readonly (readonly Value[])[]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Hoja');
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      const target = sheet.getCell(r + 1, c + 1);
      target.value = forExcelJs(cell);
      if (cell.type === 'date') target.numFmt = 'dd/mm/yyyy hh:mm:ss';
    });
  });
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** What is left of a table: rows with something in them, padded to the width of the sheet. */
function expected(rows: readonly (readonly Value[])[]): string[][] {
  const lines = rows.map((row) => row.map(said));
  const kept = lines.filter((line) => line.some((cell) => cell !== 'vacia:'));
  const width = Math.max(0, ...kept.map((line) => line.findLastIndex((cell) => cell !== 'vacia:') + 1));
  return kept.map((line) => Array.from({ length: width }, (_, i) => line[i] ?? 'vacia:'));
}

test('what exceljs writes is read back as it was', async ({ reader }) => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const sheet = await reader.sheet(await withExcelJs(rows));
      expect(Array.from({ length: sheet.rowCount }, (_, row) => cells(sheet, row))).toEqual(expected(rows));
    }),
    { numRuns: 60 },
  );
});
