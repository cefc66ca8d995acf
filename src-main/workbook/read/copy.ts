/** The program's own copy of a workbook under review: the texts of its cells with card numbers masked, one row per line, compressed. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError, isAppError } from '#contract/errors.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { toNumericText, toShownValue } from '#domain/cupones/cell-text.ts';
import { findTarjetaColumns } from '#domain/cupones/column-decisions.ts';
import type { PreparedSheet } from '#domain/cupones/prepare-sheet.ts';
import { CELL, type Sheet, type TallMerge } from '#domain/sheet.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';
import { FileProblem, createTooBigProblem, type Limits } from './file-problem.ts';
import { createParts, type WorkbookParts } from './packed-sheet.ts';
import { SheetBuilder, readMergedAreas } from './sheet-builder.ts';
import { chooseSheets, type Reading, type Sheets } from './workbook.ts';

const VERSION = 1;

interface Header {
  readonly copia: number;
  readonly date1904: boolean;
}
interface SheetLine {
  readonly hoja: string | null;
  readonly oculta: boolean;
  readonly combinadas?: readonly TallMerge[];
  readonly separador?: string;
}
type CopiedCell = readonly [column: number, kind: number, text: string, number: number | null, lost: 0 | 1];
type RowLine = readonly [number: number, hidden: 0 | 1, cells: readonly CopiedCell[]];

/** Reads a copy. Throws `FORMATO_DESCONOCIDO` for a gzip file that is no copy, and `ARCHIVO_DANADO` for a copy that was cut or changed. */
export async function readCopy(path: string, { signal, hoja, limits }: Reading): Promise<Sheets> {
  const sheets: { readonly name: string; readonly sheet: ReturnType<SheetBuilder['finish']> }[] = [];
  let parts: WorkbookParts | undefined;
  let current: { readonly builder: SheetBuilder; readonly hoja: SheetLine } | undefined;
  const finish = (): void => {
    if (current === undefined) return;
    const { hoja: name, oculta, combinadas = [], separador } = current.hoja;
    current.builder.merges = readMergedAreas(
      combinadas.map(({ column, ...rows }) => ({ ...rows, firstColumn: column, lastColumn: column })),
    );
    sheets.push({ name: name ?? '', sheet: current.builder.finish(name, oculta, separador) });
  };
  try {
    for await (const line of readLines(path, limits, signal)) {
      const value: Header | SheetLine | RowLine = JSON.parse(line);
      if (parts === undefined) {
        if (!('copia' in value) || value.copia !== VERSION) throw new FileProblem('FORMATO_DESCONOCIDO');
        parts = createParts({ limits, date1904: value.date1904 });
      } else if ('hoja' in value) {
        finish();
        current = { builder: new SheetBuilder(parts), hoja: value };
      } else if (current !== undefined && !('copia' in value)) add(current.builder, parts, value);
    }
  } catch (cause) {
    if (cause instanceof FileProblem || signal.aborted) throw cause;
    throw new FileProblem(parts === undefined ? 'FORMATO_DESCONOCIDO' : 'ARCHIVO_DANADO', { cause });
  }
  finish();
  const chosen = sheets.every(({ sheet }) => sheet.name === null)
    ? (chooseSheets([], hoja), sheets)
    : chooseSheets(sheets, hoja);
  return chosen.map(({ sheet }) => sheet);
}

async function* readLines(path: string, limits: Limits, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(path, { signal });
  const inflated = createGunzip();
  bytes.on('error', (error) => inflated.destroy(error));
  let readCount = 0;
  for await (const line of createInterface({ input: bytes.pipe(inflated), crlfDelay: Number.POSITIVE_INFINITY })) {
    readCount += line.length;
    if (readCount > limits.inflatedBytes) throw createTooBigProblem('file');
    yield line;
  }
}

