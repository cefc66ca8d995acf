import { f64, float64Column } from '../fields/columns.ts';
import type { LevelVector } from '../comparisons.ts';
import type { Edge, Scored } from './scorer.ts';

/** Usual number of candidates of a coupon, to size the columns. */
const USUAL = 4;
/** Numbers of a candidate: its row, the logarithm of its odds, the place of its levels. */
const EDGE = 3;
/** Numbers of a coupon: the end of its candidates, the odds that its operation is held, whether a held one is among its candidates. */
const CUPON = 3;

/**
 * The scores of many coupons as columns, in order of arrival. As objects, a hundred thousand coupons would take as much memory as a million operations.
 * Candidates are numbered through, and a coupon's candidates are adjacent.
 */
export class ScoredTable {
  readonly size: number;
  readonly #cupones: Float64Array;
  readonly #edges: Float64Array;
  /** Pairs with equal levels share one vector (`scorer.ts`). */
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
  /** The first candidate of a coupon, and the one after its last. */
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

/** `expected`: how many coupons to expect. */
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
      // The held operation comes after the free ones.
      if (held !== undefined) add(held);
      cupones.push(count);
      cupones.push(heldOdds);
      cupones.push(held === undefined ? 0 : 1);
    },
    finish: () => new ScoredTable(cupones.done(), edges.done(), levels),
  };
}
