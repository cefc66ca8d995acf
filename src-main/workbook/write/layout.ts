import { toColumnLetter } from '#domain/cupones/header-key.ts';
import type { TableShape } from './workbook.ts';

/** The most rows of a sheet in today's spreadsheet programs. */
export const MAX_ROWS = 1_048_576;
const MAX_NAME = 31;
/** Rows under the data: the totals of the sheet and, in the last of several sheets, of all. */
const TOTALS_ROWS = 2;

/** Rows `primera` … `ultima` of a table, numbered as a person sees them; `ultima` < `primera` when empty. */
export interface SheetPart {
  readonly nombre: string;
  readonly primera: number;
  readonly ultima: number;
}

/** Below the stamp and a blank line, or the first row. */
export const getHeaderRow = (stamp: readonly string[]): number => (stamp.length === 0 ? 1 : stamp.length + 2);

/** How many rows of data fit in one sheet of the table. */
export const getCapacity = (table: Pick<TableShape, 'sello'>, maxRows: number): number =>
  maxRows - getHeaderRow(table.sello) - TOTALS_ROWS;

/**
 * A name that Excel accepts: at most 31 UTF-16 units, without []:*?/\ and without apostrophes, which references would double. The first `part` has no
 * number.
 */
export function getSheetName(name: string, part = 1): string {
  const clean = name.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Hoja';
  const suffix = part === 1 ? '' : ` (${String(part)})`;
  return `${clean.slice(0, MAX_NAME - suffix.length).trimEnd()}${suffix}`;
}

/** The sheets and rows that a table will fill. The writer follows this layout, so that formulas can come before the rows. */
export function partsOf(table: Pick<TableShape, 'nombre' | 'sello'>, rows: number, maxRows = MAX_ROWS): SheetPart[] {
  const perSheet = getCapacity(table, maxRows);
  const first = getHeaderRow(table.sello) + 1;
  const howMany = Math.max(1, Math.ceil(rows / perSheet));
  return Array.from({ length: howMany }, (_, part) => ({
    nombre: getSheetName(table.nombre, part + 1),
    primera: first,
    ultima: first - 1 + Math.min(perSheet, rows - part * perSheet),
  }));
}

/** `'Sin conciliar'!$P$5:$P$104`. */
export function toReferencia(part: SheetPart, column: number): string {
  const letter = toColumnLetter(column);
  return `'${part.nombre}'!$${letter}$${String(part.primera)}:$${letter}$${String(part.ultima)}`;
}
