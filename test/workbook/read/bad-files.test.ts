import { open, writeFile } from 'node:fs/promises';
import path, { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { readWorkbook } from '#workbook/read/index.ts';
import { DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { makeZip } from './make-zip.ts';
import { test } from './reading.ts';
import { xlsxBytes, xlsxParts } from './xlsx-parts.ts';

const ROWS = '<row><c><v>1</v></c></row>';
const good = (): Buffer => xlsxBytes({ rows: ROWS });
const SHEET = 'xl/worksheets/sheet1.xml';
const MIB = 1024 * 1024;
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORD = { data: `<Types><Override ContentType="${WORD_TYPE}"/></Types>` };

function oleWith(stream: string): Buffer {
  const container: unknown = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5000, 1));
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

const openDocument = (kind: string) => ({
  name: 'mimetype',
  data: `application/vnd.oasis.opendocument.${kind}`,
  stored: true,
});
const zipOf = (...names: readonly string[]): Buffer => makeZip(names.map((name) => ({ name, data: 'Fecha;Importe' })));

describe('what is no workbook', () => {
  test.for<[string, Uint8Array | string]>([
    ['random bytes', Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255))],
    ['XML of Excel 2003', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'],
    ['data of a program in XML', '<?xml version="1.0"?><ventas><venta/></ventas>'],
    ['an OLE container of another program', oleWith('Otra')],
    ['a Word document by the types of its parts', xlsxBytes({ rows: ROWS, replace: { '[Content_Types].xml': WORD } })],
  ])('%s is of an unknown format', async ([, bytes], { reader }) => {
    expect((await reader.failure(bytes)).codigo).toBe('FORMATO_DESCONOCIDO');
  });

  test.for<[string, string, Uint8Array | string]>([
    ['a photo', 'imagen', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a screenshot', 'imagen', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['rich text', 'documento', '{\\rtf1 hola;1}'],
    ['a Word document', 'documento', oleWith('WordDocument')],
    ['a text of LibreOffice', 'documento', makeZip([openDocument('text'), { name: 'content.xml', data: '<a/>' }])],
    ['the login page of a site', 'pagina', '<!doctype html><html><body><form>Usuario</form></body></html>'],
    ['a .docx', 'documento', zipOf('[Content_Types].xml', 'word/a.xml')],
    ['a .rar', 'comprimido', Buffer.from('526172211a0700cf', 'hex')],
    ['a .zip without a spreadsheet', 'comprimido', zipOf('foto.png')],
    ['a .zip of two spreadsheets', 'comprimido', zipOf('a.csv', 'b.csv')],
    ['a .zip inside a .zip', 'comprimido', makeZip([{ name: 'a.xlsx', data: zipOf('b.csv') }])],
    ['a spreadsheet of Numbers', 'numbers', zipOf('Index/Document.iwa')],
  ])('%s is told to be one', async ([, formato, bytes], { reader }) => {
    expect(await reader.failure(bytes)).toMatchObject({ codigo: 'FORMATO_DESCONOCIDO', formato });
  });

  test.for<[string, string]>([
    ['at its beginning', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    ['behind what a printer put first', `\u001b%-12345X@PJL JOB\r\n${'@PJL SET A=B\r\n'.repeat(20)}%PDF-1.4\n`],
  ])('a PDF is told to be one, with its mark %s', async ([, bytes], { reader }) => {
    const failure = await reader.failure(bytes);
    expect(failure).toMatchObject({ codigo: 'FORMATO_DESCONOCIDO', formato: 'pdf' });
    expect(failure.mensaje).toMatch(/^Es un PDF\. .*Pedile al sistema de caja la planilla:/);
  });

  test.for<[string, string]>([
    ['no byte', ''],
    ['blanks alone', '\ufeff \r\n'],
  ])('a file of %s is told to be empty', async ([, text], { reader }) => {
    const failure = await reader.failure(text);
    expect(failure).toMatchObject({ codigo: 'FORMATO_DESCONOCIDO', formato: 'vacio' });
    expect(failure.mensaje).toBe(
      'El archivo está vacío. No tiene nada para leer. Fijate si es el que querías, o exportalo de nuevo.',
    );
  });

  const LOCK = /Elegí la planilla, que se lee aunque esté abierta/;
  test.for<[string, string, RegExp]>([
    ['~$ventas.xlsx', 'bloqueo', LOCK],
    ['.~lock.ventas.ods#', 'bloqueo', LOCK],
    ['_~lock.ventas.ods#', 'bloqueo', LOCK],
    ['', 'carpeta', /^Es una carpeta, no un archivo\. .*Escribí el nombre de la planilla/],
  ])('what a program leaves while a workbook is open, or a folder, is told: «%s»', async (told, { folder }) => {
    const [name, formato, words] = told;
    const file = path.join(folder, name);
    if (name !== '') await writeFile(file, Buffer.alloc(165, 'ana'));
    const read = await readWorkbook(file, { signal: new AbortController().signal });
    expect(read).toMatchObject({ error: { codigo: 'FORMATO_DESCONOCIDO', formato } });
    expect(read.ok ? '' : read.error.mensaje).toMatch(words);
  });

  test('a workbook that another program has open to write is read all the same', async ({ folder }) => {
    const file = path.join(folder, 'ventas.csv');
    await writeFile(file, 'Fecha;Importe\n01/10/2026;10,00\n');
    const other = await open(file, 'r+');
    const read = await readWorkbook(file, { signal: new AbortController().signal });
    await other.close();
    expect(read).toMatchObject({ ok: true });
  });

  test('a file that is not there says so', async ({ reader }) => {
    const result = await readWorkbook(join(reader.folder, 'nada.xlsx'), { signal: new AbortController().signal });
    expect(result).toMatchObject({ ok: false, error: { codigo: 'ARCHIVO_INEXISTENTE' } });
  });
});

test.for<[string, () => Buffer]>([
  ['an encrypted .xlsx', () => oleWith('EncryptedPackage')],
  ['a zip with encrypted parts', () => xlsxBytes({ rows: ROWS, replace: { [SHEET]: { flags: 0x801 } } })],
  [
    'an .ods with a password',
    () =>
      makeZip([
        openDocument('spreadsheet'),
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
        { name: 'content.xml', data: 'garbage' },
      ]),
  ],
  ['an .xls with a password', encryptedXls],
])('%s says that it has a password', async ([, make], { reader }) => {
  expect((await reader.failure(make())).codigo).toBe('ARCHIVO_PROTEGIDO');
});

/** A BIFF8 stream of a workbook whose second record says that the rest is encrypted (FILEPASS). */
function encryptedXls(): Buffer {
  const records: readonly (readonly [type: number, length: number, ...words: readonly number[]])[] = [
    [0x809, 16, 0x0600, 0x0005],
    [0x2f, 54, 1, 1, 1],
    [0x0a, 0],
  ];
  const stream = Buffer.concat(
    records.map(([type, length, ...words]) => {
      const record = Buffer.alloc(4 + length);
      for (const [i, word] of [type, length, ...words].entries()) record.writeUInt16LE(word, 2 * i);
      return record;
    }),
  );
  const container: unknown = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Workbook', Buffer.concat([stream, Buffer.alloc(5000)]));
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

describe('what is damaged', () => {
  const xls = (): Buffer =>
    Buffer.from(write(utils.book_new(utils.aoa_to_sheet([['a', 1]]), 'H'), { type: 'buffer', bookType: 'biff8' }));
  const cut = (bytes: Buffer, to: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * to));
  const flipped = (): Buffer => {
    const bytes = good();
    const at = bytes.indexOf(SHEET) + SHEET.length + 20;
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    return bytes;
  };
  const part = (name: string, data: string): Buffer => xlsxBytes({ rows: ROWS, replace: { [name]: { data } } });
  const without = (name: string): Buffer => makeZip(xlsxParts({ rows: ROWS }).filter((kept) => kept.name !== name));

  test.for<[string, () => Buffer | string]>([
    ['a zip that was cut', () => cut(good(), 0.7)],
    ['the first bytes of a zip', () => 'PK\x03\x04'],
    ['a bit that changed', flipped],
    ['a wrong CRC', () => xlsxBytes({ rows: ROWS, replace: { [SHEET]: { declaredCrc: 1 } } })],
    ['a part shorter than it says', () => xlsxBytes({ rows: ROWS, replace: { [SHEET]: { declaredSize: 5000 } } })],
    ['a part longer than it says', () => xlsxBytes({ rows: ROWS, replace: { [SHEET]: { declaredSize: 100 } } })],
    ['two parts with one name', () => makeZip([...xlsxParts({ rows: ROWS }), { name: SHEET, data: '<worksheet/>' }])],
    ['a sheet without its part', () => without(SHEET)],
    ['no relationships of the workbook', () => without('xl/_rels/workbook.xml.rels')],
    ['no relationships at all', () => without('_rels/.rels')],
    ['XML that ends early', () => part(SHEET, '<worksheet><sheetData><row><c><v>1</v></c></row>')],
    ['tags that cross', () => part(SHEET, '<worksheet><sheetData><row><c></row></c></sheetData></worksheet>')],
    ['text after the root', () => part(SHEET, '<worksheet><sheetData/></worksheet>x')],
    ['a DTD', () => part(SHEET, '<!DOCTYPE a [<!ENTITY x "y">]><worksheet><sheetData/></worksheet>')],
    [
      'an entity of its own',
      () => part(SHEET, '<worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>'),
    ],
    [
      'XML in another encoding',
      () => part(SHEET, '<?xml version="1.0" encoding="EBCDIC"?><worksheet><sheetData/></worksheet>'),
    ],
    ['a row number that is none', () => xlsxBytes({ rows: '<row r="uno"><c><v>1</v></c></row>' })],
    ['a type of cell that there is not', () => xlsxBytes({ rows: '<row><c t="zz"><v>1</v></c></row>' })],
    ['an .xls that was cut', () => cut(xls(), 0.2)],
    ['a .csv with a quote that is never closed', () => 'a;b\n"1;2\n3;4\n'],
  ])('%s is damage', async ([, make], { reader }) => {
    expect((await reader.failure(make())).codigo).toBe('ARCHIVO_DANADO');
  });
});

describe('what is too big', () => {
  const bombPart = (declaredSize?: number) => {
    const data = Buffer.alloc(80 * MIB, 0x20);
    const deflated = { size: data.length, crc: crc32(data) };
    const lie = declaredSize === undefined ? {} : { declaredSize };
    return { name: SHEET, data: deflateRawSync(data, { level: 1 }), deflated, ...lie };
  };

  test.for<[string, number | undefined]>([
    ['that owns up to its size', undefined],
    ['that lies about its size', 1000],
    ['that lies less', 20 * MIB],
  ])('a bomb %s is refused', async ([, declared], { reader }) => {
    const bytes = xlsxBytes({ rows: ROWS, replace: { [SHEET]: bombPart(declared) } });
    expect((await reader.failure(bytes)).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
  });

  const few = { ...DEFAULT_LIMITS, cells: 3, rows: 4, columns: 4, entries: 8, textBytes: 200, fileBytes: 4000 };
  test.for<[string, () => Buffer | string]>([
    ['cells', () => xlsxBytes({ rows: ROWS.repeat(4) })],
    ['rows', () => xlsxBytes({ rows: '<row r="5"><c><v>1</v></c></row>' })],
    ['columns', () => xlsxBytes({ rows: '<row><c r="E1"><v>1</v></c></row>' })],
    ['text', () => xlsxBytes({ rows: `<row><c t="str"><v>${'a'.repeat(300)}</v></c></row>` })],
    ['parts', () => xlsxBytes({ rows: ROWS, extra: ['a', 'b'].map((name) => ({ name, data: '' })) })],
    ['bytes', () => Buffer.alloc(5000, 0x41)],
    ['fields of a line of text', () => 'a;b;c;d;e\n'],
  ])('more %s than the bounds allow are refused', async ([, make], { reader }) => {
    expect((await reader.failure(make(), { limits: few })).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
  });

  test('an .xlsb that inflates too far is refused before it reaches the library', async ({ reader }) => {
    const rels =
      '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    const bytes = makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: '_rels/.rels', data: rels },
      { name: 'xl/workbook.bin', data: Buffer.alloc(300_000, 0x20) },
    ]);
    const limits = { ...DEFAULT_LIMITS, library: { ...DEFAULT_LIMITS.library, bytes: 200_000 } };
    expect((await reader.failure(bytes, { limits })).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
  });
});

describe('being asked', () => {
  test('for a sheet that is not there names those that are', async ({ reader }) => {
    const error = await reader.failure(good(), { hoja: 'Ventas' });
    expect(error.codigo).toBe('HOJA_INEXISTENTE');
    expect(error.mensaje).toContain('«Hoja1»');
  });

  test('for a sheet of a .csv says that it has none', async ({ reader }) => {
    expect((await reader.failure('a;b\n1;2\n', { hoja: 'x' })).codigo).toBe('HOJA_INEXISTENTE');
  });

  test('to stop, stops', async ({ reader }) => {
    const path = join(reader.folder, 'a.xlsx');
    await writeFile(path, good());
    await expect(readWorkbook(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELADO' });
  });
});
