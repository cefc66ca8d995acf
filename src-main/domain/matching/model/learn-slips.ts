import { f64, i8 } from '../fields/columns.ts';
import type { LevelVector } from '../pair-levels.ts';
import type { Evidence } from './evidence-row.ts';
import { LEVEL_COUNT, LEVEL_OFFSETS, normalise, PATTERNS, rowOf } from './layout.ts';
import { mOf, withSlips, type Parameters } from './parameters.ts';
import { SLIPS_STRENGTH } from './priors.ts';
import { weigh, weightOf } from './scorer.ts';

/** A coupon as a lesson, with the operations that may be its own. `rest`: the log odds of a candidate without those of its levels. `none`: the odds of no operation. */
export interface Lesson {
  readonly evidence: Evidence;
  readonly candidates: readonly { readonly levels: LevelVector; readonly rest: number }[];
  readonly none: number;
}

const ROUNDS = 12;
const SETTLED = 1e-3;

/**
 * Adds a pair to the counts of slips. A level that is ordinary for the account is no slip: the ordinary share of it counts as agreement.
 */
function count(
  counts: Float64Array,
  levels: LevelVector,
  weight: number,
  slips: Float64Array,
  ordinary: Float64Array,
): void {
  for (let i = 0; i < levels.length; i++) {
    const level = i8(levels, i);
    if (level < 0) continue;
    const place = (LEVEL_OFFSETS[i] ?? 0) + level;
    const agreement = PATTERNS.find((pattern) => pattern.includes(place))?.[0] ?? place;
    const slip = place === agreement ? 0 : f64(slips, place);
    const usual = f64(slips, agreement) * f64(ordinary, place);
    const share = slip + usual > 0 ? slip / (slip + usual) : 1;
    counts[place] = f64(counts, place) + weight * share;
    counts[agreement] = f64(counts, agreement) + weight * (1 - share);
  }
}

/** The prior as counts, as if those coupons had been seen already. */
function priorCountsOf(prior: Parameters): Float64Array {
  return normalise(rowOf(prior.slips)).map((share) => share * SLIPS_STRENGTH);
}

/**
 * Learns the slips of an account from the links that a person confirmed, and by EM (with *u* fixed) from coupons whose operation is not known. A
 * round goes over all lessons in their order; yields after each round.
 */
export function* learnSlips(
  prior: Parameters,
  confirmed: readonly LevelVector[],
  lessons: readonly Lesson[],
): Generator<number, Parameters> {
  const start = priorCountsOf(prior);
  const ordinary = normalise(rowOf(prior.ordinary));
  for (const levels of confirmed) count(start, levels, 1, normalise(rowOf(prior.slips)), ordinary);
  let parameters = withSlips(prior, start.slice(), confirmed.length);
  if (lessons.length === 0) return parameters;
  const weights = new Float64Array(LEVEL_COUNT);
  for (let round = 1; round <= ROUNDS; round++) {
    const counts = start.slice();
    const [m, slips] = [mOf(parameters), normalise(rowOf(parameters.slips))];
    for (const { evidence, candidates, none } of lessons) {
      weigh(evidence, m, weights);
      const odds = candidates.map(({ levels, rest }) => Math.exp(rest + weightOf(levels, weights)));
      const total = odds.reduce((sum, value) => sum + value, none);
      for (const [i, { levels }] of candidates.entries())
        count(counts, levels, (odds[i] ?? 0) / total, slips, ordinary);
    }
    const next = withSlips(prior, counts, confirmed.length + lessons.length);
    const moved = distanceBetween(slips, normalise(rowOf(next.slips)));
    parameters = next;
    yield round;
    if (moved < SETTLED) break;
  }
  return parameters;
}

const distanceBetween = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - f64(b, i))), 0);
