import type { CuponField } from '../cupon.ts';
import { createOccurrences, createSeenCupones } from './duplicates.ts';

/** What a sale and its void share besides the amount without its sign. */
const SHARED: readonly CuponField[] = [
  'fecha_venta', 'comprobante', 'tarjeta_nro', 'autorizacion', 'terminal', 'wallet_referencia',
]; // prettier-ignore

/** 64 bits of a text, in two halves (cyrb53). */
function hashText(text: string): readonly [high: number, low: number] {
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57 | 0;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x9e3779b1);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5f356495);
  }
  return [Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ b, Math.imul(b ^ (b >>> 13), 0xc2b2ae35) ^ a];
}

/**
 * Finds a sale and its void in one sheet: the same day and numbers, opposite amounts. The first of each sign go together, the second, and so on. A pair
 * without a card or a wallet's reference is a coincidence. Keeps bits of each coupon, not its text.
 */
export function createVoids() {
  const turns = createOccurrences();
  const seen = createSeenCupones();
  return {
    /** The row that this one nets to zero with; undefined where it is not above. */
    partnerOf(valueOf: (field: CuponField) => string, centavos: number, row: number): number | undefined {
      if (centavos === 0 || (valueOf('tarjeta_nro') === '' && valueOf('wallet_referencia') === '')) return undefined;
      const sale = SHARED.map((field) => valueOf(field).replace(/^0+(?=\d)/, '')).join('|');
      const sign = Math.sign(centavos);
      const keyOf = (of: number): string => `${sale}|${String(Math.abs(centavos))}|${String(of)}`;
      const turn = turns.next(...hashText(keyOf(sign)));
      const nameOf = (of: number) => hashText(`${keyOf(of)}|${String(turn)}`);
      const partner = seen.rowOf(...nameOf(-sign));
      if (partner === undefined) seen.firstSeen(...nameOf(sign), row);
      return partner;
    },
  };
}
