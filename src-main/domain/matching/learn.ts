import type { CandidateFinder } from './candidates/finder.ts';
import type { OperacionIndex } from './candidates/operacion-index.ts';
import { listConfirmedLevels, type Decisions } from './decisions.ts';
import { i32 } from './fields/columns.ts';
import { countSame } from './fields/codes.ts';
import type { CuponCodes, CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import type { Holders } from './held.ts';
import { createEvidence } from './model/evidence-row.ts';
import { learnOrdinary } from './model/learn-ordinary.ts';
import { learnSlips, type Lesson } from './model/learn-slips.ts';
import type { Parameters } from './model/parameters.ts';
import { weightOf, type Scorer } from './model/scorer.ts';
import { createLevelVector, type LevelVector, type PairComparer } from './pair-levels.ts';
import type { Progress, Steps } from './progress.ts';

/** Slips are learnt without a person's decisions from `LEARNS_FROM` coupons on, and from `LESSONS` at most. */
const LEARNS_FROM = 200;
const LESSONS = 3000;
/** The most matched coupons that are used to learn what is ordinary. */
const ORDINARY = 5000;
const PIECE = 200;
const ROUNDS = 12;

export interface LearnInput {
  readonly prior: Parameters;
  readonly table: OperacionTable;
  readonly index: OperacionIndex;
  readonly matched: CuponTable;
  readonly holders: Holders;
  readonly cupones: CuponTable;
  /** Coupons without a decision of a person. */
  readonly open: readonly number[];
  readonly decisions: Decisions;
  readonly finder: CandidateFinder;
  readonly compare: PairComparer;
  scorerOf(parameters: Parameters): Scorer;
}

/**
 * Learns the parameters of an account: what is ordinary from matched coupons; slips from links that a person confirmed and from the unmatched coupons;
 * *none* from decisions.
 */
export function* learn(input: LearnInput): Steps<Parameters> {
  const { prior, table, cupones, open, decisions, finder, compare } = input;
  yield { stage: 'aprendizaje', done: 0, total: ROUNDS };
  const parameters: Parameters = {
    ...prior,
    ...learnOrdinary(pairsOf(input)),
    none: {
      without: prior.none.without + decisions.withoutOperacion.length,
      with: prior.none.with + decisions.linked.length,
    },
  };
  const confirmed = listConfirmedLevels(decisions, cupones, table, { finder, compare });
  const lessons = open.length < LEARNS_FROM ? [] : yield* lessonsOf(input, input.scorerOf(parameters));
  const steps = learnSlips(parameters, confirmed, lessons);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield { stage: 'aprendizaje', done: step.value, total: ROUNDS } satisfies Progress;
  }
}

/** At most `most` of the values, evenly spread. */
const pickEvenly = (values: readonly number[], most: number): readonly number[] =>
  values.length <= most
    ? values
    : Array.from({ length: most }, (_, i) => values[Math.floor((i * values.length) / most)] ?? 0);

/** The matched coupons whose operation is certain without the fields that it teaches. */
function* pairsOf(input: LearnInput): Generator<LevelVector> {
  const { matched, holders, finder, compare } = input;
  const levels = createLevelVector();
  for (const place of pickEvenly(Array.from(holders.rowOf.keys()), ORDINARY)) {
    const row = i32(holders.rowOf, place);
    if (row < 0 || !isAlone(input, matched.codesOf(place), row)) continue;
    compare(finder.seek(matched.codesOf(place)), row, levels);
    yield levels;
  }
}

/**
 * Whether no other operation of the settlement agrees with the coupon in as many of amount, voucher, card and reference. The coupon's operation was chosen by
 * other fields as well (`held.ts`): where they decided, nothing is learnt of them.
 */
function isAlone({ table, index }: LearnInput, cupon: CuponCodes, row: number): boolean {
  const countAgreements = (other: number): number =>
    countSame(cupon.amount, table.amount(other)) +
    countSame(cupon.voucher, table.voucher(other)) +
    countSame(cupon.lastFour, table.lastFour(other)) +
    countSame(cupon.reference, table.reference(other));
  const own = countAgreements(row);
  let alone = true;
  const look = (other: number): void => {
    if (other !== row && table.settlement(other) === table.settlement(row) && countAgreements(other) >= own)
      alone = false;
  };
  // Two of the four agree in any pair that teaches (`learn-ordinary.ts`), and one of these finds whatever agrees in two.
  index.byReference(cupon.reference, look);
  index.byCardAndAmount(cupon.lastFour, Math.abs(cupon.amount), look);
  index.byVoucherAndAmount(cupon.voucher, Math.abs(cupon.amount), look);
  index.byVoucherAndCard(cupon.voucher, cupon.lastFour, look);
  return alone;
}

function* lessonsOf({ open, cupones, finder }: LearnInput, scorer: Scorer): Steps<readonly Lesson[]> {
  const lessons: Lesson[] = [];
  const some = pickEvenly(open, LESSONS);
  for (const [i, cupon] of some.entries()) {
    const sought = finder.seek(cupones.codesOf(cupon));
    const evidence = createEvidence();
    const { edges, heldOdds } = scorer.score(sought, finder.find(sought), { evidence });
    const weights = scorer.weightsOf(evidence);
    const candidates = edges.map(({ levels, logOdds }) => ({ levels, rest: logOdds - weightOf(levels, weights) }));
    lessons.push({ evidence, candidates, none: 1 + heldOdds });
    if (i % PIECE === PIECE - 1) yield { stage: 'aprendizaje', done: i + 1, total: some.length };
  }
  return lessons;
}
