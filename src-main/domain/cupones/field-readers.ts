import type { CivilDate } from '../civil-date.ts';
import { CUPON_FIELDS, rulesOf, type CuponField } from './fields.ts';
import type { RowErrorCode, RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { centavosOfNumber, toPlainAmount, readAmountText, resolveAmount } from './amount-text.ts';
import * as notices from './notices.ts';
import { mayHoldCard } from './card-characters.ts';
import { isRoundedCardNumber } from './card-number.ts';
import {
  endsOfCardIn,
  endsOfOurCover,
  isCardNumber,
  maskCardNumbers,
  maskCertainCards,
  maskPossibleCards,
} from './card-text.ts';
import { getCellText, toNumericText, toShownValue } from './cell-text.ts';
import { cleanText, countCodePoints, isDigits, isShortenedNumber, saysNothing } from './clean-text.ts';
import type { ColumnDecision } from './column-decisions.ts';
import { readCoveredCard, type CoveredCard } from './covered-card.ts';
import { dateOfDateCell, readDateText, readSerial, resolveDate, type DateReading } from './date-text.ts';

/** What a reader reports besides the value. One object serves all rows, so that two million cells allocate nothing. */
export interface CellState {
  /** The cell holds something, right or wrong. */
  filled: boolean;
  /** Centavos of the amount that was read last. */
  centavos: number;
}

export interface ReaderContext {
  readonly sheet: Sheet;
  readonly campo: CuponField;
  /** The longest value that the field may have in any row; null for no limit. */
  readonly largo: number | null;
  readonly column: number;
  /** The column's name for findings. */
  readonly columna: string;
  readonly decision: ColumnDecision;
  readonly hoy: CivilDate;
  readonly twoYearsAgo: CivilDate;
  readonly state: CellState;
  /** Takes an error; `value` is already masked. */
  fail(row: number, field: ReaderContext, code: RowErrorCode, value: string, fix?: string): void;
  notice(notice: RowNotice): void;
  /** True where a rule of the template applies the proposed fix without asking. Counts each application. */
  mends(code: RowNotice['codigo'] | RowErrorCode): boolean;
  /** Takes a card number that came covered, and the cell's text. */
  covered(card: CoveredCard, text: string): void;
}

/** Gives the field's value as it is sent; '' when there is none or when it is wrong (then `fail` was called). */
export type FieldReader = (row: number) => string;

/** How many distinct texts are remembered for a column: days and brands repeat, identifiers do not. */
const CACHE_SIZE = 4096;

function remember<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const value = compute(text);
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(text, value);
    return value;
  };
}

function fail(field: ReaderContext, row: number, code: RowErrorCode, fix?: string): string {
  if (fix !== undefined && field.mends(code)) return fix;
  const { sheet, column } = field;
  const kind = sheet.kind(row, column);
  const text = kind === CELL.numero ? toNumericText(sheet, row, column) : sheet.text(row, column);
  field.fail(sheet.rowNumber(row), field, code, toShownValue(text, kind), fix);
  return '';
}

const placeOf = (field: ReaderContext, row: number): notices.ColumnPlace => ({
  fila: field.sheet.rowNumber(row),
  columna: field.columna,
  campo: field.campo,
});

/** Reports kinds of cells that are an error in any field. True when the reader has nothing more to do. */
function isBroken(field: ReaderContext, row: number, kind: number): boolean {
  if (kind === CELL.error) fail(field, row, 'CELDA_CON_ERROR');
  else if (kind === CELL.formulaWithoutValue) fail(field, row, 'FORMULA_SIN_VALOR');
  else return false;
  field.state.filled = true;
  return true;
}

