/** The workbook of the queue, which people fill in and import again: the columns with their decisions, and how a row names its coupon. */
import { fold } from '../fold-text.ts';
import { NOT_THIS_ONE } from '../texts/labels.ts';
import type { CuponRef } from './events.ts';

export const QUEUE_COLUMNS = {
  decision: 'Decisión',
  motivo: 'Motivo',
  cupon: 'N.º de cupón',
  operacion: 'Operación',
  importeOperacion: 'Importe según la tarjeta',
  diferencia: 'Diferencia',
} as const;

export const DECISION_WORDS = [
  'Es esta', NOT_THIS_ONE.es, 'Explicado', 'Ajuste', 'Por reclamar', 'Reclamado', 'Nota',
] as const; // prettier-ignore
export type DecisionWord = (typeof DECISION_WORDS)[number];

/** The decision that a cell names, whatever its capitals, accents and outer spaces; undefined if it names none. */
export function parseDecisionWord(text: string): DecisionWord | undefined {
  return DECISION_WORDS.find((word) => fold(word) === fold(text.trim()));
}

/** How a row names its coupon: `ID#SEQ` with its number in the upload, else `ID:N` with its number in the reading. Null without reconciliation or number. */
export function nameCuponInWorkbook({
  conciliacion,
  n,
  seq,
}: {
  readonly conciliacion: string | null;
  readonly n: number | null;
  readonly seq: number | null;
}): string | null {
  if (conciliacion === null || (n === null && seq === null)) return null;
  return seq === null ? `${conciliacion}:${String(n)}` : `${conciliacion}#${String(seq)}`;
}

export function parseCuponInWorkbook(text: string): CuponRef | undefined {
  const [, id = '', mark, digits] = /^(.+)([#:])(\d{1,9})$/.exec(text.trim()) ?? [];
  const number = Number(digits);
  if (mark === undefined || number === 0) return undefined;
  return mark === '#' ? { carga: id, seq: number } : { conciliacion: id, n: number };
}
