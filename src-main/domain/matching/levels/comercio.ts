import { MISSING } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/**
 * How establishment and brand agree. They are one comparison, because an establishment belongs to one processor. `…_marca`: it is known whether the coupon's
 * brand agrees with the operation's. `marca_…`: only the brands can be compared.
 */
export const COMERCIO_LEVELS = [
  'igual', 'otro', 'igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca', 'marca_igual', 'marca_otra',
] as const; // prettier-ignore
const [SAME, OTHER, SAME_AND_MARCA, SAME_OTHER_MARCA, OTHER_AND_MARCA, OTHER_OTHER_MARCA, MARCA_SAME, MARCA_OTHER] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** `brandAgrees`: undefined where the meaning of the coupon's brand is not known. */
export function compareComercio(cupon: number, sale: number, brandAgrees: boolean | undefined): Level {
  if (cupon === MISSING || sale === MISSING) {
    if (brandAgrees === undefined) return NOT_COMPARED;
    return brandAgrees ? MARCA_SAME : MARCA_OTHER;
  }
  const same = cupon === sale;
  if (brandAgrees === undefined) return same ? SAME : OTHER;
  if (same) return brandAgrees ? SAME_AND_MARCA : SAME_OTHER_MARCA;
  return brandAgrees ? OTHER_AND_MARCA : OTHER_OTHER_MARCA;
}
