import { describe, expect } from 'vitest';
import { cells, test, texts } from './reading.ts';

const TABLE = 'Fecha;Importe;Descripción\r\n01/02/2026;1.234,50;Ñandú\r\n';
const ROWS = [
  ['Fecha', 'Importe', 'Descripción'],
  ['01/02/2026', '1.234,50', 'Ñandú'],
];

describe('the encoding is found in', () => {
  test.for<[string, Buffer]>([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${TABLE}`)],
    ['UTF-16 LE with its mark', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
    ['UTF-16 BE with its mark', Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16()],
    ['UTF-16 LE without a mark', Buffer.from(TABLE, 'utf16le')],
    ['Windows-1252', Buffer.from(TABLE, 'latin1')],
  ])('%s', async ([, bytes], { reader }) => {
    const sheet = await reader.sheet(bytes);
    expect([sheet.name, sheet.rowCount]).toEqual([null, 2]);
    expect([texts(sheet, 0), texts(sheet, 1)]).toEqual(ROWS);
  });

  test.for<[string, Buffer, string[]]>([
    ['"Descripción"', Buffer.from('Fecha;Descripci\xa2n\n1;2\n', 'latin1'), ['Fecha', 'Descripción']],
    ['"N° Cupón", "Últimos 4"', Buffer.from('N\xf8 Cup\xa2n;\xe9ltimos 4\n1;2\n', 'latin1'), ['N° Cupón', 'Últimos 4']],
    ['"ÚLTIMOS 4"', Buffer.from('a;\xe9LTIMOS 4\n1;2\n', 'latin1'), ['a', 'ÚLTIMOS 4']],
    ['"PÚBLICO" beside "PERÚ"', Buffer.from('P\xe9BLICO;PER\xe9\n1;2\n', 'latin1'), ['PÚBLICO', 'PERÚ']],
    ['"AUTORIZACIÓN", "DÍA"', Buffer.from('AUTORIZACI\xe0N;D\xd6A\n1;2\n', 'latin1'), ['AUTORIZACIÓN', 'DÍA']],
    ['a hard space alone', Buffer.from('a;\xff5\n1;2\n', 'latin1'), ['a', '\u00a05']],
    ['"Año" beside amounts with its hard spaces', Buffer.from('A\xa4o;\xff5\n1;2\n', 'latin1'), ['Año', '\u00a05']],
  ])('code page 850: %s', async ([, bytes, header], { reader }) => {
    expect(texts(await reader.sheet(bytes), 0)).toEqual(header);
  });

  test.for<[string, string]>([
    ['an exclamation where a word begins', '¡Oferta;b'],
    ['a cent sign and a section that touch no word', '5 ¢;§ 4 é'],
    ['letters that only it has', 'Nº Operación;Crédito'],
    ['one é', 'Crédito;b'],
    ['an é after the capital of a word, more often than any other accent', 'Últimos 4;Débito;Pérez;Té'],
    ['a name with ø', 'Sørensen;b'],
    ['letters of other languages', 'Català;Österreich'],
  ])('Windows-1252 is not taken for code page 850: %s', async ([, text], { reader }) => {
    expect(texts(await reader.sheet(Buffer.from(`${text}\n1;2\n`, 'latin1')), 0)).toEqual(text.split(';'));
  });

  test('UTF-8 with a letter that a till cut in half', async ({ reader }) => {
    const bytes = Buffer.concat([
      Buffer.from('Últimos 4;Autorización\nMu'),
      Buffer.from([0xc3]),
      Buffer.from(';ñandú\n'),
    ]);
    const sheet = await reader.sheet(bytes);
    expect([texts(sheet, 0), texts(sheet, 1)]).toEqual([
      ['Últimos 4', 'Autorización'],
      ['Mu\ufffd', 'ñandú'],
    ]);
  });

  test('Windows-1252 whose first accent comes late', async ({ reader }) => {
    const bytes = Buffer.concat([Buffer.from('a;b\n'.repeat(40_000)), Buffer.from('ñ;€\n', 'latin1').fill(0x80, 2, 3)]);
    const sheet = await reader.sheet(bytes);
    expect(texts(sheet, 40_000)).toEqual(['ñ', '€']);
  });
});

test.for<[string, string, string[]]>([
  ['semicolon, with decimal commas', 'a;b\n1,5;2,5\n3,5;4\n', ['a', 'b']],
  ['tab', 'a\tb,c\n1\t2\n', ['a', 'b,c']],
  ['comma', 'a,b,c\n1,"2,5",3\n', ['a', 'b', 'c']],
  ['bar', 'a|b\n1|2\n', ['a', 'b']],
  ['none', 'a\nb\n', ['a']],
  ['under titles', 'Ventas de marzo\n\na;b\n1;2\n3;4\n', ['Ventas de marzo', '']],
  [
    'under titles with commas',
    'Ventas con fecha, importe\na;b;c;d\n1;2;3;100,00\nTotal:;100,00\n5;6;7;1,234,567\n',
    ['Ventas con fecha, importe', '', '', ''],
  ],
  [
    'above another table',
    'a;b;c;d\n1;2;3;10,00\n4;5;6;10,00\n\nResumen\nd;e;f\nx;2;20,00\nTOTAL;2;20,00\n',
    ['a', 'b', 'c', 'd'],
  ],
  ['comma, in amounts with a dot', 'a,b,c\n7,123,100.00\n7,124,5.00\n', ['a', 'b', 'c']],
  ['declared', 'sep=|\r\na;b|c\r\n', ['a;b', 'c']],
  ['none in a quoted title', '"Ventas, noviembre"\na,b,c\n1,2,3\n', ['Ventas, noviembre', '', '']],
  ['beside a quote in the middle of a field, which is itself', 'Bar "La Paz";2\na;b\n', ['Bar "La Paz"', '2']],
  ['beside the formula that keeps zeros, which is its text', '="000123";"=""045"""\na;b\n', ['000123', '045']],
])('the separator is found: %s', async ([, text, expected], { reader }) => {
  expect(texts(await reader.sheet(text))).toEqual(expected);
});

test('every cell is text', async ({ reader }) => {
  expect(cells(await reader.sheet('1;2,5;01/02/2026;\n0012;=1+1;VERDADERO;\n'))).toEqual([
    'texto:1',
    'texto:2,5',
    'texto:01/02/2026',
  ]);
});

test('quotes hold separators, quotes and line ends', async ({ reader }) => {
  const sheet = await reader.sheet('a;b\n"x;""y""\r\nz";2\n3;4\n');
  expect([texts(sheet, 1), sheet.rowNumber(2)]).toEqual([['x;"y"\r\nz', '2'], 3]);
});

test.for<[string, string]>([
  ['alone, below a header without quotes', 'a,b,c\n"1,2,""3,50"""\n"4,5,""6,50"""\n'],
  ['and the header too', '"a;b;c"\n"1;2;3,50"\n"4;5;6,50"\n'],
])('rows that a program quoted whole have their cells: %s', async ([, text], { reader }) => {
  const sheet = await reader.sheet(text);
  expect([0, 1, 2].map((row) => texts(sheet, row))).toEqual([
    ['a', 'b', 'c'],
    ['1', '2', '3,50'],
    ['4', '5', '6,50'],
  ]);
});

test.for<[string, string, number[]]>([
  ['blank lines', 'a;b\n\n;\n1;2\n', [1, 4]],
  ['not the line that declares the separator', 'sep=;\na;b\n1;2\n', [1, 2]],
  ['mixed line ends and a last line without one', 'a;b\r\n1;2\n3;4', [1, 2, 3]],
  ['not the mark with which DOS ends a file', 'a;b\r\n1;2\r\n\u001A', [1, 2]],
])('row numbers count %s', async ([, text, numbers], { reader }) => {
  const sheet = await reader.sheet(text);
  expect(Array.from({ length: sheet.rowCount }, (_, row) => sheet.rowNumber(row))).toEqual(numbers);
});

describe('stray quotes', () => {
  const HEADER = 'Fecha;Cliente;Cupon;Ult 4;Importe\n';
  test.for<[string, number, string]>([
    ['at the end of lines', 2, '13/07/2026;x;1;2;"TV 32\n13/07/2026;y;1;2;TV 40"\n13/07/2026;z;3;4;5\n'],
    ['with whole rows between', 2, '13/07/2026;"A;1;2;3\n13/07/2026;B;1;2;3\n13/07/2026;C";1;2;3\n'],
    [
      'with a quote inside a text between them',
      2,
      '13/07/2026;"A;1;2;3\n13/07/2026;Ana;1;2;3\n13/07/2026;Bar "La Esquina";1;2;3\n13/07/2026;"C;1;2;3\n13/07/2026;D;1;2;3\n',
    ],
    ['below a cell of two lines', 4, '13/07/2026;"x\ny";1;2;3\n13/07/2026;"A;1;2;3\n13/07/2026;B";1;2;3\n'],
  ])('%s do not swallow the rows between them', async ([, line, rows], { reader }) => {
    const failure = await reader.failure(HEADER + rows);
    expect(failure.codigo).toBe('ARCHIVO_DANADO');
    expect(failure.mensaje).toMatch(new RegExp(`^En la línea ${String(line)}, la comilla de «"(?:TV 32|A;1;2;3)»`));
  });

  test.for<[string, number, string]>([
    ['that nothing closes', 2, '13/07/2026;"TV 32;1;2;3\n13/07/2026;y;1;2;3\n13/07/2026;z;3;4;5\n'],
    [
      'below many rows',
      502,
      `${'13/07/2026;y;1;2;3\n'.repeat(500)}13/07/2026;"TV 32;1;2;3\n${'13/07/2026;z;3;4;5\n'.repeat(40)}`,
    ],
    ['in the last row', 4, '13/07/2026;"x\ny";1;2;3\n13/07/2026;"TV 32;1;2;3'],
    ['with more behind it than a cell holds', 2, `13/07/2026;"TV 32;1;2;3\n${'13/07/2026;y;1;2;3\n'.repeat(250_000)}`],
  ])('%s are told with the line of their row', async ([, line, rows], { reader }) => {
    const failure = await reader.failure(HEADER + rows);
    expect(failure.codigo).toBe('ARCHIVO_DANADO');
    expect(failure.mensaje).toContain(`La fila de la línea ${String(line)} tiene una comilla que no se cierra`);
  });

  test('are not blamed for one line that is too long', async ({ reader }) => {
    const failure = await reader.failure(`${HEADER}13/07/2026;${'x'.repeat(5_000_000)};1;2;3\n`);
    expect(failure.codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
    expect(failure.mensaje).not.toContain('comilla');
  });

  test('are told without the number of a card', async ({ reader }) => {
    const rows = '13/07/2026;"4507990000004905;1;2;3\n13/07/2026;B";1;2;3\n';
    expect((await reader.failure(HEADER + rows)).mensaje).toContain('450799······4905');
  });

  test.for<[string, string, number]>([
    ['an address', `${HEADER}13/07/2026;"Av. Mitre 1\npiso 2";1;2;3\n`, 2],
    ['a note in the last column', 'Fecha;Cupon;Nota\n13/07/2026;1;"paga el 14/07/2026\nen caja"\n', 2],
    ['commas', 'Fecha,Cupon,Cliente,Importe\n13/07/2026,1,"Mitre 1, 2, 3, CABA\nlunes, martes, a, b",5\n', 2],
    ['a list with the separator', `${HEADER}13/07/2026;"a;b;c;d;e\nf";1;2;3\n`, 2],
  ])('are not seen in a true cell of several lines: %s', async ([, text, rows], { reader }) => {
    expect((await reader.sheet(text)).rowCount).toBe(rows);
  });
});