function createDateReader(field: ReaderContext): FieldReader {
  const { sheet, column, decision, state } = field;
  const resolve = (reading: DateReading) => resolveDate(reading, decision.orden);
  const ofText = remember((text: string) => {
    const reading = readDateText(cleanText(text));
    return { serie: reading.kind === 'serie', value: resolve(reading) };
  });
  const ofCell = remember((day: string) => dateOfDateCell(day) ?? 'NO_ES_FECHA');

  /** Gives a notice for a date in the future or long past. A payment may lie in the future. */
  const judge = (row: number, date: CivilDate): void => {
    if (date > field.hoy && field.campo !== 'fecha_pago')
      field.notice(notices.makeFutureDateNotice(placeOf(field, row), date));
    else if (date < field.twoYearsAgo) field.notice(notices.makeOldDateNotice(placeOf(field, row), date));
  };
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    if (kind === CELL.vacia || isBroken(field, row, kind)) return '';
    let serial = false;
    let value: string;
    if (kind === CELL.fecha) value = ofCell(sheet.text(row, column).slice(0, 10));
    else if (kind === CELL.numero) {
      const reading = readSerial(sheet.number(row, column), sheet.date1904);
      serial = reading.kind === 'serie';
      value = resolve(reading);
    } else {
      const text = sheet.text(row, column);
      const known = ofText(text);
      serial = known.serie;
      value = known.value;
      if (value === 'NO_ES_FECHA' && cleanText(text) === '') {
        state.filled = false;
        return '';
      }
    }
    if (!isDate(value)) return fail(field, row, asErrorCode(value));
    if (serial) field.notice(notices.makeSerialDateNotice(placeOf(field, row), getCellText(sheet, row, column), value));
    if (value > field.hoy || value < field.twoYearsAgo) judge(row, value);
    return value;
  };
}

const isDate = (value: string): value is CivilDate => value.charCodeAt(4) === 0x2d;
const asErrorCode = (value: string): RowErrorCode =>
  value === 'FECHA_AMBIGUA' || value === 'FECHA_IMPOSIBLE' ? value : 'NO_ES_FECHA';

function createAmountReader(field: ReaderContext): FieldReader {
  const { sheet, column, decision, state } = field;
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    if (kind === CELL.vacia || isBroken(field, row, kind)) return '';
    let centavos: number | 'IMPORTE_INVALIDO' | 'DECIMALES_DE_MAS';
    if (kind === CELL.numero) centavos = centavosOfNumber(sheet.number(row, column));
    else if (kind === CELL.texto) {
      const text = cleanText(sheet.text(row, column));
      if (text === '') {
        state.filled = false;
        return '';
      }
      centavos = resolveAmount(readAmountText(text), decision.marca);
    } else centavos = 'IMPORTE_INVALIDO';
    if (typeof centavos === 'string') return fail(field, row, centavos);
    state.centavos = centavos;
    const value = toPlainAmount(centavos);
    if (centavos === 0) field.notice(notices.makeZeroImporteNotice(placeOf(field, row), value));
    return value;
  };
}

const DECIMAL = /^\d+(?:[.,]\d+)?$/;

/** A number field: digits only, zeros kept; `comprobante` may have a decimal part. */
function createNumberReader(field: ReaderContext): FieldReader {
  const { sheet, column, decision, state, campo, largo } = field;
  const { digits = 0 } = rulesOf(campo);
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    if (kind === CELL.vacia || isBroken(field, row, kind)) return '';
    const text = kind === CELL.numero ? toNumericText(sheet, row, column) : cleanText(sheet.text(row, column));
    if (text === '') {
      state.filled = false;
      return '';
    }
    const mayBeCard = mayHoldCard(text);
    if (mayBeCard && decision.tarjetas) {
      const card = endsOfCardIn(text);
      if (card !== undefined) return failCard(field, row, card);
    }
    if (kind === CELL.numero && sheet.precisionLost(row, column)) return fail(field, row, 'PRECISION_PERDIDA');
    if (!isDigits(text)) return readOtherThanDigits(field, row, text);
    if (decision.tarjetas && kind === CELL.numero && isRoundedCardNumber(text))
      return fail(field, row, 'PRECISION_PERDIDA');
    if (largo !== null && text.length > largo) {
      return fail(field, row, 'LARGO_MAXIMO', campo === 'bin' ? text.slice(0, digits) : undefined);
    }
    if (text.length < digits) return offerZeros(field, row, text, digits);
    // The covered form is no number, so there is no fix to offer.
    if (mayBeCard && isCardNumber(text))
      field.notice(notices.makeLooksLikeTarjetaNotice(placeOf(field, row), maskCardNumbers(text)));
    return text;
  };
}

/** A number that lost its leading zeros: as it is, with a notice that offers them; or padded, where a rule of the template says so. */
function offerZeros(field: ReaderContext, row: number, text: string, digits: number): string {
  const padded = text.padStart(digits, '0');
  if (field.mends('CEROS_PERDIDOS')) return padded;
  field.notice(notices.makeLostZerosNotice(placeOf(field, row), text, padded));
  return text;
}

