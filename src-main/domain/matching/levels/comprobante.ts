import { MISSING } from '../fields/codes.ts';
import { DIGIT, isCut, LENGTH, TRANSPOSED, typoOf } from '../fields/typo.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/**
 * How the voucher of a coupon agrees with that of an operation. `recortado`: one of them lacks the first digits. `largo`: a digit too many or too
 * few. `en_autorizacion`, `en_lote`: the voucher of one is in that field of the other.
 */
export const COMPROBANTE_LEVELS = [
  'igual', 'recortado', 'un_digito', 'traspuesto', 'largo', 'en_autorizacion', 'en_lote', 'otro',
] as const; // prettier-ignore
const [SAME, TRIMMED, ONE_DIGIT, SWITCHED, LONG, IN_AUTORIZACION, IN_LOTE, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

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
  if (voucher === sale.voucher) return SAME;
  if (isSame(voucher, sale.authorisation) || isSame(cupon.authorisation, sale.voucher)) return IN_AUTORIZACION;
  if (isSame(voucher, sale.lote) || isSame(cupon.lote, sale.voucher)) return IN_LOTE;
  if (isCut(voucher, sale.voucher) || isCut(sale.voucher, voucher)) return TRIMMED;
  const typo = typoOf(voucher, sale.voucher);
  return typo === DIGIT ? ONE_DIGIT : typo === TRANSPOSED ? SWITCHED : typo === LENGTH ? LONG : OTHER;
}
