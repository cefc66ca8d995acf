import { f64, i32 } from './fields/columns.ts';
import type { Edge } from './model/scorer.ts';
import type { ScoredTable } from './model/scored-table.ts';
import type { LevelVector } from './comparisons.ts';

/** An operation that may be a coupon's, all coupons together. */
export interface Match {
  readonly row: number;
  readonly levels: LevelVector;
  /** The model's probability and the calibrated one. The curve calibrates the first candidate; the others share the rest in proportion. */
  readonly uncalibrated: number;
  readonly probability: number;
  /** Natural logarithm of the odds against none, for this coupon alone. */
  readonly logOdds: number;
}

export interface Matched {
  /** Place of the coupon in its table. */
  readonly cupon: number;
  /** The assigned operation first, then the most likely ones, without those that a person refused. */
  readonly matches: readonly Match[];
  /** The row that the assignment of all coupons gives this one; −1 for none. */
  readonly assigned: number;
  /** The coupon lost unlikely candidates, because too many coupons compete for the same operations. */
  readonly pruned: boolean;
  /** `heldProbability`: chance that another coupon holds its operation. `held`: the most likely of those operations. */
  readonly heldProbability: number;
  readonly held: Edge | undefined;
}

/** `order`: the coupon's candidates, by their number in the table of scores, with both probabilities. */
export interface Decided extends Pick<Matched, 'assigned' | 'pruned' | 'heldProbability'> {
  readonly order: readonly { readonly edge: number; readonly uncalibrated: number; readonly probability: number }[];
}

/** The outcomes of many coupons, in the order of their keys, as columns beside their scores, so that an outcome becomes an object only when read. */
export class MatchedTable implements Iterable<Matched> {
  readonly size: number;
  readonly #cupones: readonly number[];
  readonly #scored: ScoredTable;
  /** A byte per count is enough: `model/scorer.ts` keeps at most twelve. */
  readonly #counts: Uint8Array;
  readonly #assigned: Int32Array;
  readonly #pruned: Uint8Array;
  readonly #heldProbability: Float64Array;
  /** By candidate, in the order of the matches. */
  readonly #order: Uint32Array;
  readonly #uncalibrated: Float64Array;
  readonly #probability: Float64Array;

  /** Before any decision no coupon has a match. */
  constructor(cupones: readonly number[], scored: ScoredTable) {
    this.size = scored.size;
    this.#cupones = cupones;
    this.#scored = scored;
    this.#counts = new Uint8Array(scored.size);
    this.#assigned = new Int32Array(scored.size).fill(-1);
    this.#pruned = new Uint8Array(scored.size);
    this.#heldProbability = Float64Array.from({ length: scored.size }, (_, place) => {
      const odds = scored.heldOdds(place);
      return odds / (1 + odds);
    });
    this.#order = new Uint32Array(scored.edges);
    this.#uncalibrated = new Float64Array(scored.edges);
    this.#probability = new Float64Array(scored.edges);
  }

  decide(place: number, { order, assigned, pruned, heldProbability }: Decided): void {
    this.#counts[place] = order.length;
    this.#assigned[place] = assigned;
    this.#pruned[place] = Number(pruned);
    this.#heldProbability[place] = heldProbability;
    let at = this.#scored.startOf(place);
    for (const { edge, uncalibrated, probability } of order) {
      this.#order[at] = edge;
      this.#uncalibrated[at] = uncalibrated;
      this.#probability[at] = probability;
      at += 1;
    }
  }

  at(place: number): Matched | undefined {
    const cupon = this.#cupones[place];
    if (cupon === undefined) return undefined;
    const start = this.#scored.startOf(place);
    return {
      cupon,
      matches: Array.from({ length: this.#counts[place] ?? 0 }, (_, i): Match => {
        const edge = this.#order[start + i] ?? 0;
        return {
          row: this.#scored.row(edge),
          levels: this.#scored.levels(edge),
          logOdds: this.#scored.logOdds(edge),
          uncalibrated: f64(this.#uncalibrated, start + i),
          probability: f64(this.#probability, start + i),
        };
      }),
      assigned: i32(this.#assigned, place),
      pruned: this.#pruned[place] === 1,
      heldProbability: f64(this.#heldProbability, place),
      held: this.#scored.held(place),
    };
  }

  *[Symbol.iterator](): Generator<Matched> {
    for (let place = 0; place < this.size; place++) {
      const one = this.at(place);
      if (one !== undefined) yield one;
    }
  }
}
