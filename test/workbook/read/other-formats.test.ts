import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { makeZip } from './make-zip.ts';
import { cells, test, texts } from './reading.ts';

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

describe.for<BookType>(['biff8', 'biff5', 'xlsb', 'ods', 'xlsx', 'xlsm'])('a workbook written as %s', (bookType) => {
  test('says the same as in any other format', async ({ reader }) => {
    const workbook = await reader.workbook(book(bookType));
    const [sheet, other] = workbook.hojas;
    if (sheet === undefined || other === undefined) throw new Error('sheets');
    expect([sheet.name, sheet.hidden, other.name]).toEqual(['Cupones', false, 'Otra']);
    expect([cells(sheet, 0), cells(sheet, 1)]).toEqual([
      ['texto:Ano', 'texto:b', 'booleano:VERDADERO', 'fecha:2026-03-05'],
      ['numero:00000123', 'numero:1.5', 'vacia:', 'texto:x'],
    ]);
    expect(sheet.precisionLost(2, 2)).toBe(true);
  });

  test('has its sheets chosen by name, whatever its case', async ({ reader }) => {
    const { hojas } = await reader.workbook(book(bookType), { hoja: 'otra' });
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

const PAGE =
  '<html><head><style>td{color:red}</style></head><body><table><tr><th>Cup&oacute;n</th><th>N&#186;</th></tr><tr><td x:num="7">007</td><td>1.501,50</td></tr></table></body></html>';
const XML_2003 = (rows: string): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Ventas"><Table>${rows}</Table></Worksheet></Workbook>`;

test.for<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(PAGE)],
  ['Windows-1252', Buffer.from(PAGE.replace('&oacute;', '\u00f3'), 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${PAGE}`, 'utf16le')],
  ['cells that are not closed', Buffer.from(PAGE.replaceAll(/<\/t[dhr]>/g, ''))],
])('a page that is called .xls is read as text cells: %s', async ([, bytes], { reader }) => {
  const workbook = await reader.workbook(bytes);
  expect(workbook.hojas.map((sheet) => [cells(sheet, 0), cells(sheet, 1)])).toEqual([
    [
      ['texto:Cupón', 'texto:Nº'],
      ['texto:007', 'texto:1.501,50'],
    ],
  ]);
});

test('an XML Spreadsheet 2003 is read with its numbers and its sheets', async ({ reader }) => {
  const row =
    '<Row><Cell><Data ss:Type="String">007</Data></Cell><Cell><Data ss:Type="Number">1500.5</Data></Cell></Row>';
  const sheet = await reader.sheet(XML_2003(row));
  expect([sheet.name, cells(sheet)]).toEqual(['Ventas', ['texto:007', 'numero:1500.5']]);
});

test.for<[string, string]>([
  ['cells', `<table>${'<tr><td>1</td></tr>'.repeat(9)}</table>`],
  ['a column far away', '<table><tr><td colspan="999999999">1</td><td>2</td></tr></table>'],
  ['a row far away', XML_2003('<Row ss:Index="999999999"><Cell><Data ss:Type="String">1</Data></Cell></Row>')],
])('a page beyond a bound is too big: %s', async ([, text], { reader }) => {
  const limits = { ...DEFAULT_LIMITS, library: { ...DEFAULT_LIMITS.library, xlsCells: 8 } };
  expect((await reader.failure(text, { limits })).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
});

test('the only spreadsheet of a .zip is read, whatever the system put beside it', async ({ reader }) => {
  const csv = 'Fecha;Importe\n10/10/2026;1,50\n';
  const zip = makeZip([
    { name: 'marzo/ventas.csv', data: csv },
    { name: '__MACOSX/marzo/._ventas.csv', data: 'x' },
    { name: 'marzo/leeme.txt', data: 'x' },
  ]);
  expect(cells(await reader.sheet(zip), 1)).toEqual(['texto:10/10/2026', 'texto:1,50']);
  expect(cells(await reader.sheet(makeZip([{ name: 'v.xls', data: book('biff8') }])))).toContain('texto:Ano');
});
