/** Months of the calendar, as `YYYY-MM`. */
import { countDaysInMonth, requireCivilDate, type CivilDate, type DateWindow } from './civil-date.ts';

/** The month of a date, `YYYY-MM-DD`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** A month with its first and last day. Throws when the text is no month. */
export function daysOfMonth(month: string): DateWindow & { readonly mes: string } {
  const length = countDaysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return {
    mes: month,
    desde: requireCivilDate(`${month}-01`),
    hasta: requireCivilDate(`${month}-${String(length).padStart(2, '0')}`),
  };
}

/** The month that is `n` months later; earlier when negative. */
export function addMonths(month: string, n: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + n;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** First day of the month that is `months` before the month of a date. */
export const getMonthStart = (date: CivilDate, months = 0): CivilDate =>
  daysOfMonth(addMonths(monthOf(date), -months)).desde;

/** Last day of the month of a date. */
export const getMonthEnd = (date: CivilDate): CivilDate => daysOfMonth(monthOf(date)).hasta;

/** The months from one to another, both included, in order. */
export function listMonthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The days of a month that are in a period; `desde` is after `hasta` when there are none. */
export function clipMonth(month: string, { desde, hasta }: DateWindow): DateWindow {
  const whole = daysOfMonth(month);
  return { desde: whole.desde < desde ? desde : whole.desde, hasta: whole.hasta > hasta ? hasta : whole.hasta };
}
