import { f64, i32, float64Column } from './fields/codes.ts';
import type { Edge, Scored } from './model/scorer.ts';
import type { LevelVector } from './comparisons.ts';

const USUAL = 4;
/** Numbers per candidate: its row, the logarithm of its odds, the index of its levels. */
const EDGE = 3;
/** Numbers per coupon: the index after its last candidate, the odds that its operation is held, and whether a held operation is among its candidates. */
const CUPON = 3;

export type ScoredTable = ReturnType<ReturnType<typeof createScoredTable>['finish']>;

const NO_LEVELS: LevelVector = new Int8Array();

/** The scores of many coupons as columns, to save memory. One numbering counts the candidates of all coupons; a coupon's candidates follow each other. */
export function createScoredTable(expected: number) {
  const [cupones, edges] = [float64Column(expected * CUPON), float64Column(expected * USUAL * EDGE)];
  const levels: LevelVector[] = [];
  const placeOf = new Map<LevelVector, number>();
  let count = 0;
  const add = (edge: Edge): void => {
    const place = placeOf.get(edge.levels) ?? levels.push(edge.levels) - 1;
    placeOf.set(edge.levels, place);
    edges.push(edge.row);
    edges.push(edge.logOdds);
    edges.push(place);
    count += 1;
  };
  return {
    add({ edges: free, heldOdds, held }: Scored): void {
      for (const edge of free) add(edge);
      if (held !== undefined) add(held);
      cupones.push(count);
      cupones.push(heldOdds);
      cupones.push(held === undefined ? 0 : 1);
    },
    finish() {
      const [ofCupones, ofEdges] = [cupones.done(), edges.done()];
      /** The index after a coupon's last free candidate; the held operation, if any, follows there. */
      const endOf = (place: number): number => f64(ofCupones, place * CUPON) - f64(ofCupones, place * CUPON + 2);
      const edgeAt = (edge: number): Edge => ({
        row: f64(ofEdges, edge * EDGE),
        logOdds: f64(ofEdges, edge * EDGE + 1),
        levels: levels[f64(ofEdges, edge * EDGE + 2)] ?? NO_LEVELS,
      });
      return {
        size: ofCupones.length / CUPON,
        edges: count,
        startOf: (place: number): number => (place === 0 ? 0 : f64(ofCupones, (place - 1) * CUPON)),
        endOf,
        edgeAt,
        heldOdds: (place: number): number => f64(ofCupones, place * CUPON + 1),
        held: (place: number): Edge | undefined =>
          f64(ofCupones, place * CUPON + 2) > 0 ? edgeAt(endOf(place)) : undefined,
      };
    },
  };
}

/** An operation that may be a coupon's, after all coupons were considered together. */
export interface Match extends Edge {
  /** `uncalibrated`: the model's probability. `probability`: calibrated by the curve for the first candidate; the others share the rest proportionally. */
  readonly uncalibrated: number;
  readonly probability: number;
}

export interface Matched {
  /** The index of the coupon in its table. */
  readonly cupon: number;
  /** Free operations: the assigned operation, then the others, most likely first. Leaves out operations that a person refused. */
  readonly matches: readonly Match[];
  /** The row that this coupon got when operations were assigned to all coupons together; −1 for none. */
  readonly assigned: number;
  readonly pruned: boolean;
  /** `heldProbability`: the probability that another coupon holds this coupon's operation. `held`: the most likely such operation. */
  readonly heldProbability: number;
  readonly held: Edge | undefined;
}

/** `order`: the coupon's candidates, as numbers in the table of scores, each with both probabilities. */
export interface Decided extends Pick<Matched, 'assigned' | 'pruned' | 'heldProbability'> {
  readonly order: readonly { readonly edge: number; readonly uncalibrated: number; readonly probability: number }[];
}

export type MatchedTable = ReturnType<typeof createMatchedTable>;

/** The outcomes of many coupons, in the order of their keys, as columns beside their scores. An outcome becomes an object only when it is read. */
export function createMatchedTable(cupones: readonly number[], scored: ScoredTable) {
  const { size, edges } = scored;
  // One byte per count is enough, because `model/scorer.ts` keeps at most twelve candidates. At first no coupon has a match.
  const [counts, isPruned] = [new Uint8Array(size), new Uint8Array(size)];
  const rows = new Int32Array(size).fill(-1);
  const heldProbabilities = Float64Array.from({ length: size }, (_, place) => {
    const odds = scored.heldOdds(place);
    return odds / (1 + odds);
  });
  // Indexed by candidate, in the order of a coupon's matches.
  const edgeOf = new Uint32Array(edges);
  const [beforeCurve, probabilities] = [new Float64Array(edges), new Float64Array(edges)];

  function readAt(place: number): Matched | undefined {
    const cupon = cupones[place];
    if (cupon === undefined) return undefined;
    const start = scored.startOf(place);
    return {
      cupon,
      matches: Array.from({ length: counts[place] ?? 0 }, (_, i): Match => ({
        ...scored.edgeAt(edgeOf[start + i] ?? 0),
        uncalibrated: f64(beforeCurve, start + i),
        probability: f64(probabilities, start + i),
      })),
      assigned: i32(rows, place),
      pruned: isPruned[place] === 1,
      heldProbability: f64(heldProbabilities, place),
      held: scored.held(place),
    };
  }

  return {
    size,
    at: readAt,
    decide(place: number, { order, assigned, pruned, heldProbability }: Decided): void {
      counts[place] = order.length;
      rows[place] = assigned;
      isPruned[place] = Number(pruned);
      heldProbabilities[place] = heldProbability;
      for (const [i, { edge, uncalibrated, probability }] of order.entries()) {
        const entry = scored.startOf(place) + i;
        edgeOf[entry] = edge;
        beforeCurve[entry] = uncalibrated;
        probabilities[entry] = probability;
      }
    },
    *[Symbol.iterator](): Generator<Matched> {
      for (let place = 0; place < size; place++) {
        const one = readAt(place);
        if (one !== undefined) yield one;
      }
    },
  };
}
