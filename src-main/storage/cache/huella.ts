/**
 * Whether a row changed is told by a digest of its values: 64 bits, made here because a cryptographic one needs a text of the row to be made
 * first, and the two together take twice as long. Nobody chooses these values to deceive us, and a change that went unseen would need both
 * halves to agree by chance.
 */
import type { Valor } from './fila.ts';

const ALFABETO = Uint8Array.from(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'));
const [PRIMERA, SEGUNDA] = [0x9e3779b1, 0x5f356495];
/** Before each value, so that the same characters cut in another way are other values. */
const [TEXTO, NUMERO, NULO] = [0x01000000, 0x02000000, 0x03000000];
const DOS_32 = 4_294_967_296;

const letra = (bits: number): number => ALFABETO[bits & 63] ?? 0;
const seis = (n: number): readonly [number, number, number, number, number, number] => [
  letra(n), letra(n >>> 6), letra(n >>> 12), letra(n >>> 18), letra(n >>> 24), letra(n >>> 30),
]; // prettier-ignore

/** Of the values from a place to another, not included. Every step is a permutation of each half, so that what differs in one step always shows. */
export function huellaDe(valores: readonly Valor[], desde = 0, hasta = valores.length): string {
  let a = 0x243f6a88;
  let b = 0x85a308d3;
  for (let k = desde; k < hasta; k += 1) {
    const valor = valores[k];
    if (typeof valor === 'string') {
      const { length } = valor;
      a = Math.imul(((a << 5) | (a >>> 27)) ^ (TEXTO | length), PRIMERA);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ (TEXTO | length), SEGUNDA);
      for (let i = 0; i < length; i += 2) {
        // Two characters at a time; past the end of an odd length there is none, which counts as 0.
        const dos = valor.charCodeAt(i) | (i + 1 < length ? valor.charCodeAt(i + 1) << 16 : 0);
        a = Math.imul(((a << 5) | (a >>> 27)) ^ dos, PRIMERA);
        b = Math.imul(((b << 11) | (b >>> 21)) ^ dos, SEGUNDA);
      }
    } else if (typeof valor === 'number') {
      const alta = Math.floor(valor / DOS_32);
      a = Math.imul(((a << 5) | (a >>> 27)) ^ (NUMERO ^ alta), PRIMERA);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ (NUMERO ^ alta), SEGUNDA);
      a = Math.imul(((a << 5) | (a >>> 27)) ^ valor, PRIMERA);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ valor, SEGUNDA);
    } else {
      a = Math.imul(((a << 5) | (a >>> 27)) ^ NULO, PRIMERA);
      b = Math.imul(((b << 11) | (b >>> 21)) ^ NULO, SEGUNDA);
    }
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  a ^= b >>> 13;
  b ^= a >>> 16;
  return String.fromCharCode(...seis(a), ...seis(b));
}
