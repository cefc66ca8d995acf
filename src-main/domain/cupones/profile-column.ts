import { CELL, type Sheet } from '../sheet.ts';
import { readAmountText } from './amount-text.ts';
import { isCardNumber } from './card-text.ts';
import { toShownValue, cleanText, isDigits } from './cell-text.ts';
import { readCoveredCard } from './covered-cards.ts';
import { readDateText } from './date-text.ts';
import { toPlainHeader } from './header-key.ts';
import { isTotalLabel } from './row-kind.ts';

/** Counts, over a sample of a column's values, how many could be each kind of value. */
export interface ColumnProfile {
  valores: number;
  fechas: number;
  importes: number;
  /** Amounts that look like money and not like a plain number: they have a fraction, a mark or a currency. */
  conCentavos: number;
  digits: number;
  /** Digits-only values by length, up to 19. */
  readonly lengths: number[];
  /** Full or covered card numbers. */
  tarjetas: number;
  /** Operation types of wallets (API description, "Coupon (uploaded)"). */
  walletTypes: number;
  readonly distinct: Set<string>;
  /** The first three values, card numbers covered. */
  readonly muestras: string[];
}

interface TableHeader {
  readonly headerRow: number;
  readonly headers: readonly string[];
}

const SAMPLE_ROWS = 300;
const SAMPLES_SHOWN = 3;
const WALLET_TYPES = new Set(
  'settlement refund chargeback dispute payment payout withdrawal regular_payment recurring_payment pos_payment'.split(
    ' ',
  ),
);

const createProfile = (): ColumnProfile => ({
  valores: 0,
  fechas: 0,
  importes: 0,
  conCentavos: 0,
  digits: 0,
  lengths: new Array<number>(20).fill(0),
  tarjetas: 0,
  walletTypes: 0,
  distinct: new Set(),
  muestras: [],
});

function addText(profile: ColumnProfile, text: string): void {
  if (isDigits(text)) {
    profile.digits++;
    if (text.length < profile.lengths.length) profile.lengths[text.length] = (profile.lengths[text.length] ?? 0) + 1;
  }
  if (isCardNumber(text) || readCoveredCard(text) !== undefined) profile.tarjetas++;
  if (WALLET_TYPES.has(text.toLowerCase())) profile.walletTypes++;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  /** The column's plain header: where a report repeats it, it is no value. */
  readonly header: string;
}

function addCell(profile: ColumnProfile, sheet: Sheet, { row, column, header }: Cell): void {
  const kind = sheet.kind(row, column);
  if (kind === CELL.vacia || kind === CELL.error || kind === CELL.formulaWithoutValue) return;
  const text = cleanText(sheet.text(row, column));
  if (text === '' || (header !== '' && toPlainHeader(text) === header)) return;
  profile.valores++;
  profile.distinct.add(text);
  if (profile.muestras.length < SAMPLES_SHOWN) profile.muestras.push(toShownValue(text, kind));
  if (kind === CELL.fecha) {
    profile.fechas++;
    return;
  }
  addText(profile, text);
  if (kind === CELL.numero) {
    profile.importes++;
    if (!Number.isInteger(sheet.number(row, column))) profile.conCentavos++;
    return;
  }
  const date = readDateText(text).kind;
  if (date === 'fecha' || date === 'numerica' || date === 'imposible') {
    if (!isDigits(text)) profile.fechas++;
    return;
  }
  const amount = readAmountText(text).kind;
  if (amount === 'invalido') return;
  profile.importes++;
  if (!isDigits(text)) profile.conCentavos++;
}

/** Whether a row is a line of totals (without a date) or a lone text, whose values say nothing about their columns. */
function isAside(sheet: Sheet, row: number): boolean {
  let filled = 0;
  let total = false;
  let dated = false;
  for (let column = 0; column < sheet.columnCount; column++) {
    const kind = sheet.kind(row, column);
    if (kind === CELL.vacia) continue;
    filled++;
    if (kind === CELL.fecha) dated = true;
    if (kind !== CELL.texto) continue;
    const text = cleanText(sheet.text(row, column));
    if (isTotalLabel(text, filled === 1)) total = true;
    else if (!dated && !isDigits(text) && readDateText(text).kind !== 'otra') dated = true;
  }
  return filled < 2 || (total && !dated);
}

/** Samples the rows under the header: the first ones, and others spread over the rest, without repeated headers and lines of totals. */
export function profileColumns(sheet: Sheet, { headerRow, headers }: TableHeader): readonly ColumnProfile[] {
  const firstRow = headerRow + 1;
  const plain = headers.map(toPlainHeader);
  const profiles = Array.from({ length: sheet.columnCount }, createProfile);
  const rows = sheet.rowCount - firstRow;
  const step = Math.max(1, Math.floor(rows / SAMPLE_ROWS));
  for (let row = firstRow; row < sheet.rowCount; row += row - firstRow < SAMPLE_ROWS / 3 ? 1 : step) {
    if (isAside(sheet, row)) continue;
    for (let column = 0; column < profiles.length; column++) {
      const profile = profiles[column];
      if (profile !== undefined) addCell(profile, sheet, { row, column, header: plain[column] ?? '' });
    }
  }
  return profiles;
}
