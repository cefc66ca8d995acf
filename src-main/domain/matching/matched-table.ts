import { f64, i32, float64Column } from './fields/codes.ts';
import type { Edge, Scored } from './model/scorer.ts';
import type { LevelVector } from './comparisons.ts';

/** The expected number of candidates per coupon, to size the columns. */
const USUAL = 4;
/** Numbers per candidate: its row, the logarithm of its odds, the index of its levels. */
const EDGE = 3;
/** Numbers per coupon: the index after its last candidate, the odds that its operation is held, and whether a held operation is among its candidates. */
const CUPON = 3;

/** The scores of many coupons as columns, to save memory. Candidates are numbered throughout; a coupon's candidates are next to each other. */
export class ScoredTable {
  readonly size: number;
  readonly #cupones: Float64Array;
  readonly #edges: Float64Array;
  readonly #levels: readonly LevelVector[];

  constructor(cupones: Float64Array, edges: Float64Array, levels: readonly LevelVector[]) {
    this.size = cupones.length / CUPON;
    this.#cupones = cupones;
    this.#edges = edges;
    this.#levels = levels;
  }

  get edges(): number {
    return this.#edges.length / EDGE;
  }
  /** The number of a coupon's first free candidate. `endOf` gives the number after the last free one. */
  startOf(place: number): number {
    return place === 0 ? 0 : f64(this.#cupones, (place - 1) * CUPON);
  }
  endOf(place: number): number {
    return f64(this.#cupones, place * CUPON) - f64(this.#cupones, place * CUPON + 2);
  }
  row(edge: number): number {
    return f64(this.#edges, edge * EDGE);
  }
  logOdds(edge: number): number {
    return f64(this.#edges, edge * EDGE + 1);
  }
  levels(edge: number): LevelVector {
    return this.#levels[f64(this.#edges, edge * EDGE + 2)] ?? NO_LEVELS;
  }
  heldOdds(place: number): number {
    return f64(this.#cupones, place * CUPON + 1);
  }
  held(place: number): Edge | undefined {
    const edge = this.endOf(place);
    const has = f64(this.#cupones, place * CUPON + 2) > 0;
    return has ? { row: this.row(edge), logOdds: this.logOdds(edge), levels: this.levels(edge) } : undefined;
  }
}

const NO_LEVELS: LevelVector = new Int8Array();

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
      // A held operation comes after the free ones.
      if (held !== undefined) add(held);
      cupones.push(count);
      cupones.push(heldOdds);
      cupones.push(held === undefined ? 0 : 1);
    },
    finish: () => new ScoredTable(cupones.done(), edges.done(), levels),
  };
}

/** An operation that may be a coupon's, after all coupons were considered together. */
export interface Match {
  readonly row: number;
  readonly levels: LevelVector;
  /** The model's probability, and the calibrated one. The calibration curve applies to the first candidate; the others share the rest proportionally. */
  readonly uncalibrated: number;
  readonly probability: number;
  /** Natural logarithm of the odds of this operation against none, for this coupon alone. */
  readonly logOdds: number;
}

export interface Matched {
  /** The index of the coupon in its table. */
  readonly cupon: number;
  /** Free operations: the assigned one, then the others, most likely first. Leaves out those that a person refused. */
  readonly matches: readonly Match[];
  /** The operation (row) that assigning all coupons gives this one; −1 for none. */
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

/** The outcomes of many coupons, in the order of their keys, as columns beside their scores. An outcome becomes an object only when it is read. */
export class MatchedTable implements Iterable<Matched> {
  readonly size: number;
  readonly #cupones: readonly number[];
  readonly #scored: ScoredTable;
  /** One byte per count is enough, because `model/scorer.ts` keeps at most twelve candidates. */
  readonly #counts: Uint8Array;
  readonly #assigned: Int32Array;
  readonly #pruned: Uint8Array;
  readonly #heldProbability: Float64Array;
  /** By candidate, in the order of a coupon's matches. */
  readonly #order: Uint32Array;
  readonly #uncalibrated: Float64Array;
  readonly #probability: Float64Array;

  /** At first no coupon has a match. */
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
