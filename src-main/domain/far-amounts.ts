/** Decides which coupons a person must decide one by one, because amount or card differ too much from the operation. */
import { lastFourOf } from './matching/fields/codes.ts';
import type { MotivoCode } from './matching/explain/reasons.ts';

/** In centavos: a difference up to this amount is never too large. */
const SMALL_SUM = 10_000;
const SHARE = 0.1;

/** Reasons that explain the whole difference of an amount: coupons with the same such reason have the same mistake. */
const EXPLAINS_AMOUNT: ReadonlySet<MotivoCode> = new Set<MotivoCode>([
  'IMPORTE_POR_100',
  'IMPORTE_DE_UNA_CUOTA',
  'IMPORTE_NETO',
  'SIGNO_INVERTIDO',
]);

export const areOpposite = (cupon: number, operacion: number): boolean => cupon * operacion < 0;

/** Whether two amounts (centavos) differ in sign, or by over a tenth and over $ 100. False if `cause`, the common reason of several coupons, explains it. */
export function isToBeLookedAt(cupon: number, operacion: number, cause: MotivoCode | undefined): boolean {
  if (cause !== undefined && EXPLAINS_AMOUNT.has(cause)) return false;
  const difference = Math.abs(cupon - operacion);
  return (
    Math.sign(cupon) !== Math.sign(operacion) || (difference > SMALL_SUM && difference > Math.abs(operacion) * SHARE)
  );
}

export function shareNoDigit(cupon: string, operacion: number): boolean {
  const other = String(operacion).padStart(4, '0');
  return [...String(lastFourOf(cupon)).padStart(4, '0')].every((digit, place) => digit !== other[place]);
}
