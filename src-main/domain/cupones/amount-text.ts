import { fold } from '../fold-text.ts';
import { CELL, changeCells, toTextCell, type Sheet } from '../sheet.ts';
import { getCellText, toSpokenValue, cleanText } from './cell-text.ts';
import { keyOfHeader, toPlainHeader } from './header-key.ts';
import type { ValidationRequest } from './validation.ts';

/** The decimal mark in a column of amounts. `ambas`: the column uses both marks, so a text that could be read either way is refused. */
export type DecimalMark = ',' | '.' | 'ambas';

export type AmountReading =
  /** `prueba`: the decimal mark that this text proves the column to use; null if it proves none. */
  | { readonly kind: 'importe'; readonly centavos: number; readonly prueba: ',' | '.' | null }
  /** More than two decimals. `prueba`: as in `importe`. */
  | { readonly kind: 'decimales'; readonly prueba: ',' | '.' | null }
  /** `1.234` or `1,234`: either thousands or three decimals. `marca`: the mark in the text. `miles`: the centavos if the mark groups thousands. */
  | { readonly kind: 'dudoso'; readonly marca: ',' | '.'; readonly miles: number }
  | { readonly kind: 'invalido' };

const INVALID: AmountReading = { kind: 'invalido' };
const MAX_INTEGER_DIGITS = 12;
/** A currency before or after the digits. In "$.1.800,00" the first dot belongs to "$", because it groups no digits. */
const CURRENCY = /^(?:AR\$|ARS|\$|pesos)(?:\.(?=\d{1,3}(?:\.\d{3})*,\d{1,2}$))?\s*|\s*(?:AR\$|ARS|\$|pesos)$/i;
/** An amount written without centavos: "1250,-". */
const WITHOUT_CENTS = /(?<=\d)[.,][-\u2212\u2013]{1,2}$/;
const LEADING_SIGN = /^[-+\u2212\u2013]\s*/;
const TRAILING_SIGN = /\s*[-\u2212\u2013]$/;

/** Removes sign and currency, in any order; undefined if there are two signs. */
function unwrap(text: string): { body: string; negative: boolean } | undefined {
  let body = text;
  let negative = false;
  let signs = 0;
  for (;;) {
    let rest = body.replace(CURRENCY, '');
    if (rest === body && LEADING_SIGN.test(body)) {
      rest = body.replace(LEADING_SIGN, '');
      negative = !body.startsWith('+');
      signs++;
    } else if (rest === body && TRAILING_SIGN.test(body)) {
      rest = body.replace(TRAILING_SIGN, '');
      negative = true;
      signs++;
    } else if (rest === body && body.startsWith('(') && body.endsWith(')')) {
      rest = body.slice(1, -1).trim();
      negative = true;
      signs++;
    }
    if (rest === body) break;
    body = rest;
  }
  return signs > 1 ? undefined : { body, negative };
}

