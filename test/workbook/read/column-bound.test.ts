import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createColumnBound } from '#workbook/read/delimited/index.ts';
import { test } from './reading.ts';

const LIMIT = 3;
/** Whether the bound accepts a text that comes in pieces. */
function passes(pieces: readonly string[]): boolean {
  const bound = createColumnBound(';', LIMIT);
  try {
    for (const piece of pieces) bound(piece);
    return true;
  } catch {
    return false;
  }
}
/** The number of fields in the longest record, by csv-parse; undefined where csv-parse refuses the text. */
function longest(text: string): number | undefined {
  try {
    const records: string[][] = parse(text, {
      delimiter: ';',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
    });
    return Math.max(0, ...records.map(({ length }) => length));
  } catch {
    return undefined;
  }
}

describe('the fields of a record are counted as its text comes', () => {
  const text = fc.string({ unit: fc.constantFrom(';', ';', '"', '""', '\n', '\r\n', 'a', ' '), maxLength: 30 });

  test('as the parser counts them, however the text is cut', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 40 }), (all, cut) => {
        const fields = longest(all);
        fc.pre(fields !== undefined);
        expect(passes([all.slice(0, cut), all.slice(cut)])).toBe((fields ?? 0) <= LIMIT);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a line of more than 16,384 columns', () => {
  const separators = ';'.repeat(16_384);
  test.for([
    ['at the end', `Fecha;Importe\n1;2\n${separators}\n`],
    ['of megabytes', `Fecha;Importe\n${'a;'.repeat(5_000_000)}\n`],
    ['again and again', `Fecha;Importe\n${`${';'.repeat(1_000_000)}\n`.repeat(20)}`],
    ['over several lines, in quotes', `Fecha;Importe\n${'"\n";'.repeat(400_000)}\n`],
    ['of tabs', `Fecha\tImporte\n1\t2\n${'\t'.repeat(16_384)}\n`],
  ])('%s is refused as it is read', async ([, text], { reader }) => {
    const before = performance.now();
    await expect(reader.failure(text ?? '')).resolves.toMatchObject({ codigo: 'ARCHIVO_DEMASIADO_GRANDE' });
    // Reading the whole text would take more than half a minute.
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('one of as many as there may be is read, and so are separators that a quoted text holds', async ({ reader }) => {
    const sheet = await reader.sheet(`a${';'.repeat(16_382)};z\n"${separators};;";b\n`);
    expect([sheet.rowCount, sheet.columnCount, sheet.text(1, 0).length]).toEqual([2, 16_384, 16_386]);
  });
});
