import { FIELDS_IN_ORDER, CUPON_FIELDS, type Cupon, type CuponField } from '../cupon.ts';
import { maskPossibleCards } from '../cupones/card-text.ts';

const WITHOUT_ECHO: ReadonlySet<CuponField> = new Set(['wallet_referencia', 'wallet_tipo_operacion']);

/** "0012" → "12", "1500.00" → "1500", "-0.50" → "-0.5". */
function canonicalizeNumber(text: string): string {
  const match = /^\s*(-?)0*(\d*)(?:\.(\d*?)0*)?\s*$/.exec(text);
  if (match === null) return text.trim().toLowerCase();
  const integer = match[2] === '' || match[2] === undefined ? '0' : match[2];
  const decimals = match[3] === undefined || match[3] === '' ? '' : `.${match[3]}`;
  const value = integer + decimals;
  return match[1] === '-' && value !== '0' ? `-${value}` : value;
}

/** Recognises a returned coupon by canonical values, because services change zeros, decimals, case and spaces (docs/gaps.md). */
export const getComparableKey = (cupon: Cupon, without: CuponField | null): string =>
  buildKey(cupon, (field) => field !== without);

/** Dates and numbers survive a service that changes texts. They cannot claim a row as ours, but show that it may be. */
export const getNumbersKey = (cupon: Cupon): string => buildKey(cupon, (field) => CUPON_FIELDS[field].tipo !== 'texto');

function buildKey(cupon: Cupon, isPart: (field: CuponField) => boolean): string {
  let key = '';
  for (const field of FIELDS_IN_ORDER) {
    if (!isPart(field) || WITHOUT_ECHO.has(field)) continue;
    const value = cupon[field];
    if (value === undefined || value.trim() === '') continue;
    const canonical = canonicalizeValue(field, value);
    if (!isNothing(field, canonical)) key += `${field}=${canonical}\n`;
  }
  return key;
}

/** Drops what an echo may change: capitals and spaces (docs/gaps.md, `eco`). Covers card numbers as reading does, because the sent text may still hold one. */
const canonicalizeText = (text: string): string =>
  maskPossibleCards(text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase());

/** A zero or the day 0000-00-00. Decisions' keys (`decisions/sale-key.ts`), which never change, do not contain them. */
const isNothing = (field: CuponField, value: string): boolean => {
  const { tipo } = CUPON_FIELDS[field];
  if (tipo === 'fecha') return value.startsWith('0000-00-00');
  return (tipo === 'numero' || tipo === 'decimal') && value === '0';
};

function canonicalizeValue(field: CuponField, value: string): string {
  switch (CUPON_FIELDS[field].tipo) {
    case 'numero':
    case 'decimal':
    case 'importe':
      return canonicalizeNumber(value);
    case 'fecha':
      return value.trim().slice(0, 10);
    case 'texto':
      // A JSON string, so that a line break inside a value cannot look like the next field.
      return JSON.stringify(canonicalizeText(value));
  }
}
