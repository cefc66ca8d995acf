import { expect } from 'vitest';
import { DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { makeZip } from './make-zip.ts';
import { cells, test, texts } from './reading.ts';

interface OdsOptions {
  /** Attributes of the table. */
  readonly table?: string;
  readonly styles?: string;
}

/** An .ods with one table, made by hand. */
function ods(rows: string, { table = '', styles = '' }: OdsOptions = {}): Buffer {
  const names = 'xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s" xmlns:calcext="c"';
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Ventas" ${table}>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  return makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', data: content },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
  ]);
}

const row = (content: string, attributes = ''): string => `<table:table-row ${attributes}>${content}</table:table-row>`;
const cell = (attributes: string, shown = ''): string =>
  `<table:table-cell ${attributes}>${shown === '' ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
const float = (value: string, shown = value) => cell(`office:value-type="float" office:value="${value}"`, shown);

test('every type of cell says what it shows', async ({ reader }) => {
  const content =
    cell('office:value-type="string"', 'uno') +
    float('2.5', '2,50') +
    float('123', '00000123') +
    float('100001234', '0001-00001234') +
    float('1234', '1.234') +
    cell('office:value-type="date" office:date-value="2026-03-05"', '05/03/26') +
    cell('office:value-type="date" office:date-value="2026-03-05T10:20:30"', 'x') +
    cell('office:value-type="time" office:time-value="PT36H00M00S"', '36:00') +
    cell('office:value-type="boolean" office:boolean-value="true"', 'VERDADERO') +
    cell('office:value-type="currency" office:value="10"', '$ 10,00') +
    cell('office:value-type="currency" office:currency="ARS" office:value="10"', '$ 10,00') +
    cell('office:value-type="currency" office:currency="USD" office:value="10.5"', 'USD 10,50');
  expect(cells(await reader.sheet(ods(row(content))))).toEqual([
    'texto:uno',
    'numero:2.5',
    'numero:00000123',
    'numero:0001-00001234',
    'numero:1234',
    'fecha:2026-03-05',
    'fecha:2026-03-05 10:20:30',
    'numero:36:00:00',
    'booleano:VERDADERO',
    'numero:10',
    'numero:10',
    'texto:USD 10,5',
  ]);
});

test('an amount is in the currency that its cell shows, whatever its format is called', async ({ reader }) => {
  const content =
    float('2.5', 'US$ 2,50') +
    float('1500', '1.500,00 U$S') +
    float('7', '7,00 dólares') +
    cell('office:value-type="currency" office:currency="EUR" office:value="3.5"', '3,50 €') +
    cell('office:value-type="currency" office:currency="USD" office:value="45"', '$45.00') +
    cell('office:value-type="currency" office:currency="USD" office:value="46"', '46.00');
  expect(cells(await reader.sheet(ods(row(content))))).toEqual([
    'texto:US$ 2,5',
    'texto:U$S 1500',
    'texto:dólares 7',
    'texto:€ 3,5',
    'numero:45',
    'texto:USD 46',
  ]);
});

test('errors are errors, whoever wrote them', async ({ reader }) => {
  const content =
    cell(
      'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
      '#DIV/0!',
    ) + cell('table:formula="of:=NA()" office:value-type="string"', '#N/D');
  expect(cells(await reader.sheet(ods(row(content))))).toEqual(['error:#DIV/0!', 'error:#N/D']);
});

test('a formula without a value is empty where LibreOffice wrote it', async ({ reader }) => {
  const formula = cell('table:formula="of:=IF(1=2;&quot;x&quot;;&quot;&quot;)"', '');
  const theirs = cell('office:value-type="string" calcext:value-type="string"', 'uno') + formula + float('2');
  expect(cells(await reader.sheet(ods(row(theirs))))).toEqual(['texto:uno', 'vacia:', 'numero:2']);
  const others = cell('office:value-type="string"', 'uno') + formula + float('2');
  expect(cells(await reader.sheet(ods(row(others))))).toEqual(['texto:uno', 'formulaWithoutValue:', 'numero:2']);
});

test('a number with more digits than are kept says so', async ({ reader }) => {
  const sheet = await reader.sheet(ods(row(float('4507990000004905'))));
  expect([cells(sheet), sheet.precisionLost(0, 0)]).toEqual([['numero:4507990000004905'], true]);
});

test('the text of a cell is that of its paragraphs, not of its comment', async ({ reader }) => {
  const content =
    '<table:table-cell office:value-type="string"><office:annotation><text:p>comentario</text:p></office:annotation>' +
    '<text:p>a<text:s text:c="2"/>b<text:span>c\n   d</text:span></text:p><text:p>e<text:line-break/>f</text:p></table:table-cell>';
  expect(texts(await reader.sheet(ods(row(content))))).toEqual(['a  bc d\ne\nf']);
});

test('cells and rows that repeat are there as often as they say', async ({ reader }) => {
  const repeated = row(
    cell('office:value-type="string" table:number-columns-repeated="2"', 'x') + float('1'),
    'table:number-rows-repeated="2"',
  );
  const blank = row(cell('table:number-columns-repeated="16384"'), 'table:number-rows-repeated="3"');
  const sheet = await reader.sheet(ods(repeated + blank + row(float('9'))));
  expect([0, 1, 2].map((at) => [sheet.rowNumber(at), ...texts(sheet, at)])).toEqual([
    [1, 'x', 'x', '1'],
    [2, 'x', 'x', '1'],
    [6, '9', '', ''],
  ]);
});

test('the blanks to the end of the sheet cost nothing', async ({ reader }) => {
  const rest = row(cell('table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048575"');
  expect(await reader.sheet(ods(row(float('1')) + rest + row(cell(''))))).toMatchObject({
    rowCount: 1,
    columnCount: 1,
  });
});

test('a value repeated to the end of the sheet is refused', async ({ reader }) => {
  const full = cell('office:value-type="string" table:number-columns-repeated="16384"', 'x');
  const bytes = ods(row(full, 'table:number-rows-repeated="1048576"'));
  const limits = { ...DEFAULT_LIMITS, cells: 100_000 };
  expect((await reader.failure(bytes, { limits })).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
});

test('what a merge covers is blank', async ({ reader }) => {
  const covered = '<table:covered-table-cell office:value-type="string"><text:p>no</text:p></table:covered-table-cell>';
  expect(texts(await reader.sheet(ods(row(float('1') + covered + float('2')))))).toEqual(['1', '', '2']);
});

test('a merge over several rows says over which', async ({ reader }) => {
  const tall = cell('office:value-type="string" table:number-rows-spanned="3" table:number-columns-spanned="2"', 'x');
  const covered = '<table:covered-table-cell/>';
  const sheet = await reader.sheet(ods(row(float('1') + tall + covered) + row(float('2') + covered + covered)));
  expect(sheet.tallMerges).toEqual([{ column: 1, firstRow: 1, lastRow: 3 }]);
});

test('rows that are hidden or filtered out say so', async ({ reader }) => {
  const rows = ['visible', 'collapse', 'filter'].map((state) => row(float('1'), `table:visibility="${state}"`));
  const sheet = await reader.sheet(ods(`<table:table-header-rows>${rows.join('')}</table:table-header-rows>`));
  expect([0, 1, 2].map((at) => sheet.rowHidden(at))).toEqual([false, true, true]);
});

test('a hidden sheet says so', async ({ reader }) => {
  const styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const sheet = await reader.sheet(ods(row(float('1')), { table: 'table:style-name="ta2"', styles }));
  expect([sheet.name, sheet.hidden]).toEqual(['Ventas', true]);
});

test('the copy that an external link keeps is no sheet', async ({ reader }) => {
  const external = `</table:table><table:table table:name="'file:///x.ods'#A"><table:table-source/>${row(float('7'))}`;
  const { hojas } = await reader.workbook(ods(row(float('1')) + external));
  expect(hojas.map((sheet) => sheet.name)).toEqual(['Ventas']);
});
