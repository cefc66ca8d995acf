/** How much more common a reason is among the coupons of a cause than among the others: what makes it a cause. Where none of the others has it, there is no such figure. */
import { formatNumber, type LanguageTag } from './language.ts';

interface Contrast {
  readonly sinAtributo: number;
  readonly mismoMotivoSinAtributo: number;
  readonly veces: number;
}

/** Below ten, one decimal: "5,4". */
const formatTimes = (value: number): string =>
  value < 10 ? value.toFixed(1).replace('.', ',').replace(/,0$/, '') : formatNumber(Math.round(value));

export function describeContrast(
  { sinAtributo: others, mismoMotivoSinAtributo: same, veces }: Contrast,
  language: LanguageTag = 'es-AR',
): string {
  const [of, count, more] = [formatNumber(others), formatNumber(same), formatTimes(veces)];
  if (language === 'en') {
    if (others === 0) return 'There are no other coupons to compare with.';
    if (same === 0) return `It happens to none of the other ${of}.`;
    return `Of the other ${of}, the same happens to ${count}: here it is ${more} times as common.`;
  }
  if (others === 0) return 'No hay otros cupones con qué comparar.';
  if (same === 0) return `No le pasa a ninguno de los otros ${of}.`;
  return `De los otros ${of}, le pasa a ${count}: acá es ${more} veces más común.`;
}
