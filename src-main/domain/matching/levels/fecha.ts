import { NO_DAY, sameDayOfYear, swapDay } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

export const DATE_LEVELS = [
  'igual', 'presentacion', 'dia_despues', 'dia_antes', 'hasta_tres', 'dia_y_mes', 'otro_anio', 'otra',
] as const; // prettier-ignore
const [SAME, PRESENTATION, DAY_AFTER, DAY_BEFORE, UP_TO_THREE, DAY_AND_MONTH, OTHER_YEAR, OTHER] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** The day of a coupon and the days that it may stand for, computed once per coupon. */
export interface CuponDay {
  readonly day: number;
  /** Day and month exchanged; `NO_DAY` where that is no other day. */
  readonly swapped: number;
  /** The same day in other years. */
  readonly otherYears: readonly number[];
}

/** How far a coupon's date may be from the operation's without a slip: sales after midnight, a weekend. */
export const DAYS_AROUND = 3;
/** People write last year's number in January, or mistype one digit of it. */
const YEARS_OFF = [-10, -2, -1, 1, 2, 10] as const;

export function toCuponDay(day: number): CuponDay {
  if (day === NO_DAY) return { day, swapped: NO_DAY, otherYears: [] };
  return {
    day,
    swapped: swapDay(day),
    otherYears: YEARS_OFF.map((years) => sameDayOfYear(day, years)).filter((other) => other !== NO_DAY),
  };
}

export function compareDate(cupon: CuponDay, sale: number, presentation: number): Level {
  if (cupon.day === NO_DAY || sale === NO_DAY) return NOT_COMPARED;
  const difference = cupon.day - sale;
  if (difference === 0) return SAME;
  if (cupon.day === presentation) return PRESENTATION;
  if (difference === 1) return DAY_AFTER;
  if (difference === -1) return DAY_BEFORE;
  if (Math.abs(difference) <= DAYS_AROUND) return UP_TO_THREE;
  if (cupon.swapped === sale) return DAY_AND_MONTH;
  return cupon.otherYears.includes(sale) ? OTHER_YEAR : OTHER;
}
