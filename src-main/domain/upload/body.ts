import { CUPON_FIELDS, type CuponField, AUXILIARIES, type Cupon } from '../cupon.ts';
import type { NumberForm, Marker } from './types.ts';

const NUMERIC_FIELDS = Object.entries(CUPON_FIELDS)
  .filter(([, definition]) => definition.tipo !== 'texto' && definition.tipo !== 'fecha')
  .map(([field]) => field as CuponField);
const NUMBER = new RegExp(`"(${NUMERIC_FIELDS.join('|')})":"(-?)0*(\\d[\\d.]*)"`, 'g');
const HAS_NUMBER = new RegExp(`"(?:${NUMERIC_FIELDS.filter((field) => field !== 'importe').join('|')})":"\\d`);

/** Whether a coupon has a number field besides the amount: only such coupons show whether the service wants numbers as text. */
export const hasNumbers = (text: string): boolean => HAS_NUMBER.test(text);

/** Writes number fields as JSON numbers, for a server that wants them so (docs/gaps.md, `numeros`). */
const asNumbers = (text: string): string => text.replace(NUMBER, '"$1":$2$3');

/** The parts of the body that are not coupons, from the table "POST …/conciliar-operaciones". */
export interface BodyParts {
  readonly id: string;
  readonly subirMas: boolean;
  readonly numeros: NumberForm;
}

/** Built from the frozen texts, so that the same coupons give the same bytes (API description, "Coupon reconciliation methods (v2)"). */
export function buildTandaBody(texts: readonly string[], { id, subirMas, numeros }: BodyParts): string {
  const data = (numeros === 'numero' ? texts.map(asNumbers) : texts).join(',');
  return `{"id":${JSON.stringify(id)},"datos":[${data}],"subir_mas":"${String(subirMas)}"}`;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const SIGNS = `${LETTERS}23456789`;

/** About 49 bits. Begins with a letter, so that no server reads `<nonce>.<seq>` as a number; lower case, because an echo may change case. */
export function createNonce(random: () => number): string {
  let nonce = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'c';
  while (nonce.length < 10) nonce += SIGNS[Math.floor(random() * SIGNS.length)] ?? '2';
  return nonce;
}

/** Adds `<nonce>.<seq>` at the field's place. A comma always fits: auxiliary fields come last, and `importe` before them. */
export function markText(text: string, marker: Marker, seq: number): string {
  const fresh = `,"${marker.campo}":"${marker.nonce}.${String(seq)}"`;
  for (const field of AUXILIARIES.slice(AUXILIARIES.indexOf(marker.campo) + 1)) {
    const place = text.indexOf(`,"${field}":`);
    if (place >= 0) return text.slice(0, place) + fresh + text.slice(place);
  }
  return `${text.slice(0, -1)}${fresh}}`;
}

/** The `seq` of a result row with our marker; `otra` for another text in the field, `vacia` for none. */
export function readMarker(cupon: Cupon, marker: Marker): number | 'otra' | 'vacia' {
  const text = (cupon[marker.campo] ?? '').trim().toLowerCase();
  if (text === '') return 'vacia';
  if (!text.startsWith(`${marker.nonce}.`)) return 'otra';
  const seq = text.slice(marker.nonce.length + 1);
  return /^[1-9]\d*$/.test(seq) ? Number(seq) : 'otra';
}
