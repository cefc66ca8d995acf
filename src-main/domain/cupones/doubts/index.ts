import type { PreparedSheet } from '../prepare-sheet.ts';
import { findAmountDoubt, findSecondColumn } from './amount-columns.ts';
import { findDecimalDoubt } from './decimal-mark.ts';
import type { Doubt, DoubtAnswers } from '../../doubt.ts';
import type { FoundDoubt } from './doubt.ts';
import { findGroupValues } from './group-values.ts';
import { findHiddenRows } from './hidden-rows.ts';
import { findOddTimes } from './odd-time.ts';

/** The closed list. Each finds its doubts in the sheet as the answers before it left it: a sum is that of the column that was taken. */
const FINDERS: readonly ((prepared: PreparedSheet) => readonly FoundDoubt[])[] = [
  findAmountDoubt,
  findSecondColumn,
  findDecimalDoubt,
  findOddTimes,
  findGroupValues,
  findHiddenRows,
];

interface Resolved {
  /** The sheet as the answers read it. */
  readonly prepared: PreparedSheet;
  readonly dudas: readonly Doubt[];
}

/**
 * Finds the doubts of a sheet and reads it as they were answered, or as each doubt is read where nobody answered it. An answer that is none of its readings
 * counts as none: it was given about another file.
 */
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
