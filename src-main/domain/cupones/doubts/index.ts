import type { CivilDate } from '../../civil-date.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { findAmountDoubt, findSecondColumn, findTurnedSigns } from './amount-columns.ts';
import { findTurnedDates } from './date-order.ts';
import { findInDateTexts, type DateTextDoubts } from './date-texts.ts';
import { findDecimalDoubt, findNumberWords } from './decimal-mark.ts';
import { remember } from '../date-text.ts';
import type { Doubt, DoubtAnswers } from '../../finding.ts';
import type { FoundDoubt } from './doubt.ts';
import { findPartialDates } from './partial-dates.ts';
import { findGroupValues, findHiddenRows } from './row-doubts.ts';
import { findOddTimes } from './odd-time.ts';

interface Known {
  readonly today: CivilDate;
  dates(prepared: PreparedSheet): DateTextDoubts;
}
type Finder = (prepared: PreparedSheet, known: Known) => readonly FoundDoubt[];

/** In this order: each finder sees the sheet as the readings of earlier doubts changed it, so that sums are of the right column. */
const FINDERS: readonly Finder[] = [
  findAmountDoubt,
  findSecondColumn,
  findDecimalDoubt,
  findTurnedSigns,
  (prepared, { today }) => findPartialDates(prepared, today),
  (prepared, { dates }) => dates(prepared).orders,
  findTurnedDates,
  findOddTimes,
  (prepared, { dates }) => dates(prepared).zones,
  findNumberWords,
  findGroupValues,
  findHiddenRows,
];

interface Resolved {
  readonly prepared: PreparedSheet;
  readonly dudas: readonly Doubt[];
}

/** Applies the answer to each doubt, or else its default reading. Ignores an answer that is none of the readings: it was given for another file. */
export function resolveDoubts(sheet: PreparedSheet, answers: DoubtAnswers, today: CivilDate): Resolved {
  let prepared = sheet;
  const dudas: Doubt[] = [];
  // `dates` reads the rows again only if a reading has changed the sheet since.
  const known: Known = { today, dates: remember(findInDateTexts) };
  for (const find of FINDERS) {
    for (const { normal, isProven, apply, ...doubt } of find(prepared, known)) {
      const asked = answers[doubt.clave] ?? answers[doubt.tipo];
      const isAnswered = asked !== undefined && doubt.lecturas.some(({ valor }) => valor === asked);
      const tomada = isAnswered ? asked : normal;
      if (tomada !== null) prepared = apply(prepared, tomada);
      if (isProven !== true) dudas.push({ ...doubt, tomada, elegida: isAnswered });
    }
  }
  return { prepared, dudas };
}
