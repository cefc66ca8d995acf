import { CANDIDATE_KEY_NAMES, type CandidateKey } from '#domain/matching/candidates.ts';
import type { Certainty } from '#domain/matching/explain/reasons.ts';
import { explain } from '#domain/matching/explain/explain.ts';
import { toLogit } from '#domain/matching/together.ts';
import type { Matching } from '#domain/matching/match.ts';
import { runToEnd } from '#domain/shared-work.ts';
import type { Case } from './generator/pool.ts';
import type { World } from './generator/world.ts';

/** The engine's answer for one coupon, with the truth. */
export interface Judged {
  readonly of: Case;
  /** True when there is a right answer: one of the coupon's operations is free and in the cache. */
  readonly present: boolean;
  /** The rank of the right operation among the shown candidates, from 1; 0 when it is not among them. */
  readonly rank: number;
  /** The keys that found the right operation; undefined when none did. */
  readonly foundBy: readonly CandidateKey[] | undefined;
  /** About the first candidate: the model's score (logit), its calibrated probability, and whether it is right. */
  readonly score: number | undefined;
  readonly probability: number;
  readonly right: boolean;
  readonly motivo: string;
  readonly certeza: Certainty;
  /** How many other free operations have the amount and day of the right one. */
  readonly twins: number;
}

/** Judges the engine's answers about a world. */
export function judge(world: World, matching: Matching): readonly Judged[] {
  const { prepared, cupones, finder, holders } = matching;
  const { table, index } = prepared;
  const explained = new Map(
    runToEnd(
      explain(matching, { today: world.today, covered: world.covered, establishments: [], rechazos: world.rechazos }),
    ).map((explanation) => [explanation.key, explanation]),
  );
  const caseOf = new Map(world.cases.map((one) => [one.key, one]));

  const twinsOf = (row: number): number => {
    let twins = -1;
    index.byAmountAndDay(Math.abs(table.amount(row)), table.day(row), (other) => {
      if (holders.holder[other] === -1) twins += 1;
    });
    return Math.max(0, twins);
  };

  return Array.from(matching.results, (result): Judged => {
    const key = cupones.keys[result.cupon] ?? '';
    const of = caseOf.get(key);
    const explanation = explained.get(key);
    if (of === undefined || explanation === undefined) throw new Error(`No case for ${key}`);
    const truth = new Set(of.truth.flatMap((id) => table.rowOf(id) ?? []));
    const [first] = result.matches;
    const { size, rows, keys } = finder.find(finder.seek(cupones.codesOf(result.cupon)));
    const place = rows.subarray(0, size).findIndex((row) => truth.has(row));
    const bits = place < 0 ? 0 : (keys[place] ?? 0);
    const [its] = truth;
    return {
      of,
      present: truth.size > 0,
      rank: explanation.candidatos.findIndex(({ operacion }) => of.truth.includes(operacion)) + 1,
      foundBy: place < 0 ? undefined : CANDIDATE_KEY_NAMES.filter((_, bit) => (bits & (1 << bit)) !== 0),
      score: first === undefined ? undefined : toLogit(first.uncalibrated),
      probability: first?.probability ?? 0,
      right: first !== undefined && truth.has(first.row),
      motivo: explanation.motivo.codigo,
      certeza: explanation.certeza,
      twins: its === undefined ? 0 : twinsOf(its),
    };
  });
}

/** Whether the candidates of this coupon can be judged: a divided sale has no single operation. */
export const isSingle = ({ of }: Judged): boolean => of.motivo !== 'DIVIDIDA';
