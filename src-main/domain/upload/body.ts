import { CUPON_FIELDS, type CuponField, AUXILIARIES, type Cupon } from '../cupon.ts';
import type { NumberForm, Marker } from './types.ts';

const NUMERIC_FIELDS = Object.entries(CUPON_FIELDS)
  .filter(([, definition]) => definition.tipo !== 'texto' && definition.tipo !== 'fecha')
  .map(([field]) => field as CuponField);
const NUMBER = new RegExp(`"(${NUMERIC_FIELDS.join('|')})":"(-?)0*(\\d[\\d.]*)"`, 'g');
const HAS_NUMBER = new RegExp(`"(?:${NUMERIC_FIELDS.filter((field) => field !== 'importe').join('|')})":"\\d`);

/** True when a coupon's text has a number field besides the amount. Only then does an answer show whether the service wants numbers as text. */
export const hasNumbers = (text: string): boolean => HAS_NUMBER.test(text);

/** A canonical text with its number fields as JSON numbers, for a server that wants them so (docs/gaps.md, `numeros`). */
const asNumbers = (text: string): string => text.replace(NUMBER, '"$1":$2$3');

/** The parts of the body that are no coupons, from the table "POST …/conciliar-operaciones". */
export interface BodyParts {
  readonly id: string;
  readonly subirMas: boolean;
  readonly numeros: NumberForm;
}

/**
 * The body of a batch, always built from the frozen texts and never again from objects: the same coupons give the same bytes.
 * Source: API description, "Coupon reconciliation methods (v2)"; `subir_mas` is text.
 */
export function buildTandaBody(texts: readonly string[], { id, subirMas, numeros }: BodyParts): string {
  const data = (numeros === 'numero' ? texts.map(asNumbers) : texts).join(',');
  return `{"id":${JSON.stringify(id)},"datos":[${data}],"subir_mas":"${String(subirMas)}"}`;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const SIGNS = `${LETTERS}23456789`;

/**
 * Makes a nonce of 10 characters, about 49 bits. It begins with a letter, so that no server takes `<nonce>.<seq>` for a number, and is in lower
 * case, because an echo may change case. `random` gives numbers in [0, 1).
 */
export function createNonce(random: () => number): string {
  let nonce = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'c';
  while (nonce.length < 10) nonce += SIGNS[Math.floor(random() * SIGNS.length)] ?? '2';
  return nonce;
}

/**
 * Puts `<nonce>.<seq>` into a canonical text at the field's wire position. The field must be absent. Auxiliary fields are the last
 * fields, and a coupon always has `importe` before them, so a comma always fits.
 */
export function markText(text: string, marker: Marker, seq: number): string {
  const fresh = `,"${marker.campo}":"${marker.nonce}.${String(seq)}"`;
  for (const field of AUXILIARIES.slice(AUXILIARIES.indexOf(marker.campo) + 1)) {
    const place = text.indexOf(`,"${field}":`);
    if (place >= 0) return text.slice(0, place) + fresh + text.slice(place);
  }
  return `${text.slice(0, -1)}${fresh}}`;
}

/** The `seq` of a row of a result that has our marker; `otra` when the field has another text, `vacia` when it has none. */
export function readMarker(cupon: Cupon, marker: Marker): number | 'otra' | 'vacia' {
  const text = (cupon[marker.campo] ?? '').trim().toLowerCase();
  if (text === '') return 'vacia';
  if (!text.startsWith(`${marker.nonce}.`)) return 'otra';
  const seq = text.slice(marker.nonce.length + 1);
  return /^[1-9]\d*$/.test(seq) ? Number(seq) : 'otra';
}
