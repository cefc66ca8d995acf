import { CELL, type Sheet } from '../sheet.ts';
import { readAmountText, otherCurrencyIn } from './amount-text.ts';
import { isCardNumber } from './card-text.ts';
import { toShownValue, cleanText, isDigits } from './cell-text.ts';
import { readCoveredCard } from './covered-cards.ts';
import { readDateText } from './date-text.ts';
import { toPlainHeader } from './header-key.ts';
import { isTotalLabel } from './row-kind.ts';
import { CUPON_FIELDS, type CuponFieldType, type CuponField } from '../cupon.ts';
import type { MappedColumn } from './validation.ts';

/** How many values in a sample of a column could be of each kind. */
export interface ColumnProfile {
  valores: number;
  fechas: number;
  importes: number;
  /** Values that look like money and not like plain numbers, because they have decimals, marks or a currency. */
  conCentavos: number;
  digits: number;
  /** How many values of only digits have each length, up to 19. */
  readonly lengths: number[];
  /** Card numbers, full or masked. */
  tarjetas: number;
  /** Operation types of wallets (API description, "Coupon (uploaded)"). */
  walletTypes: number;
  /** Ways of paying that name no card: "Efectivo", "Tarjeta de crédito". */
  waysOfPaying: number;
  readonly distinct: Set<string>;
  /** The first three values, with card numbers masked. */
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

/** A text of only these words. With any other word it may be the name of a card: "AURORA CREDITO". */
const WAY_OF_PAYING =
  /^(?:(?:efectivo|contado|cash|transf|transfer|transferencias?|depositos?|e?cheques?|cuenta|cta|corriente|cte|qr|tarjetas?|tarj|cards?|credito|debito|credit|debit|tc|td|de|con|en|por|bancari[ao]|electronic[ao])(?: |$))+$/;

const createProfile = (): ColumnProfile => ({
  valores: 0,
  fechas: 0,
  importes: 0,
  conCentavos: 0,
  digits: 0,
  lengths: new Array<number>(20).fill(0),
  tarjetas: 0,
  walletTypes: 0,
  waysOfPaying: 0,
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
  if (WAY_OF_PAYING.test(toPlainHeader(text))) profile.waysOfPaying++;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  /** The header in plain form; a cell that repeats it is no value. */
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

/** Whether a row is a line of totals without a date, or has at most one filled cell: its cells say nothing about their columns. */
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

/** Samples the first rows below the header, and rows spread over the rest of the sheet. Leaves out repeated headers and lines of totals. */
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

const MOST = 0.9;
const FEW = 0.2;

type Share = (profile: ColumnProfile) => number;

/** How many values of a column fit a field. `SHARES_BY_TYPE` is used for other fields. */
const SHARES: Readonly<Partial<Record<CuponField, Share>>> = {
  // Digits of any number: five digits are a mistake to report and no sign of another field.
  tarjeta_nro: (p) => p.digits + p.tarjetas,
  bin: (p) => p.lengths[6] ?? 0,
  comprobante: (p) => p.digits,
  // One or two digits: longer numbers are account numbers or amounts, because no sale has a hundred instalments.
  cuotas: (p) => (p.lengths[1] ?? 0) + (p.lengths[2] ?? 0),
  tarjeta_desc: (p) => p.valores - p.digits - p.tarjetas - p.conCentavos - p.waysOfPaying,
  wallet_tipo_operacion: (p) => p.walletTypes,
};
const SHARES_BY_TYPE: Readonly<Record<CuponFieldType, Share>> = {
  fecha: (p) => p.fechas,
  importe: (p) => p.importes,
  numero: (p) => p.digits,
  decimal: (p) => p.digits,
  // Half of the values, which neither confirms nor contradicts: any value may be a text.
  texto: (p) => p.valores / 2,
};

export function fitOf(field: CuponField, profile: ColumnProfile): 'coincide' | 'contradice' | 'sin_datos' {
  if (profile.valores === 0) return 'sin_datos';
  const fit = (SHARES[field] ?? SHARES_BY_TYPE[CUPON_FIELDS[field].tipo])(profile) / profile.valores;
  if (fit >= MOST) return 'coincide';
  return fit <= FEW ? 'contradice' : 'sin_datos';
}

/** The fewest values for recognising a column, except for dates, money and card numbers, full or masked; with fewer it may be a coincidence. */
const MIN_VALUES = 8;
/** Headers without meaning. Only under such headers may six digits be the authorisation, or eight the voucher. */
const NEUTRAL = /^(?:(?:col|columna|column|campo|field|dato|cod|codigo|code|nro|numero|id|[a-z]|\d+)(?: |$))*$/;

interface Guess {
  readonly campo: CuponField;
  readonly fits: (profile: ColumnProfile, header: string) => boolean;
}

const isVaried = (p: ColumnProfile): boolean => p.distinct.size >= Math.min(p.valores, 200) * 0.3;
const countLengths = (p: ColumnProfile, from: number, to: number): number =>
  p.lengths.slice(from, to).reduce((sum, count) => sum + count, 0);
const isNeutral = (header: string): boolean => NEUTRAL.test(toPlainHeader(header));
/** Titles under which four digits may be the last of a card; under other titles ("Socio", "Artículo") they mean something else. */
const SAYS_CARD = /tarj|card|plast|digit|\bul?t|\blast|\bpan\b|\bt[cd]\b|termina|final/;
/** Titles of a shop, under which long digits are its number at the processors. Eleven digits are its tax number. */
const SAYS_SHOP =
  /^(?:(?:nro|numero|cod|codigo|id|de|la|el) )*(?:suc|sucursal(?:es)?|comercio|local|tienda|negocio|shop|store|branch|merchant)$/;
/** Titles of a till, under which eight digits are the number of its terminal. */
const SAYS_TILL = /^(?:(?:nro|numero|cod|codigo|id|de|la) )*cajas?$/;
const NOT_THE_SALE =
  /iva|desc|comis|net[ao]|\bnet\b|propina|\btip\b|arancel|fee\b|retenc|percep|iibb|impuesto|\btax|cuota|saldo|balance|cost|recargo|interes|tasa|cotiz|subtotal|liquid|acredit|cobrar|usd|u s\b|dolar|eur|unit|limite|bonific|vuelto|efectivo|cant|porc|kilo|litro|\bdebe\b|haber|debit|credit/;
const NOT_THE_DATE =
  /venc|vto|nac|cumple|pago|pay|acred|credit|cobr|deposit|pres|cierre|liq|alta|baja|carga|factur|contab|valor|anul|devol|libera|release|settle|post|proces|modific|actualiz|entrega|desde|hasta|vigen/;

/** The kinds of columns to recognise by their values, in this order. */
const GUESSES: readonly Guess[] = [
  {
    campo: 'fecha_venta',
    fits: (p, header) => p.fechas >= p.valores * MOST && !NOT_THE_DATE.test(toPlainHeader(header)),
  },
  {
    campo: 'importe',
    fits: (p, header) =>
      p.importes >= p.valores * MOST &&
      p.conCentavos >= p.valores * 0.3 &&
      otherCurrencyIn(header) === '' &&
      !NOT_THE_SALE.test(toPlainHeader(header)),
  },
  {
    campo: 'tarjeta_nro',
    fits: (p, header) =>
      p.tarjetas >= p.valores * MOST ||
      (p.valores >= MIN_VALUES &&
        (p.lengths[4] ?? 0) >= p.valores * MOST &&
        isVaried(p) &&
        (isNeutral(header) || SAYS_CARD.test(toPlainHeader(header)))),
  },
  {
    campo: 'establecimiento',
    fits: (p, header) => SAYS_SHOP.test(toPlainHeader(header)) && countLengths(p, 7, 11) >= p.valores * MOST,
  },
  {
    campo: 'terminal',
    fits: (p, header) =>
      p.valores >= MIN_VALUES && SAYS_TILL.test(toPlainHeader(header)) && (p.lengths[8] ?? 0) >= p.valores * MOST,
  },
  {
    campo: 'wallet_referencia',
    fits: (p, header) => toPlainHeader(header) === 'qr' && countLengths(p, 10, 20) >= p.valores * MOST && isVaried(p),
  },
  {
    campo: 'comprobante',
    fits: (p, header) =>
      p.valores >= MIN_VALUES &&
      isNeutral(header) &&
      (p.lengths[8] ?? 0) >= p.valores * MOST &&
      p.distinct.size >= Math.min(p.valores, 200) * MOST,
  },
  {
    campo: 'autorizacion',
    fits: (p, header) =>
      p.valores >= MIN_VALUES && (p.lengths[6] ?? 0) >= p.valores * MOST && isVaried(p) && isNeutral(header),
  },
];

interface GuessInput {
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly columnas: readonly MappedColumn[];
  readonly leftOut: ReadonlySet<CuponField>;
  readonly apart: ReadonlySet<number>;
}

/** Recognises columns by their values, for fields that no header names. */
export function guessByContent({ headers, profiles, columnas, leftOut, apart }: GuessInput): readonly MappedColumn[] {
  const found: MappedColumn[] = [...columnas];
  for (const { campo, fits } of GUESSES) {
    if (leftOut.has(campo) || found.some((one) => one.campo === campo)) continue;
    const column = profiles.findIndex(
      (profile, index) =>
        profile.valores > 0 &&
        !apart.has(index) &&
        !found.some((one) => one.columna === index) &&
        fits(profile, headers[index] ?? ''),
    );
    if (column >= 0) found.push({ campo, columna: column, motivo: 'contenido' });
  }
  return found;
}
