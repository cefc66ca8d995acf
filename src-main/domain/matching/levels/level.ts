import { MISSING, NONE, typoOf, TRANSPOSED, findTypoBetween, DIGIT, isCut, LENGTH } from '../fields/codes.ts';

/** The place of a level in the list of its comparison. A number instead of a name, because millions of pairs are compared. */
export type Level = number;

/** Coupon or operation lacks the field. */
export const NOT_COMPARED = -1;

/** For an authorisation or a wallet reference. */
export const IDENTIFIER_LEVELS = ['igual', 'una_letra', 'otra'] as const;
/** For instalments, or the first six digits of the card. */
export const VALUE_LEVELS = ['igual', 'otra'] as const;
const [SAME, ONE_LETTER, OTHER, OTHER_VALUE] = [0, 1, 2, 1] as const;

export function compareIdentifier(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return SAME;
  return typoOf(cupon, sale) === NONE ? OTHER : ONE_LETTER;
}

export function compareValue(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  return cupon === sale ? SAME : OTHER_VALUE;
}

/** `del_bin`: the coupon has four of the first six digits instead of the last four. */
export const TARJETA_LEVELS = ['igual', 'un_digito', 'traspuesto', 'del_bin', 'otra'] as const;
const [SAME_CARD, CARD_DIGIT, CARD_SWITCHED, DEL_BIN, OTHER_CARD] = [0, 1, 2, 3, 4] as const;

const firstFourOf = (bin: number): number => Math.floor(bin / 100);
const endOfBin = (bin: number): number => bin % 10_000;
/** A bin's first four digits and its last four. Tills take either for the last four of the card. */
export const partsOfBin = (bin: number): readonly number[] => [firstFourOf(bin), endOfBin(bin)];

export function compareTarjeta(cupon: number, sale: number, bin: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return SAME_CARD;
  if (bin !== MISSING && (cupon === firstFourOf(bin) || cupon === endOfBin(bin))) return DEL_BIN;
  const typo = findTypoBetween(cupon, sale, 10);
  return typo === NONE ? OTHER_CARD : typo === TRANSPOSED ? CARD_SWITCHED : CARD_DIGIT;
}

/** `recortado`: one lacks the first digits. `largo`: a digit too many or too few. `en_…`: one's voucher is in that field of the other. */
export const COMPROBANTE_LEVELS = [
  'igual', 'recortado', 'un_digito', 'traspuesto', 'largo', 'en_autorizacion', 'en_lote', 'otro',
] as const; // prettier-ignore
const [SAME_VOUCHER, TRIMMED, ONE_DIGIT, SWITCHED, LONG, IN_AUTORIZACION, IN_LOTE, OTHER_VOUCHER] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** The three numbers that tills write in each other's place. */
export interface Numbers {
  readonly voucher: number;
  readonly authorisation: number;
  readonly lote: number;
}

const isSame = (a: number, b: number): boolean => a !== MISSING && a === b;

export function compareComprobante(cupon: Numbers, sale: Numbers): Level {
  const { voucher } = cupon;
  if (voucher === MISSING || sale.voucher === MISSING) return NOT_COMPARED;
  if (voucher === sale.voucher) return SAME_VOUCHER;
  if (isSame(voucher, sale.authorisation) || isSame(cupon.authorisation, sale.voucher)) return IN_AUTORIZACION;
  if (isSame(voucher, sale.lote) || isSame(cupon.lote, sale.voucher)) return IN_LOTE;
  if (isCut(voucher, sale.voucher) || isCut(sale.voucher, voucher)) return TRIMMED;
  const typo = typoOf(voucher, sale.voucher);
  return typo === DIGIT ? ONE_DIGIT : typo === TRANSPOSED ? SWITCHED : typo === LENGTH ? LONG : OTHER_VOUCHER;
}
