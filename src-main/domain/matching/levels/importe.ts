import { TRANSPOSED, findTypoBetween } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/** `cerca`: within five per cent, and at no earlier level. */
export const IMPORTE_LEVELS = [
  'igual', 'centavo', 'por_100', 'dividido_100', 'una_cuota', 'neto', 'traspuesto', 'signo', 'cerca', 'otro',
] as const; // prettier-ignore
const [SAME, CENTAVO, TIMES_100, DIVIDED_BY_100, ONE_INSTALMENT, NET, SWITCHED, SIGN, CLOSE_BY, OTHER] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const;

/** The amount of an operation and its parts, in centavos. */
export interface Amounts {
  readonly amount: number;
  readonly fee: number;
  readonly deducted: number;
  readonly instalments: number;
}

/** A till that divides, subtracts or rounds may be one centavo off. */
export const ROUNDING = 1;
export const NEAR = 0.05;

const instalmentOf = (amount: number, instalments: number): number => Math.round(amount / instalments);

const isNet = (cupon: number, { amount, fee, deducted }: Amounts): boolean => {
  if (fee === 0) return false;
  const paid = Math.abs(amount);
  const said = amount < 0 ? -cupon : cupon;
  return Math.abs(said - (paid - fee)) <= ROUNDING || Math.abs(said - (paid - deducted)) <= ROUNDING;
};

export function compareImporte(cupon: number, sale: Amounts): Level {
  if (Number.isNaN(cupon)) return NOT_COMPARED;
  const { amount, instalments } = sale;
  const difference = Math.abs(cupon - amount);
  if (difference === 0) return SAME;
  if (difference === ROUNDING) return CENTAVO;
  if (cupon === -amount) return SIGN;
  if (cupon === amount * 100) return TIMES_100;
  if (cupon * 100 === amount) return DIVIDED_BY_100;
  if (cupon < 0 !== amount < 0) return OTHER;
  if (instalments > 1 && Math.abs(cupon - instalmentOf(amount, instalments)) <= ROUNDING) return ONE_INSTALMENT;
  if (isNet(cupon, sale)) return NET;
  if (findTypoBetween(Math.abs(cupon), Math.abs(amount), 10) === TRANSPOSED) return SWITCHED;
  return difference <= Math.abs(amount) * NEAR ? CLOSE_BY : OTHER;
}
