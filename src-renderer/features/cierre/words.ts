import { addDays, getMonthBefore } from '../../ui/dates.ts';

/** The first and the last day of a month `YYYY-MM`. */
export const daysOf = (month: string): { readonly desde: string; readonly hasta: string } => ({
  desde: `${month}-01`,
  hasta: addDays(`${getMonthBefore(month, -1)}-01`, -1),
});
