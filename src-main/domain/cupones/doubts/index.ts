import type { PreparedSheet } from '../prepare-sheet.ts';
import { findAmountDoubt, findSecondColumn, findTurnedSigns } from './amount-columns.ts';
import { findDateOrders } from './date-order.ts';
import { findDecimalDoubt } from './decimal-mark.ts';
import type { Doubt, DoubtAnswers } from '../../doubt.ts';
import type { FoundDoubt } from './doubt.ts';
import { findGroupValues, findHiddenRows } from './row-doubts.ts';
import { findNumberWords } from './number-words.ts';
import { findOddTimes } from './odd-time.ts';

/** Each finder sees the sheet as the earlier answers left it: sums are of the column that was taken. */
const FINDERS: readonly ((prepared: PreparedSheet) => readonly FoundDoubt[])[] = [
  findAmountDoubt,
  findSecondColumn,
  findDecimalDoubt,
  findTurnedSigns,
  findDateOrders,
  findOddTimes,
  findNumberWords,
  findGroupValues,
  findHiddenRows,
];

interface Resolved {
  readonly prepared: PreparedSheet;
  readonly dudas: readonly Doubt[];
}

/** Reads the sheet by the answers, or by each doubt's normal reading. Ignores an answer that is none of the readings: it was for another file. */
export function resolveDoubts(sheet: PreparedSheet, answers: DoubtAnswers): Resolved {
  let prepared = sheet;
  const dudas: Doubt[] = [];
  for (const find of FINDERS) {
    for (const { normal, isProven, apply, ...doubt } of find(prepared)) {
      const asked = answers[doubt.clave] ?? answers[doubt.tipo];
      const isAnswered = asked !== undefined && doubt.lecturas.some(({ valor }) => valor === asked);
      const tomada = isAnswered ? asked : normal;
      if (tomada !== null) prepared = apply(prepared, tomada);
      if (isProven !== true) dudas.push({ ...doubt, tomada, elegida: isAnswered });
    }
  }
  return { prepared, dudas };
}
