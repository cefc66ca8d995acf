import { MISSING } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/**
 * How establishment and brand agree: one comparison, as an establishment is of one processor. `…_marca` where the brand of the coupon is known
 * to be, or not to be, what the operation says; `marca_…` where only brands can be compared.
 */
export const COMERCIO_LEVELS = [
  'igual', 'otro', 'igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca', 'marca_igual', 'marca_otra',
] as const; // prettier-ignore
const [IGUAL, OTRO, IGUAL_Y_MARCA, IGUAL_OTRA_MARCA, OTRO_Y_MARCA, OTRO_OTRA_MARCA, MARCA_IGUAL, MARCA_OTRA] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** `brandAgrees`: undefined where it is not known what the coupon's brand stands for. */
export function compareComercio(coupon: number, sale: number, brandAgrees: boolean | undefined): Level {
  if (coupon === MISSING || sale === MISSING) {
    if (brandAgrees === undefined) return NOT_COMPARED;
    return brandAgrees ? MARCA_IGUAL : MARCA_OTRA;
  }
  const same = coupon === sale;
  if (brandAgrees === undefined) return same ? IGUAL : OTRO;
  if (same) return brandAgrees ? IGUAL_Y_MARCA : IGUAL_OTRA_MARCA;
  return brandAgrees ? OTRO_Y_MARCA : OTRO_OTRA_MARCA;
}
