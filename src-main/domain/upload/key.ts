import { FIELDS_IN_ORDER, CUPON_FIELDS, type Cupon, type CuponField } from '../cupon.ts';
import { maskPossibleCards } from '../cupones/card-text.ts';

const WITHOUT_ECHO: ReadonlySet<CuponField> = new Set(['wallet_referencia', 'wallet_tipo_operacion']);

/** A number without leading zeros and needless decimals: "0012" → "12", "1500.00" → "1500", "-0.50" → "-0.5". */
function canonicalizeNumber(text: string): string {
  const match = /^\s*(-?)0*(\d*)(?:\.(\d*?)0*)?\s*$/.exec(text);
  if (match === null) return text.trim().toLowerCase();
  const integer = match[2] === '' || match[2] === undefined ? '0' : match[2];
  const decimals = match[3] === undefined || match[3] === '' ? '' : `.${match[3]}`;
  const value = integer + decimals;
  return match[1] === '-' && value !== '0' ? `-${value}` : value;
}

/**
 * The key by which a coupon is recognised when it comes back. It is made of canonical values, never of raw text (docs/gaps.md: numbers come back
 * without leading zeros, amounts with other decimals, text trimmed or cased differently; wallet fields may be missing). `without`: our marker's field.
 */
export const getComparableKey = (cupon: Cupon, without: CuponField | null): string =>
  buildKey(cupon, without, canonicalizeText);

/**
 * The key of a coupon whose letters outside of ASCII came back as question marks or as other letters (a text that was read in a wrong encoding): the
 * comparable key, with each run of such letters taken for one. null for a coupon without such letters. Used only where the comparable key finds nothing.
 */
export function getApproximateKey(cupon: Cupon, without: CuponField | null): string | null {
  let hasAny = false;
  const key = buildKey(cupon, without, (text) => {
    const withoutSigns = maskPossibleCards(text.normalize('NFC')).replace(LOSABLE, '?');
    hasAny ||= withoutSigns.includes('?');
    return withoutSigns.trim().replace(/\s+/g, ' ').toLowerCase();
  });
  return hasAny ? key : null;
}

/** Letters outside of ASCII, and the question marks that replace them. */
const LOSABLE = /[?\u0080-\u{10ffff}]+/gu;

function buildKey(cupon: Cupon, without: CuponField | null, mapText: (text: string) => string): string {
  let key = '';
  for (const field of FIELDS_IN_ORDER) {
    if (field === without || WITHOUT_ECHO.has(field)) continue;
    const value = cupon[field];
    if (value === undefined || value.trim() === '') continue;
    const canonical = canonicalizeValue(field, value, mapText);
    if (!isNothing(field, canonical)) key += `${field}=${canonical}\n`;
  }
  return key;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z])(?:acute|tilde|uml|grave|circ|cedil)|([a-z]{2,4}));/gi;

/**
 * A text without the changes that some services make on its way back: HTML entities, lost accents, capitals, spaces. Card numbers are covered, because a
 * text that comes back is covered when it is read, and the text that was sent may still hold one.
 */
function canonicalizeText(text: string): string {
  const without = text.includes('&')
    ? text.replace(ENTITY, (whole, decimal: string, hex: string, letter: string, name: string) => {
        if (letter !== undefined) return letter;
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        return String.fromCodePoint(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
      })
    : text;
  const plain = without
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
  return maskPossibleCards(plain);
}

/** True for a zero and for the day 0000-00-00. They are no part of the keys that decisions were kept by (`decisions/sale-key.ts`), which never change. */
const isNothing = (field: CuponField, value: string): boolean => {
  const { tipo } = CUPON_FIELDS[field];
  if (tipo === 'fecha') return value.startsWith('0000-00-00');
  return (tipo === 'numero' || tipo === 'decimal') && value === '0';
};

function canonicalizeValue(field: CuponField, value: string, mapText: (text: string) => string): string {
  switch (CUPON_FIELDS[field].tipo) {
    case 'numero':
    case 'decimal':
    case 'importe':
      return canonicalizeNumber(value);
    case 'fecha':
      return value.trim().slice(0, 10);
    case 'texto':
      // As a JSON string, so that a line break inside a value cannot be taken for the next field.
      return JSON.stringify(mapText(value));
  }
}
