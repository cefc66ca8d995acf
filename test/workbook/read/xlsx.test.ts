import { describe, expect } from 'vitest';
import { cells, test, texts } from './reading.ts';
import { xlsxBytes, type XlsxOptions } from './xlsx-parts.ts';

const v = (value: string, attributes = ''): string => `<c ${attributes}><v>${value}</v></c>`;

describe('the XML of a worksheet', () => {
  test('rows and cells without a reference go one after the other', async ({ reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row>${v('1')}${v('2')}</row><row>${v('3')}</row>` }));
    expect([texts(sheet, 0), texts(sheet, 1)]).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
    expect([sheet.rowNumber(0), sheet.rowNumber(1)]).toEqual([1, 2]);
  });

  test('a prefix on every element changes nothing', async ({ reader }) => {
    const sheet = `<x:worksheet xmlns:x="urn:main"><x:sheetData><x:row r="2"><x:c r="B2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const read = await reader.sheet(xlsxBytes({ sheet }));
    expect(cells(read)).toEqual(['vacia:', 'numero:7']);
    expect(read.rowNumber(0)).toBe(2);
  });

  test('cells in any order are put in order', async ({ reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row r="1">${v('2', 'r="B1"')}${v('1', 'r="A1"')}</row>` }));
    expect(texts(sheet)).toEqual(['1', '2']);
  });

  test('rows in any order are put in order', async ({ reader }) => {
    const rows = [30, 2, 10].map((row) => `<row r="${String(row)}">${v(String(row))}</row>`).join('');
    const sheet = await reader.sheet(xlsxBytes({ rows }));
    expect([0, 1, 2].map((row) => [sheet.rowNumber(row), sheet.text(row, 0)])).toEqual([
      [2, '2'],
      [10, '10'],
      [30, '30'],
    ]);
  });

  test.for<[string, string, XlsxOptions]>([
    // One of the two cells or rows would be lost.
    ['two cells in one place', 'ARCHIVO_DANADO', { rows: `<row>${v('1', 'r="A1"')}${v('2', 'r="A1"')}</row>` }],
    ['two rows in one place', 'ARCHIVO_DANADO', { rows: `<row r="3">${v('1')}</row><row r="3">${v('2')}</row>` }],
    ['a column past the last one', 'ARCHIVO_DEMASIADO_GRANDE', { rows: `<row r="1">${v('1', 'r="XFE1"')}</row>` }],
    ['a row past the last one', 'ARCHIVO_DEMASIADO_GRANDE', { rows: `<row r="1048577">${v('1')}</row>` }],
    [
      'rows in another element',
      'ARCHIVO_DANADO',
      { sheet: `<worksheet><wrapper><sheetData><row>${v('1')}</row></sheetData></wrapper></worksheet>` },
    ],
    ['a shared string that is not there', 'ARCHIVO_DANADO', { rows: `<row>${v('0', 't="s"')}</row>` }],
  ])('%s: %s', async ([, codigo, options], { reader }) => {
    expect((await reader.failure(xlsxBytes(options))).codigo).toBe(codigo);
  });

  test('a row with nothing in it is not kept', async ({ reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row r="1"><c s="0"/></row><row r="4">${v('1')}</row>` }));
    expect([sheet.rowCount, sheet.rowNumber(0)]).toEqual([1, 4]);
  });

  test('a cell in the last place there is costs nothing', async ({ reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row r="1048576">${v('1', 'r="XFD1048576"')}</row>` }));
    expect([sheet.rowCount, sheet.columnCount, sheet.rowNumber(0)]).toEqual([1, 16_384, 1_048_576]);
    expect(sheet.text(0, 16_383)).toBe('1');
  });

  test('a dimension that lies is not believed', async ({ reader }) => {
    const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row>${v('1')}</row></sheetData></worksheet>`;
    expect((await reader.sheet(xlsxBytes({ sheet }))).columnCount).toBe(1);
  });

  test('what an extension brings under the same names is not data', async ({ reader }) => {
    const after = `<extLst><ext><row r="9">${v('9')}</row></ext></extLst>`;
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row>${v('1')}</row>`, after }));
    expect(sheet.rowCount).toBe(1);
  });

  test('the value of a merged area is that of its first cell', async ({ reader }) => {
    const rows = `<row>${v('1')}${v('2')}${v('3')}</row><row>${v('4')}${v('5')}</row>`;
    const sheet = await reader.sheet(xlsxBytes({ rows, after: '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>' }));
    expect([texts(sheet, 0), texts(sheet, 1)]).toEqual([
      ['1', '', '3'],
      ['', '', ''],
    ]);
    expect(sheet.tallMerges).toEqual([{ column: 0, firstRow: 1, lastRow: 2 }]);
  });

  test('hidden rows say so', async ({ reader }) => {
    const sheet = await reader.sheet(
      xlsxBytes({ rows: `<row hidden="1">${v('1')}</row><row hidden="0">${v('2')}</row>` }),
    );
    expect([sheet.rowHidden(0), sheet.rowHidden(1)]).toEqual([true, false]);
  });

  test.for(['hidden', 'veryHidden'])('a sheet in state %s is read and says so', async (state, { reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ rows: `<row>${v('1')}</row>`, sheetAttributes: `state="${state}"` }));
    expect([sheet.hidden, sheet.rowCount]).toEqual([true, 1]);
  });

  test.for([
    '/xl/worksheets/sheet1.xml',
    '../xl/worksheets/sheet1.xml',
    './worksheets/Sheet1.xml',
    'worksheets\\sheet1.xml',
  ])('the part of a sheet is found at %s', async (target, { reader }) => {
    expect(texts(await reader.sheet(xlsxBytes({ rows: `<row>${v('1')}</row>`, target })))).toEqual(['1']);
  });

  test.for([
    ['UTF-16', (xml: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])],
    ['UTF-8 that calls itself UTF-16, as .NET writes it', (xml: string) => Buffer.from(xml)],
  ] as const)('%s is read as UTF-8 is', async ([, encode], { reader }) => {
    const xml = `<?xml version="1.0" encoding="utf-16"?><worksheet><sheetData><row><c t="str"><v>ñandú</v></c></row></sheetData></worksheet>`;
    expect(texts(await reader.sheet(xlsxBytes({ sheet: encode(xml) })))).toEqual(['ñandú']);
  });

  test('tokens that fall on the edge of a piece are read whole', async ({ reader }) => {
    const rows = Array.from(
      { length: 5000 },
      (_, i) =>
        `<row r="${String(i + 1)}"><c r="A${String(i + 1)}" t="str"><v>${'á&amp;'.repeat(i % 40)}${String(i)}</v></c></row>`,
    );
    const sheet = await reader.sheet(xlsxBytes({ rows: rows.join('') }));
    const wrong = rows.findIndex((_, i) => sheet.text(i, 0) !== `${'á&'.repeat(i % 40)}${String(i)}`);
    expect([sheet.rowCount, wrong]).toEqual([5000, -1]);
  });
});

describe('the text of a cell', () => {
  test.for([
    [
      'runs one after the other',
      '<si><r><rPr><b/></rPr><t>Vi</t></r><r><t xml:space="preserve">sa </t></r></si>',
      'Visa ',
    ],
    [
      'without phonetic guides',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '東京',
    ],
    ['with escapes resolved', '<si><t>a_x000D_b_x0041__x005F_x0041_</t></si>', 'a\rbA_x0041_'],
    ['with references resolved', '<si><t>&lt;&amp;&#241;&#x1F600;&gt;</t></si>', '<&ñ😀>'],
    ['from CDATA', '<si><t>a<![CDATA[&<b>]]>c</t></si>', 'a&<b>c'],
    ['around comments', '<si><t>a<!-- no -->b</t></si>', 'ab'],
    ['with line ends as XML has them', '<si><t>a\r\nb\rc</t></si>', 'a\nb\nc'],
    ['with its spaces', '<si><t xml:space="preserve">  a  </t></si>', '  a  '],
  ])('%s', async ([, shared, expected], { reader }) => {
    const sheet = await reader.sheet(xlsxBytes({ shared: shared ?? '', rows: `<row>${v('0', 't="s"')}</row>` }));
    expect(cells(sheet)).toEqual([`texto:${expected ?? ''}`]);
  });

  test.for<[string, XlsxOptions, string[]]>([
    [
      'an inline string has runs too',
      {
        rows: '<row><c t="inlineStr"><is><r><t>a</t></r><rPh sb="0" eb="1"><t>no</t></rPh><r><t>b</t></r></is></c></row>',
      },
      ['texto:ab'],
    ],
    [
      'an empty text is no cell',
      { shared: '<si><t/></si>', rows: `<row>${v('0', 't="s"')}${v('1')}</row>` },
      ['vacia:', 'numero:1'],
    ],
    ['what looks like a number stays text', { rows: `<row>${v('0E1234', 't="str"')}</row>` }, ['texto:0E1234']],
    [
      'a number that is none is an error with its text',
      { rows: `<row>${v('NaN')}${v('1,5')}</row>` },
      ['error:NaN', 'error:1,5'],
    ],
  ])('%s', async ([, options, expected], { reader }) => {
    expect(cells(await reader.sheet(xlsxBytes(options)))).toEqual(expected);
  });
});

describe('other cells', () => {
  test('booleans, errors, and formulas with and without their value', async ({ reader }) => {
    const rows =
      `<row>${v('1', 't="b"')}${v('0', 't="b"')}${v('#N/A', 't="e"')}<c><f>A1</f><v>5</v></c><c t="str"><f>A1</f><v>cinco</v></c>` +
      '<c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>A1</f><v></v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    expect(cells(await reader.sheet(xlsxBytes({ rows })))).toEqual([
      'booleano:VERDADERO',
      'booleano:FALSO',
      'error:#N/A',
      'numero:5',
      'texto:cinco',
      'formulaWithoutValue:',
      'formulaWithoutValue:',
      'vacia:',
      'error:#DIV/0!',
    ]);
  });

  test('an ISO date cell is that date, and its serial', async ({ reader }) => {
    const rows = `<row>${v('2026-03-05', 't="d"')}${v('2026-03-05T10:20:30.000Z', 't="d"')}${v('mañana', 't="d"')}</row>`;
    const sheet = await reader.sheet(xlsxBytes({ rows }));
    expect(cells(sheet)).toEqual(['fecha:2026-03-05', 'fecha:2026-03-05 10:20:30', 'texto:mañana']);
    expect(sheet.number(0, 0)).toBe(46_086);
  });
});

describe('numbers', () => {
  const one = (value: string, format?: string) =>
    xlsxBytes({
      rows: `<row>${v(value, format === undefined ? '' : 's="1"')}</row>`,
      formats: format === undefined ? [] : [format],
    });

  test.for([
    ['1500.50', '1500.5'],
    ['4.3499999999999996', '4.35'],
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['123456789012345', '123456789012345'],
    [' 12 ', '12'],
  ])('%s says %s, without a loss', async ([value = '', expected], { reader }) => {
    const sheet = await reader.sheet(one(value));
    expect([cells(sheet), sheet.precisionLost(0, 0), sheet.number(0, 0)]).toEqual([
      [`numero:${expected ?? ''}`],
      false,
      Number(value),
    ]);
  });

  test.for(['1234567890123456', '4507990000004905123', '12345678901234.5678'])(
    '%s has lost digits and keeps its text',
    async (value, { reader }) => {
      const sheet = await reader.sheet(one(value));
      expect([cells(sheet), sheet.precisionLost(0, 0)]).toEqual([[`numero:${value}`], true]);
    },
  );

  test.for([
    ['123', '00000000', 'numero:00000123'],
    ['100001234', '0000-00000000', 'numero:0001-00001234'],
    ['123', '"A-"0000;"B-"0000', 'numero:A-0123'],
    ['-5', '000', 'numero:-005'],
    ['1234.5', '#,##0.00', 'numero:1234.5'],
    ['0.21', '0%', 'numero:0.21'],
    ['46086', 'dd/mm/yyyy', 'fecha:2026-03-05'],
    ['46086', '[$-2C0A]dddd, d" de "mmmm" de "yyyy;@', 'fecha:2026-03-05'],
    ['46086.75', 'd/m/yy h:mm AM/PM', 'fecha:2026-03-05 18:00:00'],
    ['46086', '[Red]0.00', 'numero:46086'],
    ['5', '0 "días"', 'numero:5'],
    ['1234.5', '[$USD] #,##0.00', 'texto:USD 1234,5'],
    ['-20', '[$€-407] #,##0.00', 'texto:€ -20'],
    ['20', '"US$"\\ #,##0.00', 'texto:US$ 20'],
    ['20', '#,##0.00 "dólares"', 'texto:dólares 20'],
    ['20', '_-[$U$S-380A]* #,##0.00_-;-[$U$S-380A]* #,##0.00_-', 'texto:U$S 20'],
    ['20', '[$$-2C0A] #,##0.00', 'numero:20'],
    ['20', '_ "$"\\ * #,##0.00_ ;_ "$"\\ * \\-#,##0.00_ ;_ "$"\\ * "-"??_ ;_ @_ ', 'numero:20'],
    ['20', '[$ARS] #,##0.00', 'numero:20'],
    ['20', '$#,##0.00', 'numero:20'],
    ['20', '[$-409]0.00', 'numero:20'],
    ['0.75', 'h:mm:ss', 'numero:18:00:00'],
    ['1.5', '[h]:mm', 'numero:36:00:00'],
    ['2958465', 'd/m/yyyy', 'fecha:9999-12-31'],
    ['60', 'd/m/yyyy', 'fecha:1900-02-29'],
    ['59', 'd/m/yyyy', 'fecha:1900-02-28'],
    ['1', 'd/m/yyyy', 'fecha:1900-01-01'],
    ['-1', 'd/m/yyyy', 'numero:-1'],
    ['2958466', 'd/m/yyyy', 'numero:2958466'],
  ])('%s as %s shows %s', async ([value = '', format = '', expected], { reader }) => {
    expect(cells(await reader.sheet(one(value, format)))).toEqual([expected]);
  });

  test('serials count from 1904 where the workbook says so', async ({ reader }) => {
    const rows = `<row>${v('0', 's="1"')}${v('44624', 's="1"')}</row>`;
    const sheet = await reader.sheet(xlsxBytes({ rows, formats: ['d/m/yy'], date1904: true }));
    expect(cells(sheet)).toEqual(['fecha:1904-01-01', 'fecha:2026-03-05']);
    expect(sheet.date1904).toBe(true);
  });
});
