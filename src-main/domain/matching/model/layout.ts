import { COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';

/** Where each comparison's levels begin in the row of all levels. */
export const LEVEL_OFFSETS: readonly number[] = COMPARISON_NAMES.map((_, i) =>
  COMPARISON_NAMES.slice(0, i).reduce((sum, name) => sum + COMPARISONS[name].length, 0),
);
export const LEVEL_COUNT = COMPARISON_NAMES.reduce((sum, name) => sum + COMPARISONS[name].length, 0);

/**
 * The patterns of comparisons of two fields. A pattern has all levels that a pair can reach, given which fields both have: they exclude each other, and
 * their probabilities add up to one. Most comparisons are one pattern; these two have one for each way of lacking a part.
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

/** All patterns, as places in the row of all levels, the level of agreement first. */
export const PATTERNS: readonly (readonly number[])[] = COMPARISON_NAMES.flatMap((name, i) => {
  const levels: readonly string[] = COMPARISONS[name];
  const parts: readonly (readonly string[])[] = name === 'terminal' || name === 'comercio' ? PARTS[name] : [levels];
  return parts.map((part) => part.map((level) => (LEVEL_OFFSETS[i] ?? 0) + levels.indexOf(level)));
});

export function placesOf<C extends Comparison>(comparison: C): (level: (typeof COMPARISONS)[C][number]) => number {
  const offset = LEVEL_OFFSETS[COMPARISON_NAMES.indexOf(comparison)] ?? 0;
  const places = new Map<string, number>(COMPARISONS[comparison].map((level, i) => [level, offset + i]));
  return (level) => places.get(level) ?? 0;
}

/** A number for each level, by name. */
export type ByLevel = Readonly<Record<Comparison, Readonly<Record<string, number>>>>;

/** An absent level takes zero. */
export const rowOf = (byLevel: ByLevel): Float64Array =>
  Float64Array.from(
    COMPARISON_NAMES.flatMap((name) => COMPARISONS[name].map((level: string) => byLevel[name][level] ?? 0)),
  );

/** Makes the levels of each pattern add up to one, in place. */
export function normalise(row: Float64Array): Float64Array {
  for (const pattern of PATTERNS) {
    const sum = pattern.reduce((total, level) => total + (row[level] ?? 0), 0);
    if (sum > 0) for (const level of pattern) row[level] = (row[level] ?? 0) / sum;
  }
  return row;
}

/**
 * A coupon's evidence for every level ℓ of every comparison. `reach`: the chance that a slip of level ℓ, made on an operation at that level, gives
 * exactly the coupon's value. `expected`: `reach` times *u*, the share of the operations at that level. With the probability *m* of a slip, a level
 * weighs m · reach / Σ (m · expected) for a candidate: the coupon's chance if it is that operation, divided by its chance if it is any other sale of the
 * shop. This is m / u of Fellegi and Sunter, with this coupon's *m* (proportional to m · expected) in place of any coupon's.
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
