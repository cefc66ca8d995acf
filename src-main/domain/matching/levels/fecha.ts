import { NO_DAY } from '../fields/codes.ts';
import { sameDayOfYear, swappedDay } from '../fields/days.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/** How the day of a coupon agrees with that of an operation's sale. */
export const FECHA_LEVELS = [
  'igual', 'presentacion', 'dia_despues', 'dia_antes', 'hasta_tres', 'dia_y_mes', 'otro_anio', 'otra',
] as const; // prettier-ignore
const [IGUAL, PRESENTACION, DIA_DESPUES, DIA_ANTES, HASTA_TRES, DIA_Y_MES, OTRO_ANIO, OTRA] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** The day of a coupon and the days it may stand for. Worked out once for a coupon. */
export interface CouponDay {
  readonly day: number;
  /** With day and month in each other's place; `NO_DAY` where that is no other day. */
  readonly swapped: number;
  /** The same day in other years. */
  readonly otherYears: readonly number[];
}

/** People write last year's number in January, and slip on one digit of it. */
const YEARS_OFF = [-10, -2, -1, 1, 2, 10] as const;

export function couponDay(day: number): CouponDay {
  if (day === NO_DAY) return { day, swapped: NO_DAY, otherYears: [] };
  return {
    day,
    swapped: swappedDay(day),
    otherYears: YEARS_OFF.map((years) => sameDayOfYear(day, years)).filter((other) => other !== NO_DAY),
  };
}

export function compareFecha(coupon: CouponDay, sale: number, presentation: number): Level {
  if (coupon.day === NO_DAY || sale === NO_DAY) return NOT_COMPARED;
  const difference = coupon.day - sale;
  if (difference === 0) return IGUAL;
  if (coupon.day === presentation) return PRESENTACION;
  if (difference === 1) return DIA_DESPUES;
  if (difference === -1) return DIA_ANTES;
  if (difference >= -3 && difference <= 3) return HASTA_TRES;
  if (coupon.swapped === sale) return DIA_Y_MES;
  return coupon.otherYears.includes(sale) ? OTRO_ANIO : OTRA;
}
