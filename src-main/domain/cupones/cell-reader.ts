import { formatDayMonthYear, type CivilDate, type DateWindow } from '../civil-date.ts';
import type { RowErrorCode, RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { toNumericText, toShownIn, getCellText, toSpokenValue, cleanText, saysNothing } from './cell-text.ts';
import type { ColumnDecision } from './column-decisions.ts';
import type { CoveredCard } from './covered-cards.ts';
import type { CuponField } from '../cupon.ts';
import type { InColumn } from '../texts/row-notices.ts';
import type { RefundSaid } from './refund-words.ts';
import { dateOfDateCell, readDateText, readSerial, resolveDate, type DateReading, remember } from './date-text.ts';
import * as notices from './notices.ts';
import { findUsualDay, findUsualDays } from './usual-days.ts';

/** What a reader gives besides the value. All cells share one object, so that reading two million of them allocates nothing. */
export interface CellState {
  /** Whether the cell has a value, valid or not. */
  filled: boolean;
  /** Centavos of the last amount read. */
  centavos: number;
}

export interface ReaderContext {
  readonly sheet: Sheet;
  readonly campo: CuponField;
  readonly column: number;
  readonly columna: string;
  readonly decision: ColumnDecision;
  readonly hoy: CivilDate;
  readonly twoYearsAgo: CivilDate;
  readonly state: CellState;
  refundSaid(row: number): RefundSaid | undefined;
  /** Receives an error; `value` is already masked. */
  fail(row: number, field: ReaderContext, code: RowErrorCode, value: string, fix?: string): void;
  notice(notice: RowNotice): void;
  /** Returns true if a rule of the template applies the proposed fix without asking, and notes that for the row's notices. */
  mends(row: number, code: RowNotice['codigo'] | RowErrorCode, fix: string): boolean;
  inColumn(code: notices.ColumnNoticeCode, cell: notices.ColumnPlace & Omit<InColumn, 'howMany'>): void;
  /** Receives a card number that was already masked in the file, and the text of its cell. */
  covered(card: CoveredCard, text: string): void;
}

/** Returns the value as it is sent; '' for an empty cell, and for a wrong cell, about which it calls `fail`. */
export type FieldReader = (row: number) => string;
/** Like `FieldReader`, for a cell that is neither empty nor an error in any field. `kind`: the cell's kind. */
export type ValueReader = (row: number, kind: number) => string;

export function fail(field: ReaderContext, row: number, code: RowErrorCode, fix?: string): string {
  if (fix !== undefined && field.mends(row, code, fix)) return fix;
  const { sheet, column } = field;
  const kind = sheet.kind(row, column);
  const text = kind === CELL.numero ? toNumericText(sheet, row, column) : sheet.text(row, column);
  field.fail(sheet.rowNumber(row), field, code, toShownIn(field.campo, text, kind), fix);
  return '';
}

export const placeOf = (field: ReaderContext, row: number): notices.ColumnPlace => ({
  fila: field.sheet.rowNumber(row),
  columna: field.columna,
  campo: field.campo,
});

export const note = (
  field: ReaderContext,
  row: number,
  notice: Pick<Parameters<typeof notices.makeNotice>[0], 'codigo' | 'valor' | 'arreglo'>,
): void => field.notice(notices.makeNotice({ ...placeOf(field, row), ...notice }));

/** Reports a cell with an error value or with a formula without value, and returns true; returns false for any other cell. */
export function isBroken(field: ReaderContext, row: number, kind: number): boolean {
  if (kind === CELL.error) fail(field, row, 'CELDA_CON_ERROR');
  else if (kind === CELL.formulaWithoutValue) fail(field, row, 'FORMULA_SIN_VALOR');
  else return false;
  field.state.filled = true;
  return true;
}

interface ReadDate {
  readonly serie: boolean;
  readonly value: string;
  /** The date with day and month swapped, if the date is impossible in the column's order. */
  readonly otherOrder?: CivilDate | undefined;
}

export function createDateReader(field: ReaderContext): ValueReader {
  const { sheet, column, decision, state } = field;
  const resolve = (reading: DateReading) => resolveDate(reading, decision.orden);
  const ofText = remember((text: string) => {
    const reading = readDateText(cleanText(text));
    const value = resolve(reading);
    const otherOrder =
      value === 'FECHA_IMPOSIBLE' && reading.kind === 'numerica' ? (reading.dia ?? reading.mes) : undefined;
    return { serie: reading.kind === 'serie', value, otherOrder };
  });
  const ofCell = remember((day: string) => dateOfDateCell(day) ?? 'NO_ES_FECHA');

  const read = (row: number, kind: number): ReadDate => {
    if (kind === CELL.fecha) return { serie: false, value: ofCell(sheet.text(row, column).slice(0, 10)) };
    if (kind !== CELL.numero) return ofText(sheet.text(row, column));
    const reading = readSerial(sheet.number(row, column), sheet.date1904);
    return { serie: reading.kind === 'serie', value: resolve(reading) };
  };
  const usual = field.campo === 'fecha_venta' ? findUsualDays(countDays(field, read)) : undefined;

  const judge = (row: number, date: CivilDate): void => {
    const isAhead = date > field.hoy && field.campo !== 'fecha_pago';
    const codigo = isAhead ? 'FECHA_FUTURA' : date < field.twoYearsAgo ? 'FECHA_ANTIGUA' : 'FECHA_LEJANA';
    if (codigo === 'FECHA_LEJANA' && !isFar(date, usual)) return;
    const fix = usual !== undefined && isFar(date, usual) ? findUsualDay(date, usual) : undefined;
    note(field, row, { codigo, valor: date, ...(fix === undefined ? {} : { arreglo: formatDayMonthYear(fix) }) });
  };
  return (row, kind) => {
    const { serie: serial, value, otherOrder } = read(row, kind);
    if (value === 'NO_ES_FECHA' && kind === CELL.texto) {
      const said = cleanText(sheet.text(row, column));
      state.filled = said !== '' && !saysNothing(said);
      if (!state.filled) return '';
    }
    if (!isDate(value)) return fail(field, row, asErrorCode(value), otherOrder && formatDayMonthYear(otherOrder));
    if (serial) {
      const valor = getCellText(sheet, row, column);
      field.inColumn('FECHA_DE_NUMERO_SERIE', {
        ...placeOf(field, row),
        valor,
        dicho: toSpokenValue(valor, kind),
        leido: value,
      });
    }
    if (value > field.hoy || value < field.twoYearsAgo || isFar(value, usual)) judge(row, value);
    return value;
  };
}

const isFar = (date: CivilDate, usual: DateWindow | undefined): boolean =>
  usual !== undefined && (date < usual.desde || date > usual.hasta);

function countDays(
  { sheet, column, hoy }: ReaderContext,
  read: (row: number, kind: number) => { readonly value: string },
): ReadonlyMap<CivilDate, number> {
  const days = new Map<CivilDate, number>();
  for (let row = 0; row < sheet.rowCount; row++) {
    const kind = sheet.kind(row, column);
    if (kind !== CELL.fecha && kind !== CELL.numero && kind !== CELL.texto) continue;
    const { value } = read(row, kind);
    if (isDate(value) && value <= hoy) days.set(value, (days.get(value) ?? 0) + 1);
  }
  return days;
}

const isDate = (value: string): value is CivilDate => value.charCodeAt(4) === 0x2d;
const asErrorCode = (value: string): RowErrorCode =>
  value === 'FECHA_AMBIGUA' || value === 'FECHA_IMPOSIBLE' ? value : 'NO_ES_FECHA';
