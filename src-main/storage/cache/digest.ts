/**
 * Whether a row changed is told by a digest of its values: 64 bits, made here because a cryptographic one needs a text of the row to be made
 * first, and the two together take twice as long. Nobody chooses these values to deceive us, and a change that went unseen would need both
 * halves to agree by chance.
 */
import type { Valor } from './row.ts';

const ALPHABET = Uint8Array.from(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'));
const [FIRST, SECOND] = [0x9e3779b1, 0x5f356495];
/** Before each value, so that the same characters cut in another way are other values. */
const [TEXT, NUMBER, NULL] = [0x01000000, 0x02000000, 0x03000000];
const DOS_32 = 4_294_967_296;

const letterOf = (bits: number): number => ALPHABET[bits & 63] ?? 0;
const encodeSix = (n: number): readonly [number, number, number, number, number, number] => [
  letterOf(n), letterOf(n >>> 6), letterOf(n >>> 12), letterOf(n >>> 18), letterOf(n >>> 24), letterOf(n >>> 30),
]; // prettier-ignore

/** Of the values from a place to another, not included. Every step is a permutation of each half, so that what differs in one step always shows. */
export function computeDigest(valores: readonly Valor[], desde = 0, hasta = valores.length): string {
  let a = 0x243f6a88;
  let b = 0x85a308d3;
  for (let k = desde; k < hasta; k += 1) {
    const valor = valores[k];
    if (typeof valor === 'string') {
      const { length } = valor;
      a = Math.imul(((a << 5) | (a >>> 27)) ^ (TEXT | length), FIRST);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ (TEXT | length), SECOND);
      for (let i = 0; i < length; i += 2) {
        // Two characters at a time; past the end of an odd length there is none, which counts as 0.
        const dos = valor.charCodeAt(i) | (i + 1 < length ? valor.charCodeAt(i + 1) << 16 : 0);
        a = Math.imul(((a << 5) | (a >>> 27)) ^ dos, FIRST);
        b = Math.imul(((b << 11) | (b >>> 21)) ^ dos, SECOND);
      }
    } else if (typeof valor === 'number') {
      const alta = Math.floor(valor / DOS_32);
      a = Math.imul(((a << 5) | (a >>> 27)) ^ (NUMBER ^ alta), FIRST);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ (NUMBER ^ alta), SECOND);
      a = Math.imul(((a << 5) | (a >>> 27)) ^ valor, FIRST);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ valor, SECOND);
    } else {
      a = Math.imul(((a << 5) | (a >>> 27)) ^ NULL, FIRST);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ NULL, SECOND);
    }
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  a ^= b >>> 13;
  b ^= a >>> 16;
  return String.fromCharCode(...encodeSix(a), ...encodeSix(b));
}