/** A text in a number field. `comprobante` may have decimals; of a card number that came covered, the digits that the field keeps can be read. */
function readOtherThanDigits(field: ReaderContext, row: number, text: string): string {
  const { campo } = field;
  if (CUPON_FIELDS[campo].tipo === 'decimal') {
    if (DECIMAL.test(text)) return text.replace(',', '.');
    // Whoever writes these digits out by hand would send the zeros that the spreadsheet left.
    if (isShortenedNumber(text)) return fail(field, row, 'PRECISION_PERDIDA');
  }
  const ours = campo === 'tarjeta_nro' || campo === 'bin' ? endsOfOurCover(text) : undefined;
  if (ours !== undefined) return failCard(field, row, ours);
  const card = campo === 'tarjeta_nro' || campo === 'bin' ? readCoveredCard(text) : undefined;
  if (card !== undefined && campo === 'tarjeta_nro') {
    field.covered(card, text);
    return card.lastFour;
  }
  return fail(field, row, 'NO_ES_NUMERO', card?.firstSix);
}

/** Reports a full card number in a number field. The fix depends on the digits that the field keeps. */
function failCard(
  field: ReaderContext,
  row: number,
  card: { readonly firstSix: string; readonly lastFour: string },
): string {
  if (field.campo === 'tarjeta_nro') return fail(field, row, 'LARGO_MAXIMO', card.lastFour);
  if (field.campo === 'bin') return fail(field, row, 'LARGO_MAXIMO', card.firstSix);
  return fail(field, row, 'NO_ES_NUMERO');
}

function createTextReader(field: ReaderContext): FieldReader {
  const { sheet, column, decision, state, largo, campo } = field;
  // Any value here makes a wallet's sale of the row. Reports of both kinds write a dash beside the sales with a card.
  const decidesKind = campo === 'wallet_referencia' || campo === 'wallet_tipo_operacion';
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    if (kind === CELL.vacia || isBroken(field, row, kind)) return '';
    let text = kind === CELL.numero ? toNumericText(sheet, row, column) : cleanText(sheet.text(row, column));
    if (text === '' || (decidesKind && saysNothing(text))) {
      state.filled = false;
      return '';
    }
    if (kind === CELL.numero && sheet.precisionLost(row, column)) return fail(field, row, 'PRECISION_PERDIDA');
    if (isShortenedNumber(text)) return fail(field, row, 'PRECISION_PERDIDA');
    if (decision.tarjetas && kind === CELL.numero && isRoundedCardNumber(text) && !isCardNumber(text))
      return fail(field, row, 'PRECISION_PERDIDA');
    if (mayHoldCard(text)) text = withoutCards(field, row, text);
    if (largo !== null && text.length > largo && countCodePoints(text) > largo) return fail(field, row, 'LARGO_MAXIMO');
    return text;
  };
}

/** A text with its card numbers covered. A number that only looks like one is left, with a notice that offers the covered form. */
function withoutCards(field: ReaderContext, row: number, text: string): string {
  const masked = field.decision.tarjetas ? maskCardNumbers(text) : maskCertainCards(text);
  const possible = maskCertainCards(maskPossibleCards(masked));
  // A problem that can still be fixed is reported before one that was fixed.
  if (possible !== masked) {
    // When a rule applies the fix, no other notice is given for the value.
    if (field.mends('PARECE_NUMERO_DE_TARJETA')) return possible;
    field.notice(notices.makeLooksLikeTarjetaNotice(placeOf(field, row), possible, possible));
  }
  if (masked !== text) field.notice(notices.makeTarjetaNumberNotice(placeOf(field, row), masked));
  return masked;
}

/** Makes the reader of a field's column; everything that is known before the first row is decided here. */
export function createFieldReader(field: ReaderContext): FieldReader {
  const { tipo } = CUPON_FIELDS[field.campo];
  switch (tipo) {
    case 'fecha':
      return createDateReader(field);
    case 'importe':
      return createAmountReader(field);
    case 'numero':
    case 'decimal':
      return createNumberReader(field);
    case 'texto':
      return createTextReader(field);
  }
}
