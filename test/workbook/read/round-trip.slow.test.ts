import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { cells, test } from './reading.ts';

/** A value given to exceljs, and kind and text of the cell once read. */
interface Written {
  readonly value: ExcelJS.CellValue;
  readonly said: string;
}

const EPOCH = Date.UTC(1899, 11, 30);
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
const runs = fc.array(
  text.filter((run) => run !== ''),
  { minLength: 1, maxLength: 3 },
);

const sayNumber = (value: number): string => `numero:${String(value === 0 ? 0 : value)}`;
const sayDate = (date: Date): string =>
  `fecha:${date.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')}`;

const written: fc.Arbitrary<Written> = fc.oneof(
  text.map((value) => ({ value, said: value === '' ? 'vacia:' : `texto:${value}` })),
  amount.map((value) => ({ value, said: sayNumber(value) })),
  fc.boolean().map((value) => ({ value, said: `booleano:${value ? 'VERDADERO' : 'FALSO'}` })),
  fc.constant({ value: null, said: 'vacia:' }),
  fc.constantFrom('#N/A' as const, '#DIV/0!' as const).map((error) => ({ value: { error }, said: `error:${error}` })),
  amount.map((result) => ({ value: { formula: 'A1+B1', result }, said: sayNumber(result) })),
  fc.tuple(day, seconds).map(([days, time]) => {
    const value = new Date(EPOCH + days * 86_400_000 + time * 1000);
    return { value, said: sayDate(value) };
  }),
  runs.map((texts) => ({
    value: { richText: texts.map((run, i) => ({ text: run, font: { bold: i % 2 === 0 } })) },
    said: `texto:${texts.join('')}`,
  })),
);
const table = fc.array(fc.array(written, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });

async function withExcelJs(rows: readonly (readonly Written[])[]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Hoja');
  rows.forEach((row, r) => {
    row.forEach(({ value }, c) => {
      const target = sheet.getCell(r + 1, c + 1);
      target.value = value;
      if (value instanceof Date) target.numFmt = 'dd/mm/yyyy hh:mm:ss';
    });
  });
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** The table as read: only rows with content, padded to the width of the sheet. */
function expected(rows: readonly (readonly Written[])[]): string[][] {
  const kept = rows.map((row) => row.map(({ said }) => said)).filter((line) => line.some((cell) => cell !== 'vacia:'));
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