function add(builder: SheetBuilder, { strings }: WorkbookParts, [number, hidden, cells]: RowLine): void {
  builder.startRow(number, hidden === 1);
  for (const [column, kind, text, value, lost] of cells) {
    const index = strings.internText(text);
    switch (kind) {
      case CELL.texto:
        builder.text(column, index);
        break;
      case CELL.numero:
        builder.numberWithText(column, value ?? Number.NaN, { text: index, lost: lost === 1 });
        break;
      case CELL.fecha:
        builder.date(column, value ?? Number.NaN, index);
        break;
      case CELL.booleano:
        builder.boolean(column, value === 1);
        break;
      case CELL.error:
        builder.error(column, index);
        break;
      case CELL.formulaWithoutValue:
        builder.formulaWithoutValue(column);
        break;
      default:
        throw new FileProblem('ARCHIVO_DANADO');
    }
  }
  builder.endRow();
}

/** Rows per piece passed to the compressor: few pieces, each small in memory. */
const ROWS = 500;

interface CopySource {
  readonly hojas: readonly Sheet[];
  /** The sheets of `hojas` that have a table, prepared for reading coupons. */
  readonly prepared: readonly PreparedSheet[];
}

/** Writes a copy for `readWorkbook`, card numbers masked. Throws `CARPETA_SIN_PERMISO` or another error of the disk, and then leaves no file of its own. */
export async function copyWithoutTarjetas(source: CopySource, destination: string): Promise<void> {
  try {
    const output = createWriteStream(destination, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(chunksOf(source)), createGzip(), output);
  } catch (cause) {
    if (getSystemCode(cause) !== 'EEXIST') await rm(destination, { force: true }); // with EEXIST another program wrote the file
    const error = toDiskError(cause);
    if (isAppError(error) || getSystemCode(cause) === undefined) throw error;
    throw new AppError('CARPETA_SIN_PERMISO', { cause });
  }
}

function* chunksOf({ hojas, prepared }: CopySource): Generator<string> {
  const header: Header = { copia: VERSION, date1904: hojas.some(({ date1904 }) => date1904) };
  yield `${JSON.stringify(header)}\n`;
  for (const sheet of hojas) {
    const combined = sheet.tallMerges ?? [];
    const sheetLine: SheetLine = {
      hoja: sheet.name,
      oculta: sheet.hidden,
      ...(combined.length === 0 ? {} : { combinadas: combined }),
      ...(sheet.separator === undefined ? {} : { separador: sheet.separator }),
    };
    yield `${JSON.stringify(sheetLine)}\n`;
    const covered = findTarjetaColumns(
      sheet,
      prepared.find((prepared) => prepared.sheet === sheet),
    );
    let chunk = '';
    for (let row = 0; row < sheet.rowCount; row++) {
      chunk += `${JSON.stringify([sheet.rowNumber(row), sheet.rowHidden(row) ? 1 : 0, cellsOf(sheet, row, covered)])}\n`;
      if ((row + 1) % ROWS !== 0) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
}

function cellsOf(sheet: Sheet, row: number, covered: ReadonlySet<number>): readonly CopiedCell[] {
  const cells: CopiedCell[] = [];
  for (let column = 0; column < sheet.columnCount; column++) {
    const kind = sheet.kind(row, column);
    if (kind === CELL.vacia) continue;
    const coveredText = coverText(sheet, [row, column], covered.has(column));
    if (coveredText !== undefined) {
      cells.push([column, CELL.texto, coveredText, null, 0]);
      continue;
    }
    const text = sheet.text(row, column);
    const value = kind === CELL.booleano ? (text === 'VERDADERO' ? 1 : 0) : sheet.number(row, column);
    const lost = sheet.precisionLost(row, column) ? 1 : 0;
    cells.push([column, kind, text, Number.isNaN(value) ? null : value, lost]);
  }
  return cells;
}

/** The cell's text with its card number masked; undefined without a card number. `ofCards`: in a column of cards, all that may be a card number is masked. */
function coverText(sheet: Sheet, [row, column]: readonly [row: number, column: number], ofCards: boolean) {
  const kind = sheet.kind(row, column);
  const text = kind === CELL.numero ? toNumericText(sheet, row, column) : sheet.text(row, column);
  const coveredText = ofCards ? toShownValue(text, kind) : maskCertainCards(text);
  return coveredText === text ? undefined : coveredText;
}
