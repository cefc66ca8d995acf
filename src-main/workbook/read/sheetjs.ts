/**
 * Reads `.xls`, `.xlsb`, and HTML pages and XML Spreadsheet 2003 named `.xls`, with SheetJS (`@e965/xlsx`; docs/workbooks.md, "Decision"). SheetJS gives values
 * and format codes; this module decides a cell's text, as for `.xlsx`. It checks the input's size first, because SheetJS holds the whole workbook in memory.
 */
import type * as Library from '@e965/xlsx';
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { Sheet } from '#domain/sheet.ts';
import { z } from 'zod';
import { decoderOf, detectEncoding } from './delimited/encoding.ts';
import { FileProblem, createDamagedProblem, createTooBigProblem } from './file-problem.ts';
import { boundBiff, boundMarkup, createXlsbBound } from './library-bounds.ts';
import { SheetBuilder, readMergedAreas } from './sheet-builder.ts';
import { losesPrecision, parseFormat, toPlainDecimal, type NumberFormat } from './number-format.ts';
import { createParts, type WorkbookParts } from './packed-sheet.ts';
import { bytesOf, chooseSheets, sizeOf, type Reading, type Source, type Sheets } from './workbook.ts';
import type { ZipParts } from './zip.ts';

export interface LibraryReading extends Reading {
  readonly onLibrary: () => void;
}

type SheetJs = typeof Library;

/** Loads SheetJS, which is several megabytes of code, only when a file needs it. The code pages are for Excel 5 and 95. */
async function loadSheetJs(): Promise<SheetJs> {
  const [library, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(codePages);
  return library;
}

/** Reads an OLE container: a workbook of Excel 5 to 2003. Throws for an encrypted .xlsx and for anything else. */
export async function readOle(source: Source, reading: LibraryReading): Promise<Sheets> {
  const { limits, signal } = reading;
  const library = await loadSheetJs();
  if ((await sizeOf(source)) > limits.library.bytes) throw createTooBigProblem('file');
  reading.onLibrary();
  const bytes = await bytesOf(source, signal);
  const streams = readOleStreams(library, bytes);
  if (streams.has('encryptedpackage')) throw new FileProblem('ARCHIVO_PROTEGIDO');
  const stream = streams.get('workbook') ?? streams.get('book');
  if (stream === undefined) {
    const isDocument = streams.has('worddocument') || streams.has('powerpoint document');
    throw new FileProblem('FORMATO_DESCONOCIDO', isDocument ? { formato: 'documento' } : {});
  }
  boundBiff(stream, limits);
  return convert(parse(library, bytes), reading);
}

/** HTML names of letters and signs in Spanish texts, which SheetJS does not decode. */
const LETTERS =
  'aacute á eacute é iacute í oacute ó uacute ú ntilde ñ uuml ü Aacute Á Eacute É Iacute Í Oacute Ó Uacute Ú Ntilde Ñ Uuml Ü deg ° ordm º ordf ª iquest ¿ iexcl ¡ euro € ndash – mdash — ccedil ç';

function decodeLetters(text: string): string {
  const names = new Map([...LETTERS.matchAll(/(\S+) (\S+)/g)].map(([, name = '', letter = '']) => [name, letter]));
  return text
    .replace(/&([A-Za-z]+);/g, (written, name: string) => names.get(name) ?? written)
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (written, hex: string | undefined, decimal: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code < 0x80 || code > 0x10_ffff ? written : String.fromCodePoint(code);
    });
}

/** Closes cells that a page leaves open, as HTML allows: SheetJS reads only closed cells. */
function closeCells(text: string): string {
  if ((text.match(/<t[dh]\b/gi)?.length ?? 0) <= (text.match(/<\/t[dh]\b/gi)?.length ?? 0)) return text;
  let isOpen = false;
  return text.replace(/<(\/?)(t[dhr]|table)\b[^>]*>/gi, (tag, slash: string, name: string) => {
    const isCell = name.toLowerCase() !== 'tr' && name.toLowerCase() !== 'table';
    const ends = isOpen && !(isCell && slash === '/');
    isOpen = isCell && slash === '';
    return ends ? `</td>${tag}` : tag;
  });
}

/** Reads a page with tables or an XML Spreadsheet 2003. Each table of a page becomes a sheet, all its cells texts. */
export async function readMarkup(source: Source, reading: LibraryReading): Promise<Sheets> {
  const { limits, signal } = reading;
  if ((await sizeOf(source)) > limits.library.bytes) throw createTooBigProblem('file');
  const encoding = await detectEncoding(source, signal);
  const text = decoderOf(encoding)(await bytesOf(source, signal), false);
  const isXml = /<(?:\w+:)?Workbook\b/.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet');
  if (!isXml && !/<table\b/i.test(text))
    throw new FileProblem('FORMATO_DESCONOCIDO', /<html\b|<!doctype html/i.test(text) ? { formato: 'pagina' } : {});
  boundMarkup(text, limits);
  reading.onLibrary();
  const library = await loadSheetJs();
  const book = parse(library, isXml ? text : closeCells(decodeLetters(text)));
  if (book.SheetNames.length === 0) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'pagina' });
  return convert(book, reading);
}

const container = z.object({
  FullPaths: z.array(z.string()),
  FileIndex: z.array(z.object({ content: z.unknown().optional() })),
});

