import { assign, NONE } from './assignment/assign.ts';
import { componentsOf, createGroups, prune, type Graph } from './assignment/graph.ts';
import { marginalsOf } from './assignment/marginals.ts';
import { calibrate, logit, type Calibration } from './calibration.ts';
import { i32 } from './fields/columns.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import type { Edge, Scored } from './model/scorer.ts';
import type { LevelVector } from './pair-levels.ts';
import type { Steps } from './progress.ts';

/** An operation that may be a coupon's, after all coupons have been considered together. */
export interface Match {
  readonly row: number;
  readonly levels: LevelVector;
  /**
   * `uncalibrated`: the probability of the model. `probability`: the calibrated one. The first candidate is calibrated by the curve; the others share the
   * rest in proportion.
   */
  readonly uncalibrated: number;
  readonly probability: number;
  /** Natural logarithm of the odds against none, for this coupon alone. */
  readonly logOdds: number;
}

/** The outcome for one coupon. */
export interface Matched {
  /** Place of the coupon in its table. */
  readonly cupon: number;
  /** The assigned operation first, then the most likely ones. Without those that a person refused. */
  readonly matches: readonly Match[];
  /** The row that the assignment of all coupons together gives the coupon; −1 for none. */
  readonly assigned: number;
  /** True when another assignment of equal cost gives the coupon something else. */
  readonly tied: boolean;
  /** True when the coupon lost unlikely candidates, because too many coupons compete for the same operations. */
  readonly pruned: boolean;
  /** `heldProbability`: chance that another coupon holds its operation. `held`: the most likely of those operations. */
  readonly heldProbability: number;
  readonly held: Edge | undefined;
}

export interface Together {
  readonly results: readonly Matched[];
  /** How strongly the coupons claim each row, in odds: the competition that one more coupon would meet. */
  readonly wanted: ReadonlyMap<number, number>;
}

const PIECE = 200;

/**
 * Assigns operations to all coupons at once, so that an operation belongs to one coupon at most. The graph is built for one part at a time: for a
 * hundred thousand coupons together it would take as much memory as their operations. For the same reason `scored` is emptied on the way: the scores
 * of a coupon are dropped as soon as it is decided.
 */
export function* assignTogether(
  cupones: readonly number[],
  scored: (Scored | undefined)[],
  table: OperacionTable,
  calibration: Calibration,
): Steps<Together> {
  const competed: (Matched | undefined)[] = [];
  const wanted = new Map<number, number>();
  let done = 0;
  for (const part of competingParts(scored, table.size)) {
    const { graph: whole, rows } = graphOf(part, scored, table);
    const { graph, pruned } = prune(whole);
    for (const component of componentsOf(graph)) {
      const assigned = assign(graph, component);
      const marginals = marginalsOf(graph, component);
      for (const [node, odds] of marginals.wanted) wanted.set(rows[node] ?? -1, odds);
      for (const [i, node] of component.cupones.entries()) {
        const place = part[node] ?? -1;
        const one = scored[place];
        const { operacion, tied } = assigned.get(node) ?? { operacion: NONE, tied: false };
        if (one === undefined) continue;
        const probability = new Map(
          (graph.choices[node] ?? []).map((choice, c) => [
            rows[choice.operacion] ?? -1,
            marginals.probability[i]?.[c] ?? 0,
          ]),
        );
        const its = { assigned: rows[operacion] ?? -1, tied, pruned: pruned.has(node), probability, calibration };
        competed[place] = decided(cupones[place] ?? -1, one, its);
        scored[place] = undefined;
      }
    }
    done += part.length;
    if (done % PIECE < part.length) yield { stage: 'asignacion', done, total: cupones.length };
  }
  return { results: cupones.map((cupon, i) => competed[i] ?? alone(cupon, scored[i])), wanted };
}

/** Groups the places of coupons that compete, directly or through others, in order. Coupons without a candidate are in no group. */
function competingParts(scored: readonly (Scored | undefined)[], rows: number): readonly (readonly number[])[] {
  const { groupOf, join } = createGroups(scored.length);
  const firstOf = new Int32Array(rows).fill(-1);
  for (const [place, one] of scored.entries()) {
    for (const { row } of one?.edges ?? []) {
      const first = i32(firstOf, row);
      if (first < 0) firstOf[row] = place;
      else join(first, place);
    }
  }
  const competing = scored.flatMap((one, place) => ((one?.edges.length ?? 0) > 0 ? [place] : []));
  return [...Map.groupBy(competing, groupOf).values()];
}

/** The graph of one part. Its operations are in the order of their identifiers. */
function graphOf(part: readonly number[], scored: readonly (Scored | undefined)[], table: OperacionTable) {
  const edgesOf = part.map((place) => scored[place]?.edges ?? []);
  const rows = [...new Set(edgesOf.flatMap((edges) => edges.map(({ row }) => row)))].sort(
    (a, b) => table.idCode(a) - table.idCode(b),
  );
  const nodeOf = new Map(rows.map((row, node) => [row, node]));
  const graph: Graph = {
    operaciones: rows.length,
    choices: edgesOf.map((edges) => edges.map(({ row, logOdds }) => ({ operacion: nodeOf.get(row) ?? 0, logOdds }))),
    otherOdds: part.map((place) => scored[place]?.heldOdds ?? 0),
  };
  return { graph, rows };
}

const alone = (cupon: number, scored: Scored | undefined): Matched => ({
  cupon,
  matches: [],
  assigned: -1,
  tied: false,
  pruned: false,
  heldProbability: scored === undefined ? 0 : scored.heldOdds / (1 + scored.heldOdds),
  held: scored?.held,
});

interface Decided {
  readonly assigned: number;
  readonly tied: boolean;
  readonly pruned: boolean;
  readonly probability: ReadonlyMap<number, number>;
  readonly calibration: Calibration;
}

/** Puts the candidates of a coupon in order and calibrates the first; the others and "no operation" share the rest. */
function decided(cupon: number, { edges, held, heldOdds }: Scored, its: Decided): Matched {
  const { assigned, tied, pruned, probability, calibration } = its;
  const likely = edges
    .map((edge) => ({ edge, uncalibrated: probability.get(edge.row) ?? 0 }))
    .sort(
      (a, b) => Number(b.edge.row === assigned) - Number(a.edge.row === assigned) || b.uncalibrated - a.uncalibrated,
    );
  const first = likely[0]?.uncalibrated ?? 0;
  const calibrated = calibrate(calibration, logit(first));
  const rest = Math.max(1e-12, 1 - first);
  const all = likely.reduce((sum, { uncalibrated }) => sum + uncalibrated, 0);
  return {
    cupon,
    matches: likely.map(({ edge, uncalibrated }, i) => ({
      row: edge.row,
      levels: edge.levels,
      logOdds: edge.logOdds,
      uncalibrated,
      probability: i === 0 ? calibrated : ((1 - calibrated) * uncalibrated) / rest,
    })),
    assigned,
    tied,
    pruned,
    heldProbability: ((1 - all) * heldOdds) / (1 + heldOdds),
    held,
  };
}
