import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsvField } from '#app/browse/export-csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋54', "'＋54"],
  ['－5', "'－5"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1', '"\'\r=1"'],
  ['a\u0000b', 'a\u2400b'],
  ['\u0000=1+1', '\u2400=1+1'],
  ['\u001b[2J;x', '"\u241b[2J;x"'],
  ['\u007f\u009b', '\u2421\ufffd'],
  ['dice "hola"', '"dice ""hola"""'],
  ['Ñandú 10 % — 1.234,56', 'Ñandú 10 % — 1.234,56'],
])('the field of %j is %j', (text, field) => {
  expect(toCsvField(text)).toBe(field);
});

test('no field is a formula, nor has what a program obeys; what it said is read back', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      '\u0000',
      '\u001b',
      '\t',
      '\r',
      '\n',
      '"',
      ';',
      '\u200b',
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1 }), (text) => {
      const line = `${toCsvField(text)};x\r\n`;
      expect(line).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
      const records: string[][] = parse(line, { delimiter: ';', record_delimiter: '\r\n' });
      expect(records).toHaveLength(1);
      const [read = '', other] = records[0] ?? [];
      expect(other).toBe('x');
      expect(read).not.toMatch(/^[\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u);
      // Nothing is dropped: each control character has its picture.
      expect([...read.replace(/^'/, '')]).toHaveLength([...text.replace(/^'/, '')].length);
    }),
    { numRuns: 1000 },
  );
});
