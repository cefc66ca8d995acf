import { COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';

/** The levels of all comparisons form one row of numbers. These are the places where the levels of each comparison begin. */
export const LEVEL_OFFSETS: readonly number[] = COMPARISON_NAMES.map((_, i) =>
  COMPARISON_NAMES.slice(0, i).reduce((sum, name) => sum + COMPARISONS[name].length, 0),
);
export const LEVEL_COUNT = COMPARISON_NAMES.reduce((sum, name) => sum + COMPARISONS[name].length, 0);

/**
 * The patterns of comparisons of two fields. A pattern is all levels that a pair can reach, given which fields both have: the levels exclude each other, and
 * their probabilities add up to one. Most comparisons are one pattern; lote with terminal, and establishment with brand, have one for each way of lacking a
 * part.
 */
const PARTS = {
  terminal: [
    ['ambos', 'otro_lote', 'otra_terminal', 'ninguno', 'cambiados'],
    ['lote_igual', 'lote_otro'],
    ['terminal_igual', 'terminal_otra'],
  ],
  comercio: [
    ['igual', 'otro'],
    ['igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca'],
    ['marca_igual', 'marca_otra'],
  ],
} as const satisfies { readonly [C in Comparison]?: readonly (readonly (typeof COMPARISONS)[C][number][])[] };

/** All patterns, as places in the row of all levels. The first level of each pattern is that of agreement. */
export const PATTERNS: readonly (readonly number[])[] = COMPARISON_NAMES.flatMap((name, i) => {
  const levels: readonly string[] = COMPARISONS[name];
  const parts: readonly (readonly string[])[] = name === 'terminal' || name === 'comercio' ? PARTS[name] : [levels];
  return parts.map((part) => part.map((level) => (LEVEL_OFFSETS[i] ?? 0) + levels.indexOf(level)));
});

/** Gives the place of each level of a comparison in the row of all levels. */
export function placesOf<C extends Comparison>(comparison: C): (level: (typeof COMPARISONS)[C][number]) => number {
  const offset = LEVEL_OFFSETS[COMPARISON_NAMES.indexOf(comparison)] ?? 0;
  const places = new Map<string, number>(COMPARISONS[comparison].map((level, i) => [level, offset + i]));
  return (level) => places.get(level) ?? 0;
}

/** A number for each level, by name. */
export type ByLevel = Readonly<Record<Comparison, Readonly<Record<string, number>>>>;

/** The row of numbers of a record by name; a level that is not in the record takes zero. */
export function rowOf(byLevel: ByLevel): Float64Array {
  return Float64Array.from(
    COMPARISON_NAMES.flatMap((name) => COMPARISONS[name].map((level: string) => byLevel[name][level] ?? 0)),
  );
}

/** Makes the levels of each pattern add up to one, in place. */
export function normalise(row: Float64Array): Float64Array {
  for (const pattern of PATTERNS) {
    const sum = pattern.reduce((total, level) => total + (row[level] ?? 0), 0);
    if (sum > 0) for (const level of pattern) row[level] = (row[level] ?? 0) / sum;
  }
  return row;
}

/**
 * The evidence of one coupon, from the frequencies, for every level ℓ of every comparison.
 * `reach`: the chance that a slip of level ℓ, made on an operation at that level, gives exactly the value of the coupon.
 * `expected`: `reach` times *u*, the share of the operations at that level.
 * With the probability *m* of a slip, the weight of a level for a candidate is m · reach / Σ (m · expected): the chance of the coupon if it is that
 * operation, divided by its chance if it is any other sale of the shop. This is the ratio m / u of Fellegi and Sunter, with the *m* of this
 * coupon (for a level it is in proportion to m · expected) in place of the *m* of any coupon.
 */
export interface Evidence {
  readonly reach: Float64Array;
  readonly expected: Float64Array;
}

export const createEvidence = (): Evidence => ({
  reach: new Float64Array(LEVEL_COUNT),
  expected: new Float64Array(LEVEL_COUNT),
});

export const setEvidence = (into: Evidence, place: number, reach: number, expected: number): void => {
  into.reach[place] = reach;
  into.expected[place] = expected;
};
