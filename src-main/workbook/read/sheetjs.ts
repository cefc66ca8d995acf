/**
 * Reads `.xls` and `.xlsb` through SheetJS (`@e965/xlsx`; docs/workbooks.md, "Decision"). It gives values and format codes; the text of a cell is
 * decided here, as for `.xlsx`. SheetJS holds the whole workbook in memory, so its input is bounded first.
 */
import { readFile, stat } from 'node:fs/promises';
import type * as Library from '@e965/xlsx';
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { Sheet } from '#domain/sheet.ts';
import { z } from 'zod';
import { createDamagedProblem, FileProblem, createTooBigProblem } from './file-problem.ts';
import { boundBiff, createXlsbBound } from './library-bounds.ts';
import { readMergedAreas } from './merged-areas.ts';
import { type NumberFormat, parseFormat } from './number-format.ts';
import { losesPrecision, toPlainDecimal } from './number-text.ts';
import { createParts, type WorkbookParts } from './packed-sheet.ts';
import { SheetBuilder } from './sheet-builder.ts';
import { chooseSheets, type Reading, type Workbook } from './workbook.ts';
import type { ZipParts } from './zip.ts';

export interface LibraryReading extends Reading {
  /** Called before the library reads. */
  readonly onLibrary: () => void;
}

type SheetJs = typeof Library;

/** Loads SheetJS only when a file needs it: most never do, and it is several megabytes of code. Its code pages are for Excel 5 and 95. */
async function loadSheetJs(): Promise<SheetJs> {
  const [library, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(codePages);
  return library;
}

/** Reads an OLE container: a workbook of Excel 5 to 2003, an encrypted .xlsx, or something else altogether. */
export async function readOle(path: string, reading: LibraryReading): Promise<Workbook> {
  const { limits, signal } = reading;
  const library = await loadSheetJs();
  const { size } = await stat(path);
  if (size > limits.library.bytes) throw createTooBigProblem('file');
  reading.onLibrary();
  const bytes = await readFile(path, { signal });
  const streams = readOleStreams(library, bytes);
  if (streams.has('encryptedpackage')) throw new FileProblem('ARCHIVO_PROTEGIDO');
  const stream = streams.get('workbook') ?? streams.get('book');
  if (stream === undefined) throw new FileProblem('FORMATO_DESCONOCIDO');
  boundBiff(stream, limits);
  return convert(library, { formato: 'xls', bytes, reading });
}

const container = z.object({
  FullPaths: z.array(z.string()),
  FileIndex: z.array(z.object({ content: z.unknown().optional() })),
});

/** The streams of a compound file with their content, by their names in lower case. */
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

/** Reads a binary workbook in a zip container. Its parts are checked to be whole and within bounds, which SheetJS does not do. */
export async function readXlsb(path: string, reading: LibraryReading & { readonly zip: ZipParts }): Promise<Workbook> {
  const { limits } = reading;
  const bound = createXlsbBound(limits);
  let total = 0;
  for (const name of reading.zip.names()) {
    if (name.endsWith('/')) continue;
    const count = /worksheets\/[^/]*\.bin$/i.test(name) ? bound.part() : undefined;
    for await (const piece of reading.zip.stream(name)) {
      total += piece.length;
      if (total > limits.library.bytes) throw createTooBigProblem('inflated bytes');
      count?.(piece);
    }
  }
  reading.onLibrary();
  const library = await loadSheetJs();
  const bytes = await readFile(path, { signal: reading.signal });
  return convert(library, { formato: 'xlsb', bytes, reading });
}

interface Source {
  readonly formato: 'xls' | 'xlsb';
  readonly bytes: Buffer;
  readonly reading: Reading;
}

function convert(library: SheetJs, { formato: format, bytes, reading }: Source): Workbook {
  const book = parse(library, bytes);
  const { limits, hoja } = reading;
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
  const sheets = chooseSheets(entries, hoja).map(({ name, hidden }): Sheet => {
    reading.signal.throwIfAborted();
    const sheet = book.Sheets[name];
    // SheetJS silently leaves out a sheet that it could not parse.
    if (sheet === undefined) throw createDamagedProblem(`sheet ${name}`);
    return fill(new SheetBuilder(parts), sheet, { parts, formatOf }).finish(name, hidden);
  });
  return { formato: format, hojas: sheets };
}

function parse(library: SheetJs, bytes: Buffer): WorkBook {
  try {
    return library.read(bytes, {
      type: 'buffer',
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
  } else if (cell.z === undefined || cell.z === 'General') builder.number(column, value);
  else builder.formatted(column, value, formatOf(String(cell.z)));
}
