import type { CivilDate } from '../../civil-date.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { findAmountDoubt, findSecondColumn, findTurnedSigns } from './amount-columns.ts';
import { findOrders, findTurnedDates } from './date-order.ts';
import { findDecimalDoubt, findNumberWords } from './decimal-mark.ts';
import type { Doubt, DoubtAnswers } from '../../finding.ts';
import type { FoundDoubt } from './doubt.ts';
import { findPartialDates } from './partial-dates.ts';
import { findGroupValues, findHiddenRows } from './row-doubts.ts';
import { findOddTimes, findZones } from './odd-time.ts';

type Finder = (prepared: PreparedSheet, today: CivilDate) => readonly FoundDoubt[];

/** The order matters: each finder sees the sheet as the readings of earlier doubts changed it, so that sums are of the right column. */
const FINDERS: readonly Finder[] = [
  findAmountDoubt,
  findSecondColumn,
  findDecimalDoubt,
  findTurnedSigns,
  findPartialDates,
  findOrders,
  findTurnedDates,
  findOddTimes,
  findZones,
  findNumberWords,
  findGroupValues,
  findHiddenRows,
];

/** Applies the answer to each doubt, or else its default reading. Ignores an answer that is none of the readings: it was given for another file. */
export function resolveDoubts(sheet: PreparedSheet, answers: DoubtAnswers, today: CivilDate) {
  let prepared = sheet;
  const dudas: Doubt[] = [];
  for (const find of FINDERS) {
    for (const { normal, isProven, apply, ...doubt } of find(prepared, today)) {
      const asked = answers[doubt.clave] ?? answers[doubt.tipo];
      const isAnswered = asked !== undefined && doubt.lecturas.some(({ valor }) => valor === asked);
      const tomada = isAnswered ? asked : normal;
      if (tomada !== null) prepared = apply(prepared, tomada);
      if (isProven !== true) dudas.push({ ...doubt, tomada, elegida: isAnswered });
    }
  }
  return { prepared, dudas };
}
