import { AUXILIARIES, type Cupon } from '../cupon.ts';
import type { Marker } from './types.ts';

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
export function markText(texto: string, marcador: Marker, seq: number): string {
  const nuevo = `,"${marcador.campo}":"${marcador.nonce}.${String(seq)}"`;
  for (const campo of AUXILIARIES.slice(AUXILIARIES.indexOf(marcador.campo) + 1)) {
    const outcome = texto.indexOf(`,"${campo}":`);
    if (outcome >= 0) return texto.slice(0, outcome) + nuevo + texto.slice(outcome);
  }
  return `${texto.slice(0, -1)}${nuevo}}`;
}

/** The `seq` of a row of a result that has our marker; `otra` when the field has another text, `vacia` when it has none. */
export function readMarker(cupon: Cupon, marcador: Marker): number | 'otra' | 'vacia' {
  const texto = (cupon[marcador.campo] ?? '').trim().toLowerCase();
  if (texto === '') return 'vacia';
  if (!texto.startsWith(`${marcador.nonce}.`)) return 'otra';
  const seq = texto.slice(marcador.nonce.length + 1);
  return /^[1-9]\d*$/.test(seq) ? Number(seq) : 'otra';
}
