import { assign, NONE, componentsOf, createGroups, prune, type Graph, marginalsOf } from './assignment.ts';
import type { LevelVector } from './comparisons.ts';
import { differencesOf, reasonsIn } from './explain/differences.ts';
import { i32 } from './fields/codes.ts';
import type { CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import { createMatchedTable, type Decided, type MatchedTable, type ScoredTable } from './matched-table.ts';
import type { Steps } from '../shared-work.ts';

const PIECE = 200;

interface Open {
  /** The indexes of the coupons in their table, in the order of `scored`. */
  readonly open: readonly number[];
  readonly cupones: Pick<CuponTable, 'saleOf'>;
  readonly scored: ScoredTable;
  readonly table: OperacionTable;
  readonly calibration: Calibration;
}

/** Assigns each operation to at most one coupon. Builds the graph one part at a time, because all of it would take too much memory. */
export function* assignTogether({ open, cupones, scored, table, calibration }: Open): Steps<MatchedTable> {
  const results = createMatchedTable(open, scored);
  const saleOf = (place: number): string => cupones.saleOf(open[place] ?? -1);
  const oddsIn = createOdds(scored);
  let done = 0;
  for (const part of findCompetingParts(scored, table.size)) {
    const { graph: whole, rows } = graphOf(part, oddsIn(part), { scored, table });
    const { graph, pruned } = prune(whole);
    for (const component of componentsOf(graph)) {
      const assigned = assign(graph, component);
      const probabilities = marginalsOf(graph, component);
      const shares = component.cupones.map((node, i) => {
        const probability = new Map(
          (graph.choices[node] ?? []).map((choice, c) => [rows[choice.operacion] ?? -1, probabilities[i]?.[c] ?? 0]),
        );
        return {
          place: part[node] ?? -1,
          assigned: rows[assigned.get(node) ?? NONE] ?? -1,
          pruned: pruned.has(node),
          probability,
        };
      });
      for (const { place, ...its } of settleRepeated(shares, saleOf)) {
        results.decide(place, { ...its, ...sortCandidates(scored, place, { ...its, calibration }) });
      }
    }
    done += part.length;
    if (done % PIECE < part.length) yield { stage: 'asignacion', done, total: open.length };
  }
  return results;
}

/** Groups coupons that compete directly or through other coupons, by their indexes in `scored`. Leaves out coupons without free candidates. */
function findCompetingParts(scored: ScoredTable, rows: number): readonly (readonly number[])[] {
  const { groupOf, join } = createGroups(scored.size);
  const firstOf = new Int32Array(rows).fill(-1);
  const competing: number[] = [];
  for (let place = 0; place < scored.size; place++) {
    const end = scored.endOf(place);
    for (let edge = scored.startOf(place); edge < end; edge++) {
      const { row } = scored.edgeAt(edge);
      const first = i32(firstOf, row);
      if (first < 0) firstOf[row] = place;
      else join(first, place);
    }
    if (end > scored.startOf(place)) competing.push(place);
  }
  return [...Map.groupBy(competing, groupOf).values()];
}

const edgesOf = (scored: ScoredTable, place: number): readonly number[] => {
  const start = scored.startOf(place);
  return Array.from({ length: scored.endOf(place) - start }, (_, i) => start + i);
};

/**
 * A coupon that agrees exactly with an operation goes before a coupon that differs, as in the service's matching: the odds of the differing coupon stay at
 * least `AHEAD` below. The scores alone may say otherwise, because they compare each coupon with its own day, and a wrong day may have few sales. This does not
 * apply if the exact agreement is less likely by more than `NEAR`. `NEAR` and `AHEAD` are natural logarithms of odds.
 */
const NEAR = 10;
const AHEAD = Math.log(1000);

function createOdds(scored: ScoredTable): (part: readonly number[]) => (edge: number) => number {
  const known = new Map<LevelVector, boolean>();
  const isExact = (edge: number): boolean => {
    const { levels } = scored.edgeAt(edge);
    const exact = known.get(levels) ?? reasonsIn(differencesOf(levels)).length === 0;
    known.set(levels, exact);
    return exact;
  };
  return (part) => {
    const exact = new Map<number, number>();
    for (const edge of part.flatMap((place) => edgesOf(scored, place)).filter(isExact)) {
      const { row, logOdds } = scored.edgeAt(edge);
      exact.set(row, Math.max(exact.get(row) ?? -Infinity, logOdds));
    }
    return (edge) => {
      const { row, logOdds: own } = scored.edgeAt(edge);
      const best = exact.get(row) ?? -Infinity;
      return isExact(edge) || best < own - NEAR ? own : Math.min(own, best - AHEAD);
    };
  };
}

/** The coupons of a part as a graph, with operations in the order of their identifiers. */
function graphOf(
  part: readonly number[],
  oddsOf: (edge: number) => number,
  { scored, table }: Pick<Open, 'scored' | 'table'>,
) {
  const edges = part.map((place) => edgesOf(scored, place));
  const rows = [...new Set(edges.flatMap((own) => own.map((edge) => scored.edgeAt(edge).row)))].sort(
    (a, b) => table.idCode(a) - table.idCode(b),
  );
  const nodeOf = new Map(rows.map((row, node) => [row, node]));
  const graph: Graph = {
    operaciones: rows.length,
    choices: edges.map((own) =>
      own.map((edge) => ({ operacion: nodeOf.get(scored.edgeAt(edge).row) ?? 0, logOdds: oddsOf(edge) })),
    ),
    otherOdds: part.map((place) => scored.heldOdds(place)),
  };
  return { graph, rows };
}

interface Assigned {
  readonly assigned: number;
  readonly probability: ReadonlyMap<number, number>;
  readonly calibration: Calibration;
}

/** Sorts the candidates of a coupon and calibrates the first; the others and "no operation" share the rest. */
function sortCandidates(
  scored: ScoredTable,
  place: number,
  { assigned, probability, calibration }: Assigned,
): Pick<Decided, 'order' | 'heldProbability'> {
  const likely = edgesOf(scored, place)
    .map((edge) => ({ edge, row: scored.edgeAt(edge).row }))
    .map((one) => ({ ...one, uncalibrated: probability.get(one.row) ?? 0 }))
    .sort((a, b) => Number(b.row === assigned) - Number(a.row === assigned) || b.uncalibrated - a.uncalibrated);
  const first = likely[0]?.uncalibrated ?? 0;
  const calibrated = calibrate(calibration, toLogit(first));
  const rest = Math.max(1e-12, 1 - first);
  const all = likely.reduce((sum, { uncalibrated }) => sum + uncalibrated, 0);
  const heldOdds = scored.heldOdds(place);
  return {
    order: likely.map(({ edge, uncalibrated }, i) => ({
      edge,
      uncalibrated,
      probability: i === 0 ? calibrated : ((1 - calibrated) * uncalibrated) / rest,
    })),
    heldProbability: ((1 - all) * heldOdds) / (1 + heldOdds),
  };
}

interface Share {
  readonly place: number;
  readonly assigned: number;
  /** For each row, the probability that it is this coupon's. */
  readonly probability: ReadonlyMap<number, number>;
}

/** Settles equal coupons of an upload: if only some got an operation, the first coupons get these and the others none, so that they do not compete. */
function settleRepeated<S extends Share>(shares: readonly S[], saleOf: (place: number) => string): readonly S[] {
  if (shares.length < 2) return shares;
  // The rows are part of the key, because a person may have refused an operation for only one of the coupons.
  const keyOf = ({ place, probability }: S): string => [saleOf(place), ...probability.keys()].join('|');
  return [...Map.groupBy(shares, keyOf).values()].flatMap((equal) => {
    const given = equal.flatMap(({ assigned }) => (assigned < 0 ? [] : [assigned]));
    if (given.length === 0 || given.length === equal.length) return equal;
    const together = shareOf(equal, given.length);
    const none = new Map([...together.keys()].map((row) => [row, 0]));
    return equal
      .toSorted((a, b) => a.place - b.place)
      .map((share, i) => ({
        ...share,
        assigned: given[i] ?? -1,
        probability: i < given.length ? together : none,
      }));
  });
}

/** For each row, the probability that it belongs to any of the equal coupons, divided by `among`. The results for all rows add up to at most one. */
function shareOf(equal: readonly Share[], among: number): ReadonlyMap<number, number> {
  const together = new Map<number, number>();
  for (const { probability } of equal) {
    for (const [row, chance] of probability) together.set(row, (together.get(row) ?? 0) + chance / among);
  }
  let left = 1;
  const parts = [...together].toSorted(([, a], [, b]) => b - a);
  for (const [row, chance] of parts) {
    together.set(row, Math.min(chance, left));
    left -= Math.min(chance, left);
  }
  return together;
}

/** A curve that never falls: `probability[i]` at `score[i]`, a logit, with straight lines in between. */
export interface Calibration {
  readonly score: readonly number[];
  readonly probability: readonly number[];
}

/** Calibrated probabilities stay between these, because no match is certain and none impossible. */
export const LEAST_PROBABILITY = 0.001;
export const MOST_PROBABILITY = 0.999;

export function calibrate({ score, probability }: Calibration, value: number): number {
  const above = score.findIndex((known) => known > value);
  const [to, from] = [above < 0 ? score.length - 1 : above, above < 0 ? score.length - 1 : Math.max(0, above - 1)];
  const [x0, x1] = [score[from] ?? 0, score[to] ?? 1];
  const [y0, y1] = [probability[from] ?? value, probability[to] ?? value];
  const share = x1 > x0 ? Math.min(1, Math.max(0, (value - x0) / (x1 - x0))) : 1;
  return Math.min(MOST_PROBABILITY, Math.max(LEAST_PROBABILITY, y0 + (y1 - y0) * share));
}

/** The logit, which is the scale of the calibration: on it, probabilities near one remain distinct. */
export function toLogit(probability: number): number {
  const p = Math.min(1 - 1e-12, Math.max(1e-12, probability));
  return Math.log(p / (1 - p));
}