/** The centavos of whole pesos and decimals. Undefined for too many digits; NaN if the decimals are finer than centavos. */
function toCentavos(whole: string, decimals: string): number | undefined {
  if (whole.replace(/^0+/, '').length > MAX_INTEGER_DIGITS) return undefined;
  if (!/^\d{0,2}0*$/.test(decimals)) return Number.NaN;
  return Number(whole === '' ? '0' : whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}

function toReading(whole: string, decimals: string, test: ',' | '.' | null): AmountReading {
  const centavos = toCentavos(whole, decimals);
  if (centavos === undefined) return INVALID;
  return Number.isNaN(centavos) ? { kind: 'decimales', prueba: test } : { kind: 'importe', centavos, prueba: test };
}

const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
const otherMarkOf = (mark: ',' | '.'): ',' | '.' => (mark === ',' ? '.' : ',');

/** Reads digits with marks, without sign. The places of the marks decide whether the meaning is certain. */
function readBody(body: string): AmountReading {
  const compact = /^\d{1,3}(?:[ '\u2019\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(body)
    ? body.replace(/[ '\u2019\u00a0\u202f]/g, '')
    : body;
  if (!/^[\d.,]*\d$/.test(compact)) return INVALID;
  const lastMark = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'));
  if (lastMark < 0) return toReading(compact, '', null);
  const mark = compact.charAt(lastMark) === ',' ? ',' : '.';
  const before = compact.slice(0, lastMark);
  const after = compact.slice(lastMark + 1);
  if (before.includes(otherMarkOf(mark))) {
    // Both marks occur: the last mark is the decimal mark, and the other mark must group the digits before it in threes.
    return !before.includes(mark) && GROUPED.test(before)
      ? toReading(before.replace(/[.,]/g, ''), after, mark)
      : INVALID;
  }
  if (before.includes(mark)) {
    return GROUPED.test(compact) ? toReading(compact.replace(/[.,]/g, ''), '', otherMarkOf(mark)) : INVALID;
  }
  const mayBeThousands =
    after.length === 3 && before.length >= 1 && before.length <= 3 && !before.startsWith('0') && compact === body;
  if (!mayBeThousands) return toReading(before, after, mark);
  const miles = toCentavos(before + after, '');
  return miles === undefined ? INVALID : { kind: 'dudoso', marca: mark, miles };
}

/** Reads an amount in centavos (docs/coupons.md, "Amounts"): `1.234,56`, `1234.56`, `1,234.56`, `$ 1.234`, `ARS 10`, `150,00-`, `1250,-`, `(150,00)`. */
export function readAmountText(text: string): AmountReading {
  const unwrapped = unwrap(text.replace(WITHOUT_CENTS, ''));
  if (unwrapped === undefined) return INVALID;
  const value = readBody(unwrapped.body);
  if (!unwrapped.negative) return value;
  if (value.kind === 'importe') return { ...value, centavos: value.centavos === 0 ? 0 : -value.centavos };
  return value.kind === 'dudoso' ? { ...value, miles: -value.miles } : value;
}

export interface MarkEvidence {
  coma: boolean;
  point: boolean;
}

export const createMarkEvidence = (): MarkEvidence => ({ coma: false, point: false });

export function addMarkEvidence(evidence: MarkEvidence, value: AmountReading): void {
  if (value.kind !== 'importe' && value.kind !== 'decimales') return;
  if (value.prueba === ',') evidence.coma = true;
  else if (value.prueba === '.') evidence.point = true;
}

export function decideDecimalMark(evidence: MarkEvidence): DecimalMark {
  if (evidence.coma && evidence.point) return 'ambas';
  return evidence.point ? '.' : ',';
}

/** The centavos of a text if its column has this decimal mark, or the error. Where the dot is the decimal mark, `12.500` is refused. */
export function resolveAmount(
  value: AmountReading,
  mark: DecimalMark,
): number | 'IMPORTE_INVALIDO' | 'DECIMALES_DE_MAS' {
  switch (value.kind) {
    case 'importe':
      return value.centavos;
    case 'decimales':
      return 'DECIMALES_DE_MAS';
    case 'dudoso':
      if (mark === 'ambas') return 'IMPORTE_INVALIDO';
      return value.marca === mark ? 'DECIMALES_DE_MAS' : value.miles;
    case 'invalido':
      return 'IMPORTE_INVALIDO';
  }
}

const LARGEST = 10 ** MAX_INTEGER_DIGITS;
/** How far from whole centavos a numeric cell may be, in pesos, because spreadsheets calculate in binary. */
const TOLERANCE = 1e-7;

/** The centavos of a numeric cell, or the error (docs/coupons.md, "Amounts"). */
export function centavosOfNumber(value: number): number | 'IMPORTE_INVALIDO' | 'DECIMALES_DE_MAS' {
  if (!(value > -LARGEST && value < LARGEST)) return 'IMPORTE_INVALIDO';
  const centavos = Math.round(value * 100);
  if (Math.abs(value - centavos / 100) > TOLERANCE) return 'DECIMALES_DE_MAS';
  return centavos === 0 ? 0 : centavos;
}

export function toPlainAmount(centavos: number): string {
  const absolute = centavos < 0 ? -centavos : centavos;
  const rest = absolute % 100;
  return `${centavos < 0 ? '-' : ''}${String((absolute - rest) / 100)}.${rest < 10 ? '0' : ''}${String(rest)}`;
}

const CODES = 'usd|eur|gbp|brl|uyu|clp|pyg|mxn|cny|jpy|chf';
const NAMES = 'd[oó]lar(?:es)?|dollars?|euros?';
/** Names and codes of other currencies than the peso. "AR$" and "$" alone mean pesos. */
const OTHER = new RegExp(
  `(?<![a-z])(?:us ?\\$|u\\$[sd]?|r\\$)|\\$u(?![a-z])|[€£¥₲]|(?<![a-z])(?:${CODES}|${NAMES})(?![a-z])`,
  'i',
);
/** More names of other currencies, folded, as columns of currencies have them. */
const OTHER_NAME = /^(?:dol|libras?|real(?:es)?|guarani(?:es)?|840|978|986)\b|\b(?:uruguay|chile|mexic|colombia)/;
/** In a column of currencies, any three letters name another currency, except these codes for pesos. */
const CODE = /^(?!ar[spg]$|pes$|nac$|loc$)[a-z]{3}$/;

export const otherCurrencyIn = (text: string): string => OTHER.exec(text)?.[0] ?? '';

/** Whether a text in a column of currencies names another currency than the peso. */
const isOtherCurrency = (text: string): boolean => {
  const folded = fold(text);
  return otherCurrencyIn(folded) !== '' || OTHER_NAME.test(folded) || CODE.test(folded);
};

/** Whether an amount names another currency than the peso, in its own text or as `withCurrencies` writes it: "USD 20", "20 dólares", "peso uruguayo 20,00". */
export const namesOtherCurrency = (amount: string): boolean => {
  const currency = amount.replace(/\s+[-\d.,]+$/, '');
  return currency === amount ? otherCurrencyIn(amount) !== '' : isOtherCurrency(currency);
};

/** Titles of the column with the currency of the sale. The currency of the settlement is another column. */
const TITLES = ['moneda', 'currency', 'divisa', 'tipo moneda', 'cod moneda', 'currency code', 'currency id'];
const OF_THE_SALE = ['moneda venta', 'moneda operacion', 'moneda importe', 'transaction currency'];
const NAMES_PESOS = /\b(?:ars|pesos?)\b/;
/** Titles of columns with the currency of another amount than the sale's. */
const OF_ANOTHER_AMOUNT = /liq|acred|pago|neto|settle|payout|fee|comis/;
const IS_CURRENCY = new RegExp(`^(?:\\$|ar\\$|ars|arp|pes|pesos?(?: argentinos?)?|${OTHER.source})$`, 'i');
const SAMPLE_ROWS = 300;

type Request = Pick<ValidationRequest, 'table' | 'columnas'>;

/** Finds the column that names the currency of each amount: by its title, else by its values, because tills shorten the title ("Mon."). */
function findCurrencies(sheet: Sheet, { table, columnas }: Request): number | undefined {
  const keys = new Set([...TITLES, ...OF_THE_SALE].map(keyOfHeader));
  const titled = table.headers.findIndex((title) => keys.has(keyOfHeader(title)));
  if (titled >= 0) return titled;
  const said = new Set<number>();
  let candidates = [...table.headers.keys()].filter(
    (column) =>
      !OF_ANOTHER_AMOUNT.test(toPlainHeader(table.headers[column] ?? '')) &&
      columnas.every(({ columna }) => columna !== column),
  );
  const first = table.headerRow + 1;
  for (let row = first; row < Math.min(sheet.rowCount, first + SAMPLE_ROWS) && candidates.length > 0; row++) {
    candidates = candidates.filter((column) => {
      const text = cleanText(sheet.text(row, column));
      if (text === '') return true;
      said.add(column);
      return IS_CURRENCY.test(fold(text));
    });
  }
  return candidates.find((column) => said.has(column));
}

/** Turns amounts in another currency into texts ("USD 20"), so that none is read as pesos, unless their title says pesos (docs/coupons.md, "Amounts"). */
export function withCurrencies(sheet: Sheet, request: Request): Sheet {
  const { table, columnas } = request;
  const amounts = columnas.find(({ campo }) => campo === 'importe')?.columna;
  if (amounts === undefined || NAMES_PESOS.test(toPlainHeader(table.headers[amounts] ?? ''))) return sheet;
  const currencies = findCurrencies(sheet, request);
  if (currencies === undefined) return sheet;
  return changeCells(sheet, (row, column) => {
    if (column !== amounts) return undefined;
    const currency = cleanText(sheet.text(row, currencies));
    if (currency === '' || !isOtherCurrency(currency)) return undefined;
    const kind = sheet.kind(row, column);
    const amount = toSpokenValue(getCellText(sheet, row, column), kind);
    return kind === CELL.numero || (kind === CELL.texto && readAmountText(amount).kind !== 'invalido')
      ? toTextCell(`${currency} ${amount}`)
      : undefined;
  });
}
