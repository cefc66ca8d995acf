import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError, isAppError } from '#contract/errors.ts';
import { findTarjetaColumns } from '#domain/cupones/column-decisions.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { toNumericText, toShownValue } from '#domain/cupones/cell-text.ts';
import type { PreparedSheet } from '#domain/cupones/prepare-sheet.ts';
import { CELL, type Sheet } from '#domain/sheet.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';
import type { CopiedCell } from '../read/copy.ts';
import { buildCopyHeader } from '../read/workbook.ts';

/** Rows per piece of text: enough to feed the compressor, few enough to hold. */
const ROWS = 500;

interface CopySource {
  readonly hojas: readonly Sheet[];
  /** The sheets with a table, prepared. */
  readonly prepared: readonly PreparedSheet[];
}

/** For `readWorkbook`, with card numbers masked as reading masks them. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO` without leaving a file. */
export async function copyWithoutTarjetas(source: CopySource, destination: string): Promise<void> {
  try {
    const output = createWriteStream(destination, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(chunksOf(source)), createGzip(), output);
  } catch (cause) {
    if (getSystemCode(cause) !== 'EEXIST') await rm(destination, { force: true }); // with EEXIST the file belongs to another program
    const error = toDiskError(cause);
    if (isAppError(error) || getSystemCode(cause) === undefined) throw error;
    throw new AppError('CARPETA_SIN_PERMISO', { cause });
  }
}

function* chunksOf({ hojas, prepared }: CopySource): Generator<string> {
  yield `${buildCopyHeader(hojas.some(({ date1904 }) => date1904))}\n`;
  for (const sheet of hojas) {
    const combined = sheet.tallMerges ?? [];
    const sheetLine = {
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
    const coveredText = coverText(sheet, { row, column, esDeTarjetas: covered.has(column) });
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

interface Place {
  readonly row: number;
  readonly column: number;
  /** In a column of cards, everything that looks like a card number is one. */
  readonly esDeTarjetas: boolean;
}

/** Undefined for a cell without a card number. */
function coverText(sheet: Sheet, { row, column, esDeTarjetas }: Place): string | undefined {
  const kind = sheet.kind(row, column);
  const text = kind === CELL.numero ? toNumericText(sheet, row, column) : sheet.text(row, column);
  const coveredText = esDeTarjetas ? toShownValue(text, kind) : maskCertainCards(text);
  return coveredText === text ? undefined : coveredText;
}
