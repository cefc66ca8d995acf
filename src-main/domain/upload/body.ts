import { CUPON_FIELDS, type CuponField, AUXILIARIES, type Cupon, FIELDS_IN_ORDER } from '../cupon.ts';
import type { NumberForm, Marker } from './types.ts';
import { maskPossibleCards } from '../cupones/card-text.ts';

const NUMERIC_FIELDS = Object.entries(CUPON_FIELDS)
  .filter(([, definition]) => definition.tipo !== 'texto' && definition.tipo !== 'fecha')
  .map(([field]) => field as CuponField);
const NUMBER = new RegExp(`"(${NUMERIC_FIELDS.join('|')})":"(-?)0*(\\d[\\d.]*)"`, 'g');
const HAS_NUMBER = new RegExp(`"(?:${NUMERIC_FIELDS.filter((field) => field !== 'importe').join('|')})":"\\d`);

/** Whether a coupon has number fields besides its amount. Only such a coupon can show whether the service wants numbers as text. */
export const hasNumbers = (text: string): boolean => HAS_NUMBER.test(text);

/** Writes number fields as JSON numbers, for a service that requires it (docs/gaps.md, `numeros`). */
const asNumbers = (text: string): string => text.replace(NUMBER, '"$1":$2$3');

/** The members of the request's body besides the coupons (API description, table "POST …/conciliar-operaciones"). */
export interface BodyParts {
  readonly id: string;
  readonly subirMas: boolean;
  readonly numeros: NumberForm;
}

/** Builds the body of a request from stored texts, so that the same coupons give the same bytes (API description, "Coupon reconciliation methods (v2)"). */
export function buildTandaBody(texts: readonly string[], { id, subirMas, numeros }: BodyParts): string {
  const data = (numeros === 'numero' ? texts.map(asNumbers) : texts).join(',');
  return `{"id":${JSON.stringify(id)},"datos":[${data}],"subir_mas":"${String(subirMas)}"}`;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const SIGNS = `${LETTERS}23456789`;

/** A random text of 49 bits, in lower case because a service may change the case, and beginning with a letter so that `<nonce>.<seq>` is no number. */
export function createNonce(random: () => number): string {
  let nonce = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'c';
  while (nonce.length < 10) nonce += SIGNS[Math.floor(random() * SIGNS.length)] ?? '2';
  return nonce;
}

/** Adds the marker `<nonce>.<seq>` in the place of its field. The marker always follows another field, because auxiliary fields come last. */
export function markText(text: string, marker: Marker, seq: number): string {
  const fresh = `,"${marker.campo}":"${marker.nonce}.${String(seq)}"`;
  for (const field of AUXILIARIES.slice(AUXILIARIES.indexOf(marker.campo) + 1)) {
    const place = text.indexOf(`,"${field}":`);
    if (place >= 0) return text.slice(0, place) + fresh + text.slice(place);
  }
  return `${text.slice(0, -1)}${fresh}}`;
}

/** The `seq` in the marker of a result row; `otra` if the field has another text, `vacia` if it is empty. */
export function readMarker(cupon: Cupon, marker: Marker): number | 'otra' | 'vacia' {
  const text = (cupon[marker.campo] ?? '').trim().toLowerCase();
  if (text === '') return 'vacia';
  if (!text.startsWith(`${marker.nonce}.`)) return 'otra';
  const seq = text.slice(marker.nonce.length + 1);
  return /^[1-9]\d*$/.test(seq) ? Number(seq) : 'otra';
}

const WITHOUT_ECHO: ReadonlySet<CuponField> = new Set(['wallet_referencia', 'wallet_tipo_operacion']);

/** Removes needless zeros: "0012" becomes "12", "1500.00" becomes "1500", "-0.50" becomes "-0.5". */
function canonicalizeNumber(text: string): string {
  const match = /^\s*(-?)0*(\d*)(?:\.(\d*?)0*)?\s*$/.exec(text);
  if (match === null) return text.trim().toLowerCase();
  const integer = match[2] === '' || match[2] === undefined ? '0' : match[2];
  const decimals = match[3] === undefined || match[3] === '' ? '' : `.${match[3]}`;
  const value = integer + decimals;
  return match[1] === '-' && value !== '0' ? `-${value}` : value;
}

/** The key by which a returned coupon is recognised. It ignores what services change: zeros, decimals, case and spaces (docs/gaps.md). */
export const getComparableKey = (cupon: Cupon, without: CuponField | null): string =>
  buildKey(cupon, (field) => field !== without);

/** A key of only dates and numbers, which stay the same if a service changes texts. An equal key does not prove that a row is ours, only that it may be. */
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

/** Writes a text in lower case without needless spaces, as a service may change both (docs/gaps.md, `eco`), and masks card numbers, as reading does. */
const canonicalizeText = (text: string): string =>
  maskPossibleCards(text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase());

/** Whether keys leave a value out: a zero that is no amount, or the day 0000-00-00. Never change this: stored decisions count equal keys (`vez`). */
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
      // As a JSON string, so that a line break in a value does not look like the next field.
      return JSON.stringify(canonicalizeText(value));
  }
}
