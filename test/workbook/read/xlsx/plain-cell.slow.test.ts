import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblem, DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { parseFormat } from '#workbook/read/number-format.ts';
import { SheetBuilder } from '#workbook/read/sheet-builder.ts';
import { StringStore } from '#workbook/read/string-store.ts';
import { parseXml } from '#workbook/read/xlsx/parts.ts';
import { WorksheetHandler } from '#workbook/read/xlsx/worksheet.ts';
import { cells } from '../reading.ts';

/** What each row of a worksheet says, or the code of what is wrong with it; the XML comes in pieces of `size` bytes. */
async function read(rows: string, size: number): Promise<unknown> {
  const strings = new StringStore(DEFAULT_LIMITS.textBytes);
  for (const text of ['uno', 'dos', 'tres']) strings.append(Buffer.from(text), 0, text.length);
  const formats = ['General', '00000000', 'dd/mm/yyyy', '0.00'].map(parseFormat);
  const parts = { strings, formats, date1904: false, limits: DEFAULT_LIMITS, cells: 0 };
  const builder = new SheetBuilder(parts);
  const handler = new WorksheetHandler(builder, parts, 3);
  const xml = Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  const pieces = async function* () {
    for (let at = 0; at < xml.length; at += size) yield await Promise.resolve(xml.subarray(at, at + size));
  };
  try {
    await parseXml(pieces(), handler, DEFAULT_LIMITS);
    handler.finish();
  } catch (error) {
    if (error instanceof FileProblem) return error.codigo;
    throw error;
  }
  const sheet = builder.finish('Hoja', false);
  return Array.from({ length: sheet.rowCount }, (_, row) => [sheet.rowNumber(row), ...cells(sheet, row)]);
}

const WHOLE = 1 << 20;
const style = fc.constantFrom('', '', ' s="1"', ' s="2"', ' s="3"', ' s="999999"', ' s="1234567"');
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.nat(99_999_999).map((cents) => String(cents / 100)),
  fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String),
  fc.constantFrom(
    '',
    '.5',
    '5.',
    '1.2.3',
    '1e3',
    '123456789012345',
    '12345678901234.5',
    '1234567890123456',
    ' 7 ',
    '007',
  ),
);
const oneOf = (types: readonly string[], inside: fc.Arbitrary<string>) =>
  fc.record({ style, type: fc.constantFrom(...types), inside });
const sound = fc.oneof(
  oneOf(
    ['', ' t="n"'],
    number.map((text) => `<v>${text}</v>`),
  ),
  oneOf([' t="s"'], fc.constantFrom('<v>0</v>', '<v>1</v>', '<v>2</v>', '<v>02</v>')),
  oneOf([' t="str"', ' t="b"', ' t="e"'], fc.constantFrom('<v>1</v>', '<v>a</v>')),
  oneOf([''], fc.constantFrom('', '<f>1+1</f>', '<f>1+1</f><v>2</v>', '<v/>', '<v>1</v><c r="Z9"><v>9</v></c>')),
  oneOf([' t="inlineStr"'], fc.constant('<is><t>en línea</t></is>')),
);
/** One of these and the file is damaged. */
const broken = fc.oneof(
  oneOf([' t="s"'], fc.constantFrom('<v>3</v>', '<v>1.5</v>', '<v>-1</v>')),
  oneOf([' t="x"', ' s=""'], fc.constant('<v>1</v>')),
);
const row = fc
  .array(fc.oneof({ weight: 200, arbitrary: sound }, { weight: 1, arbitrary: broken }), { minLength: 1, maxLength: 26 })
  .map((found) => found.map((cell, i) => ({ ...cell, reference: `${String.fromCharCode(65 + i)}1` })));

const spelt = (space: string, found: readonly { reference: string; style: string; type: string; inside: string }[]) =>
  `<row>${found
    .slice(0, 26)
    .map((cell) => `<c${space}r="${cell.reference}"${cell.style}${cell.type}>${cell.inside}</c>`)
    .join('')}</row>`;

test('a cell in the usual spelling says what it says in any other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
      async (rows, size) => {
        // Two spaces are as good as one in XML, and not the usual spelling.
        const expected = await read(rows.map((cellsOfRow) => spelt('  ', cellsOfRow)).join(''), WHOLE);
        const usual = rows.map((cellsOfRow) => spelt(' ', cellsOfRow)).join('');
        expect(await read(usual, WHOLE)).toEqual(expected);
        expect(await read(usual, size)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('a cell inside something that is no row of the sheet is not taken for one', async () => {
  expect(await read('<row><c r="A1"><v>1</v></c></row><row><ext><c r="B1"><v>2</v></c></ext></row>', WHOLE)).toEqual(
    await read('<row><c  r="A1"><v>1</v></c></row><row><ext><c  r="B1"><v>2</v></c></ext></row>', WHOLE),
  );
});
