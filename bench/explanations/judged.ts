import { CANDIDATE_KEY_NAMES, CANDIDATE_KEYS, type CandidateKey } from '#domain/matching/candidates.ts';
import type { Certainty } from '#domain/matching/explain/reasons.ts';
import { explain } from '#domain/matching/explain/explain.ts';
import { toLogit } from '#domain/matching/together.ts';
import type { Matching } from '#domain/matching/match.ts';
import { runToEnd } from '#domain/shared-work.ts';
import type { Case } from './generator/pool.ts';
import type { World } from './generator/world.ts';

/** The engine's answer for a coupon, compared with the truth. */
export interface Judged {
  readonly of: Case;
  /** True if there is a right answer: an operation of the coupon is free and in the cache. */
  readonly present: boolean;
  /** The rank of the right operation among the shown candidates, from 1; 0 if it is not shown. */
  readonly rank: number;
  /** The search keys with which the engine found the right operation. */
  readonly foundBy: readonly CandidateKey[];
  /** The model's score (logit) of the first candidate. Below: its calibrated probability, and whether it is right. */
  readonly score: number | undefined;
  readonly probability: number;
  readonly right: boolean;
  readonly motivo: string;
  readonly certeza: Certainty;
  /** How many other free operations have the right one's amount and day. */
  readonly twins: number;
}

/** Compares the engine's answers about a world with the truth. */
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
    const sought = finder.seek(cupones.codesOf(result.cupon));
    const isFoundBy = (key: CandidateKey): boolean => {
      let isFound = false;
      const visit = (row: number): void => {
        isFound ||= truth.has(row);
      };
      CANDIDATE_KEYS[key](sought, { index, table, visit });
      return isFound;
    };
    const [its] = truth;
    return {
      of,
      present: truth.size > 0,
      rank: explanation.candidatos.findIndex(({ operacion }) => of.truth.includes(operacion)) + 1,
      foundBy: CANDIDATE_KEY_NAMES.filter(isFoundBy),
      score: first === undefined ? undefined : toLogit(first.uncalibrated),
      probability: first?.probability ?? 0,
      right: first !== undefined && truth.has(first.row),
      motivo: explanation.motivo.codigo,
      certeza: explanation.certeza,
      twins: its === undefined ? 0 : twinsOf(its),
    };
  });
}

/** True if the candidates can be judged one by one; not for a divided sale, which has several operations. */
export const isSingle = ({ of }: Judged): boolean => of.motivo !== 'DIVIDIDA';