function readOleStreams(library: SheetJs, bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  try {
    const { FullPaths, FileIndex } = container.parse(library.CFB.read(bytes, { type: 'buffer' }));
    return new Map(
      FullPaths.map((name, i) => {
        const content = FileIndex[i]?.content;
        return [
          name.split('/').at(-1)?.toLowerCase() ?? '',
          content instanceof Uint8Array ? content : new Uint8Array(),
        ];
      }),
    );
  } catch (cause) {
    throw new FileProblem('ARCHIVO_DANADO', { cause });
  }
}

/** Reads a binary workbook in a zip container. First checks that its parts are whole and within the limits, which SheetJS does not do. */
export async function readXlsb(source: Source, reading: LibraryReading & { readonly zip: ZipParts }): Promise<Sheets> {
  const { limits } = reading;
  const bound = createXlsbBound(limits);
  let total = 0;
  for (const name of reading.zip.names()) {
    if (name.endsWith('/')) continue;
    const part = await reading.zip.bytes(name);
    total += part.length;
    if (total > limits.library.bytes) throw createTooBigProblem('inflated bytes');
    if (/worksheets\/[^/]*\.bin$/i.test(name)) bound(part);
  }
  reading.onLibrary();
  const library = await loadSheetJs();
  const bytes = await bytesOf(source, reading.signal);
  return convert(parse(library, bytes), reading);
}

function convert(book: WorkBook, { limits, hoja, signal }: Reading): Sheets {
  const formats: NumberFormat[] = [];
  const parts = createParts({ limits, formats, date1904: book.Workbook?.WBProps?.date1904 === true });
  const codes = new Map<string, number>();
  const formatOf = (code: string): number => {
    const known = codes.get(code);
    if (known !== undefined) return known;
    codes.set(code, formats.push(parseFormat(code)) - 1);
    return formats.length - 1;
  };
  const entries = book.SheetNames.map((name, i) => ({
    name,
    hidden: (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0,
  }));
  return chooseSheets(entries, hoja).map(({ name, hidden }): Sheet => {
    signal.throwIfAborted();
    const sheet = book.Sheets[name];
    // SheetJS leaves out a sheet that it cannot parse, without an error.
    if (sheet === undefined) throw createDamagedProblem(`sheet ${name}`);
    return fill(new SheetBuilder(parts), sheet, { parts, formatOf }).finish(name, hidden);
  });
}

function parse(library: SheetJs, source: Buffer | string): WorkBook {
  try {
    return library.read(source, {
      type: typeof source === 'string' ? 'string' : 'buffer',
      // Keeps the cells of a page as texts, because SheetJS would read amounts and dates in the American way.
      raw: typeof source === 'string',
      dense: true,
      cellNF: true,
      cellHTML: false,
      cellText: true,
      cellStyles: true,
    });
  } catch (cause) {
    const protectedFile = cause instanceof Error && /password|encrypt/i.test(cause.message);
    throw new FileProblem(protectedFile ? 'ARCHIVO_PROTEGIDO' : 'ARCHIVO_DANADO', { cause });
  }
}

interface Context {
  readonly parts: WorkbookParts;
  readonly formatOf: (code: string) => number;
}

function fill(builder: SheetBuilder, sheet: WorkSheet, context: Context): SheetBuilder {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  rows.forEach((row, index) => {
    if (row === undefined) return;
    builder.startRow(index + 1, sheet['!rows']?.[index]?.hidden === true);
    row.forEach((cell, column) => {
      if (cell !== undefined && cell !== null) putCell(builder, column, { cell, ...context });
    });
    builder.endRow();
  });
  builder.merges = readMergedAreas(
    (sheet['!merges'] ?? []).map(({ s, e }) => ({
      firstRow: s.r + 1,
      lastRow: e.r + 1,
      firstColumn: s.c,
      lastColumn: e.c,
    })),
  );
  return builder;
}

function putCell(builder: SheetBuilder, column: number, item: Context & { readonly cell: CellObject }): void {
  const { cell, parts } = item;
  const { strings } = parts;
  switch (cell.t) {
    case 'n':
      if (typeof cell.v === 'number') putNumber(builder, column, { ...item, value: cell.v });
      else if (cell.f !== undefined) builder.formulaWithoutValue(column);
      return;
    case 's':
      builder.text(column, strings.internText(String(cell.v ?? '')));
      return;
    case 'b':
      builder.boolean(column, cell.v === true);
      return;
    case 'e':
      builder.error(column, strings.internText(cell.w ?? '#ERROR'));
      return;
    case 'd':
    case 'z':
      if (cell.f !== undefined) builder.formulaWithoutValue(column);
  }
}

function putNumber(
  builder: SheetBuilder,
  column: number,
  { cell, parts, formatOf, value }: Context & { readonly cell: CellObject; readonly value: number },
): void {
  const literal = String(value);
  if (!Number.isFinite(value)) builder.error(column, parts.strings.internText(literal));
  else if (losesPrecision(value, literal)) {
    builder.numberWithText(column, value, { text: parts.strings.internText(toPlainDecimal(value)), lost: true });
  } else builder.number(column, value, cell.z === undefined || cell.z === 'General' ? -1 : formatOf(String(cell.z)));
}
