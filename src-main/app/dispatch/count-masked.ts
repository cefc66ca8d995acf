import { MASK } from '#domain/cupones/card-number.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const countCovered = (text: string): number => text.split(MASK).length;

/** How many texts of an input the contract masked a card number in: those with more covered digits than they came with. */
export function countMasked(came: unknown, parsed: unknown): number {
  if (typeof came === 'string' && typeof parsed === 'string') return countCovered(parsed) > countCovered(came) ? 1 : 0;
  if (!isObject(came) || !isObject(parsed)) return 0;
  return Object.keys(parsed).reduce((sum, key) => sum + countMasked(came[key], parsed[key]), 0);
}
