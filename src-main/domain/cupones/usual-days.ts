/** Finds the period of most dates in a column of sales. A date far from it is probably a mistake. */
import { countDaysBetween, parseIsoDate, type CivilDate, type DateWindow } from '../civil-date.ts';
import { swapDayAndMonth } from './date-text.ts';

/** A date is far from others if this many days without sales lie between them: more than a shop that closes for a month. */
const FAR = 60;
const FEWEST = 4;
const MOST = 0.8;

/** The period with the most sales and no gap of over `FAR` days; undefined if that is under `FEWEST` or `MOST` of all. `sales`: how many sales each day has. */
export function findUsualDays(sales: ReadonlyMap<CivilDate, number>): DateWindow | undefined {
  const stretches: { desde: CivilDate; hasta: CivilDate; sales: number }[] = [];
  let all = 0;
  for (const [day, count] of [...sales].sort(([a], [b]) => (a < b ? -1 : 1))) {
    all += count;
    const last = stretches.at(-1);
    if (last === undefined || countDaysBetween(last.hasta, day) > FAR)
      stretches.push({ desde: day, hasta: day, sales: count });
    else {
      last.hasta = day;
      last.sales += count;
    }
  }
  const [main] = stretches.toSorted((a, b) => b.sales - a.sales);
  if (main === undefined || main.sales < Math.max(FEWEST, MOST * all)) return undefined;
  return { desde: main.desde, hasta: main.hasta };
}

/** Corrects a date far from the usual days: swaps day and month, else changes year or else month. Undefined if none or several changes give a usual day. */
export function findUsualDay(date: CivilDate, { desde, hasta }: DateWindow): CivilDate | undefined {
  const years = [Number(desde.slice(0, 4)), Number(hasta.slice(0, 4))];
  const inYear = years.map((year) => parseIsoDate(`${String(year)}${date.slice(4)}`));
  const inMonth = Array.from({ length: 12 }, (_, i) =>
    parseIsoDate(`${date.slice(0, 5)}${String(i + 1).padStart(2, '0')}${date.slice(7)}`),
  );
  for (const candidates of [[swapDayAndMonth(date)], inYear, inMonth]) {
    const usual = new Set(candidates.filter((day) => day !== undefined && day >= desde && day <= hasta));
    const [only, ...more] = usual;
    if (only !== undefined) return more.length === 0 ? only : undefined;
  }
  return undefined;
}
