import { MISSING } from '../fields/codes.ts';
import { NONE, TRANSPOSED, findTypoBetween } from '../fields/typo.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/** How the last four digits of the card agree. `del_bin`: the coupon has four of the first six digits instead. */
export const TARJETA_LEVELS = ['igual', 'un_digito', 'traspuesto', 'del_bin', 'otra'] as const;
const [SAME, ONE_DIGIT, SWITCHED, DEL_BIN, OTHER] = [0, 1, 2, 3, 4] as const;

const firstFourOf = (bin: number): number => Math.floor(bin / 100);
const endOfBin = (bin: number): number => bin % 10_000;
/** The first four digits of a bin, and its last four. Tills take either for the last four of the card. */
export const partsOfBin = (bin: number): readonly number[] => [firstFourOf(bin), endOfBin(bin)];

export function compareTarjeta(cupon: number, sale: number, bin: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return SAME;
  if (bin !== MISSING && (cupon === firstFourOf(bin) || cupon === endOfBin(bin))) return DEL_BIN;
  const typo = findTypoBetween(cupon, sale, 10);
  return typo === NONE ? OTHER : typo === TRANSPOSED ? SWITCHED : ONE_DIGIT;
}
