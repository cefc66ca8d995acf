import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { cells, test, texts } from './reading.ts';

/** A workbook as SheetJS writes it in one of its formats. */
function book(bookType: BookType, date1904 = false): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Ano', 'b', true, { t: 'n', v: 46_086, z: 'dd/mm/yyyy' }],
    [{ t: 'n', v: 123, z: '00000000' }, { t: 'n', v: 1.5, f: '1+0.5' }, null, 'x'],
    [null, null, 12_345_678_901_234_567],
  ]);
  sheet['!merges'] = [{ s: { r: 2, c: 2 }, e: { r: 2, c: 3 } }];
  const made = utils.book_new(sheet, 'Cupones');
  utils.book_append_sheet(made, utils.aoa_to_sheet([['oculta']]), 'Otra');
  made.Workbook = { WBProps: { date1904 }, Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return Buffer.from(write(made, { type: 'buffer', bookType }));
}

describe.for<[BookType, string]>([
  ['biff8', 'xls'],
  ['biff5', 'xls'],
  ['xlsb', 'xlsb'],
  ['ods', 'ods'],
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsm'],
])('a workbook written as %s', ([bookType, format]) => {
  test('says the same as in any other format', async ({ reader }) => {
    const workbook = await reader.workbook(book(bookType));
    const [sheet, other] = workbook.hojas;
    if (sheet === undefined || other === undefined) throw new Error('sheets');
    expect([workbook.formato, sheet.name, sheet.hidden, other.name]).toEqual([format, 'Cupones', false, 'Otra']);
    expect([cells(sheet, 0), cells(sheet, 1)]).toEqual([
      ['texto:Ano', 'texto:b', 'booleano:VERDADERO', 'fecha:2026-03-05'],
      ['numero:00000123', 'numero:1.5', 'vacia:', 'texto:x'],
    ]);
    expect(sheet.precisionLost(2, 2)).toBe(true);
  });

  test('has its sheets chosen by name', async ({ reader }) => {
    const { hojas } = await reader.workbook(book(bookType), { hoja: 'Otra' });
    expect(hojas.map((sheet) => [sheet.name, texts(sheet)])).toEqual([['Otra', ['oculta']]]);
  });
});

test.for<BookType>(['biff8', 'xlsb', 'xlsx'])('a hidden sheet of a %s says so', async (bookType, { reader }) => {
  expect((await reader.workbook(book(bookType))).hojas.map((sheet) => sheet.hidden)).toEqual([false, true]);
});

test.for<BookType>(['biff8', 'xlsb', 'xlsx'])(
  'serials of a %s count from 1904 where it says so',
  async (bookType, { reader }) => {
    const { hojas } = await reader.workbook(book(bookType, true));
    expect(hojas[0]?.text(0, 3)).toMatch(/^20(26-03-05|30-03-06)$/);
  },
);

test.for<BookType>(['biff8', 'xlsb', 'xlsx'])(
  'an error cell of a %s is an error, not a blank',
  async (bookType, { reader }) => {
    const sheet = utils.aoa_to_sheet([
      [
        { t: 'e', v: 42 },
        { t: 'e', v: 7 },
      ],
    ]);
    const bytes = Buffer.from(write(utils.book_new(sheet, 'H'), { type: 'buffer', bookType }));
    expect(cells(await reader.sheet(bytes))).toEqual(['error:#N/A', 'error:#DIV/0!']);
  },
);

test('accents of an Excel 5 workbook are read in its code page', async ({ reader }) => {
  const bytes = Buffer.from(
    write(utils.book_new(utils.aoa_to_sheet([['A__o']]), 'H'), { type: 'buffer', bookType: 'biff5' }),
  );
  bytes.write('\u00f1a', bytes.indexOf('A__o') + 1, 'latin1');
  expect(cells(await reader.sheet(bytes))).toEqual(['texto:Añao']);
});
