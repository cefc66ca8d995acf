import type { CuponField } from '../cupon.ts';
import { CELL, type CellKind, type Sheet } from '../sheet.ts';
import type { MappedColumn } from './mapped-column.ts';

/** A value that a person put in place of a cell's, in the wizard (docs/screens.md, step 3). The file stays as it is. */
export interface Correction {
  /** The row as the spreadsheet numbers it. */
  readonly fila: number;
  readonly campo: CuponField;
  readonly valor: string;
}

/** The sheet with the corrected cells as text cells. Corrections of a field without a column have no cell and are left out. */
export function withCorrections(
  sheet: Sheet,
  columns: readonly MappedColumn[],
  corrections: readonly Correction[],
): Sheet {
  const byRow = new Map<number, Map<number, string>>();
  for (const { fila, campo, valor } of corrections) {
    const column = columns.find((one) => one.campo === campo)?.columna;
    if (column === undefined) continue;
    const row = byRow.get(fila) ?? new Map<number, string>();
    byRow.set(fila, row.set(column, valor));
  }
  if (byRow.size === 0) return sheet;
  const correctedAt = (row: number, column: number): string | undefined => byRow.get(sheet.rowNumber(row))?.get(column);
  const kindOf = (text: string): CellKind => (text === '' ? CELL.vacia : CELL.texto);
  return {
    name: sheet.name,
    hidden: sheet.hidden,
    date1904: sheet.date1904 === true,
    rowCount: sheet.rowCount,
    columnCount: sheet.columnCount,
    rowNumber: (row) => sheet.rowNumber(row),
    rowHidden: (row) => sheet.rowHidden(row),
    kind(row, column) {
      const text = correctedAt(row, column);
      return text === undefined ? sheet.kind(row, column) : kindOf(text);
    },
    text: (row, column) => correctedAt(row, column) ?? sheet.text(row, column),
    number: (row, column) => (correctedAt(row, column) === undefined ? sheet.number(row, column) : Number.NaN),
    precisionLost: (row, column) => correctedAt(row, column) === undefined && sheet.precisionLost(row, column),
  };
}
