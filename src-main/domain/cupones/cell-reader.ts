import type { CivilDate } from '../civil-date.ts';
import type { RowErrorCode, RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { toNumericText, toShownValue } from './cell-text.ts';
import type { ColumnDecision } from './column-decisions.ts';
import type { CoveredCard } from './covered-cards.ts';
import type { CuponField } from './fields.ts';
import type * as notices from './notices.ts';
import type { RefundSaid } from './refund-words.ts';

/** What a reader reports besides the value. All rows share one object, so that two million cells allocate nothing. */
export interface CellState {
  /** The cell holds something, right or wrong. */
  filled: boolean;
  /** Centavos of the last amount read. */
  centavos: number;
}

export interface ReaderContext {
  readonly sheet: Sheet;
  readonly campo: CuponField;
  /** The longest value with any card; null for no limit. */
  readonly largo: number | null;
  readonly column: number;
  /** The column's name for findings. */
  readonly columna: string;
  readonly decision: ColumnDecision;
  readonly hoy: CivilDate;
  readonly twoYearsAgo: CivilDate;
  readonly state: CellState;
  refundSaid(row: number): RefundSaid | undefined;
  /** Takes an error; `value` is already masked. */
  fail(row: number, field: ReaderContext, code: RowErrorCode, value: string, fix?: string): void;
  notice(notice: RowNotice): void;
  /** True where a rule of the template applies the proposed fix without asking; counts and reports each application. */
  mends(row: number, code: RowNotice['codigo'] | RowErrorCode, fix: string): boolean;
  /** Takes the date of a date cell that is sent as a text. */
  dateInText(date: notices.ColumnPlace & { readonly valor: string }): void;
  /** Takes a card number that the file already covers, and the cell's text. */
  covered(card: CoveredCard, text: string): void;
}

/** Returns the field's value as it is sent; '' for none or for a wrong one (after calling `fail`). */
export type FieldReader = (row: number) => string;

export function fail(field: ReaderContext, row: number, code: RowErrorCode, fix?: string): string {
  if (fix !== undefined && field.mends(row, code, fix)) return fix;
  const { sheet, column } = field;
  const kind = sheet.kind(row, column);
  const text = kind === CELL.numero ? toNumericText(sheet, row, column) : sheet.text(row, column);
  field.fail(sheet.rowNumber(row), field, code, toShownValue(text, kind), fix);
  return '';
}

export const placeOf = (field: ReaderContext, row: number): notices.ColumnPlace => ({
  fila: field.sheet.rowNumber(row),
  columna: field.columna,
  campo: field.campo,
});

/** Reports cell kinds that are an error in any field. True when the reader is done with the cell. */
export function isBroken(field: ReaderContext, row: number, kind: number): boolean {
  if (kind === CELL.error) fail(field, row, 'CELDA_CON_ERROR');
  else if (kind === CELL.formulaWithoutValue) fail(field, row, 'FORMULA_SIN_VALOR');
  else return false;
  field.state.filled = true;
  return true;
}
