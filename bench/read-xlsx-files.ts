/** Writes the workbooks to read, as raw XML piece by piece: the 22 columns of docs/workbooks.md, a zip bomb, single cells. */
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { makeZip, type ZipPart } from '../test/workbook/read/make-zip.ts';

const HEADERS =
  'fecha_venta fecha_pres tarjeta_id tarjeta_desc establecimiento terminal lote comprobante tarjeta_nro cuotas bin bco_emisor ' +
  'autorizacion importe fecha_pago wallet_referencia wallet_tipo_operacion auxiliar_1 auxiliar_2 auxiliar_3 referencia referencia_extra';
/** Which columns are imported. Not those of terminals, which have letters, and of wallets, which have a dash for empty: every row must be a valid coupon. */
export const MAPPING = {
  terminal: '',
  wallet_referencia: '',
  wallet_tipo_operacion: '',
  auxiliar_4: 'terminal',
  auxiliar_5: 'wallet_referencia',
};
const MARCAS = ['Visa', 'Mastercard', 'American Express', 'Cabal', 'Naranja X', 'Maestro'];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FRAME: readonly ZipPart[] = [
  {
    name: '[Content_Types].xml',
    data: `${PROLOG}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    data: `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    data: `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Cupones" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  },
  {
    name: 'xl/styles.xml',
    data: `${PROLOG}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="00000000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  },
];

/** Compresses pieces of text one by one. Gives the output with size and CRC of the input. */
async function deflatePart(name: string, pieces: Iterable<string>): Promise<ZipPart> {
  const deflate = createDeflateRaw({ level: 6 });
  const out: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => out.push(chunk));
  let size = 0;
  let crc = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    crc = crc32(bytes, crc);
    if (!deflate.write(bytes)) await once(deflate, 'drain');
  };
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < 256 * 1024) continue;
    await write(pending);
    pending = '';
  }
  await write(pending);
  deflate.end();
  await once(deflate, 'end');
  return { name, data: Buffer.concat(out), deflated: { size, crc } };
}

/** The shared strings, numbered in the order of first use, like Excel does. */
class Strings {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

const nameColumn = (column: number): string => String.fromCharCode(65 + column);

function* writeSheetPieces(rows: number, strings: Strings): Generator<string> {
  let seed = 7;
  const drawBelow = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  const writeText = (value: string): string => `" t="s"><v>${String(strings.of(value))}</v></c>`;
  const writeNumber = (value: number | string, style = 0): string =>
    `${style === 0 ? '' : `" s="${String(style)}`}"><v>${String(value)}</v></c>`;
  const writeRow = (at: number, cells: readonly string[]): string =>
    `<row r="${String(at)}" spans="1:22" x14ac:dyDescent="0.25">${cells.map((cell, i) => `<c r="${nameColumn(i)}${String(at)}${cell}`).join('')}</row>`;
  yield `${PROLOG}<worksheet xmlns="${MAIN}" xmlns:x14ac="urn:x"><dimension ref="A1:V${String(rows + 1)}"/><sheetData>`;
  yield writeRow(1, HEADERS.split(' ').map(writeText));
  for (let i = 0; i < rows; i += 1) {
    const wallet = i % 20 === 0;
    yield writeRow(i + 2, [
      writeNumber(46_000 + drawBelow(300), 1),
      writeNumber(46_000 + drawBelow(300), 1),
      writeNumber(1 + drawBelow(40)),
      writeText(MARCAS[drawBelow(MARCAS.length)] ?? ''),
      writeNumber(30_000_000 + drawBelow(25)),
      writeText(`T${String(10_000_000 + drawBelow(60))}`),
      writeNumber(drawBelow(999)),
      writeNumber(i % 99_999_999, 2),
      writeNumber(drawBelow(10_000)),
      writeNumber(1 + drawBelow(12)),
      writeNumber(400_000 + drawBelow(900)),
      writeNumber(drawBelow(400)),
      writeText(`A${String(100_000 + drawBelow(900_000))}`),
      writeNumber((drawBelow(8_000_000) / 100).toFixed(2).replace(/\.?0+$/, ''), 3),
      writeNumber(46_000 + drawBelow(300), 1),
      writeText(wallet ? `W${String(drawBelow(900))}` : '-'),
      writeText(wallet ? 'QR' : '-'),
      writeText(`Sucursal ${String(drawBelow(40))}`),
      writeText(`Caja ${String(drawBelow(12))}`),
      writeText(`Vendedor ${String(drawBelow(300))}`),
      writeText(`REF-${String(i).padStart(10, '0')}`),
      writeNumber(drawBelow(1_000_000)),
    ]);
  }
  yield '</sheetData></worksheet>';
}

function* writeSharedPieces(strings: Strings): Generator<string> {
  yield `${PROLOG}<sst xmlns="${MAIN}" uniqueCount="${String(strings.texts.length)}">`;
  for (const text of strings.texts) yield `<si><t>${text}</t></si>`;
  yield '</sst>';
}

/** Writes a workbook of `rows` rows × 22 columns. */
export async function writeWorkbook(path: string, rows: number): Promise<void> {
  const strings = new Strings();
  const sheet = await deflatePart('xl/worksheets/sheet1.xml', writeSheetPieces(rows, strings));
  const shared = await deflatePart('xl/sharedStrings.xml', writeSharedPieces(strings));
  await writeFile(path, makeZip([...FRAME, sheet, shared]));
}

function* writeBombPieces(bytes: number): Generator<string> {
  yield `${PROLOG}<worksheet xmlns="${MAIN}"><sheetData>`;
  const row = `<row>${'<c t="inlineStr"><is><t>aaaaaaaa</t></is></c>'.repeat(50)}</row>`;
  const piece = row.repeat(400);
  for (let size = 0; size < bytes; size += piece.length) yield piece;
  yield '</sheetData></worksheet>';
}

/** Writes a workbook whose sheet grows from a few megabytes to 1.26 GB when inflated. `declared`: the size that its header states. */
export async function writeBomb(path: string, declared?: number): Promise<void> {
  const sheet = await deflatePart('xl/worksheets/sheet1.xml', writeBombPieces(1.26e9));
  const lie = declared === undefined ? {} : { declaredSize: declared };
  const shared: ZipPart = { name: 'xl/sharedStrings.xml', data: `<sst xmlns="${MAIN}"/>` };
  await writeFile(path, makeZip([...FRAME, { ...sheet, ...lie }, shared]));
}

/** Writes a workbook with a number in each of these cells, one in a row. */
export async function writeCells(path: string, references: readonly string[]): Promise<void> {
  const rows = references.map((reference) => {
    const row = reference.replace(/^[A-Z]+/, '');
    return `<row r="${row}"><c r="${reference}"><v>1</v></c></row>`;
  });
  const data = `${PROLOG}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const shared: ZipPart = { name: 'xl/sharedStrings.xml', data: `<sst xmlns="${MAIN}"/>` };
  await writeFile(path, makeZip([...FRAME, { name: 'xl/worksheets/sheet1.xml', data }, shared]));
}
