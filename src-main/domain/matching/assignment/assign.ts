import type { Component, Graph } from './graph.ts';

/** A coupon without an operation. */
export const NONE = -1;

interface Option {
  readonly column: number;
  readonly cost: number;
}

/**
 * Finds the operation of each coupon (or `NONE`) at least total cost, exactly, by successive shortest paths with potentials: each coupon in turn takes the
 * shortest path to a free column, and the coupons on that path move. "No operation" is a column of each coupon's own.
 */
export function assign(graph: Graph, { cupones }: Component): ReadonlyMap<number, number> {
  const operaciones = [
    ...new Set(cupones.flatMap((cupon) => (graph.choices[cupon] ?? []).map((c) => c.operacion))),
  ].sort((a, b) => a - b);
  const columnOf = new Map(operaciones.map((operacion, column) => [operacion, column]));
  const options = cupones.map((cupon, row): readonly Option[] => {
    const choices = graph.choices[cupon] ?? [];
    const best = Math.max(0, ...choices.map(({ logOdds }) => logOdds));
    const none = { column: operaciones.length + row, cost: best };
    return [
      ...choices.map(({ operacion, logOdds }) => ({ column: columnOf.get(operacion) ?? 0, cost: best - logOdds })),
      none,
    ];
  });
  const columns = operaciones.length + cupones.length;
  const [owner, taken] = [new Int32Array(columns).fill(-1), new Int32Array(cupones.length).fill(-1)];
  const price = new Float64Array(columns);
  for (let row = 0; row < cupones.length; row++) augment(row, { options, owner, taken, price });

  return new Map(cupones.map((cupon, row) => [cupon, operaciones[taken[row] ?? -1] ?? NONE]));
}

interface State {
  readonly options: readonly (readonly Option[])[];
  /** The row that has each column, and the column that each row has. */
  readonly owner: Int32Array;
  readonly taken: Int32Array;
  /** Price of a column: never above zero, and zero while it is free. */
  readonly price: Float64Array;
}

const costOf = (options: readonly Option[] | undefined, column: number): number =>
  options?.find((option) => option.column === column)?.cost ?? Infinity;

/** Gives a row a column along the shortest path (Dijkstra over reduced costs), and moves the rows on that path. */
function augment(start: number, { options, owner, taken, price }: State): void {
  const distance = new Map<number, number>();
  const from = new Map<number, number>();
  const done = new Set<number>();
  const heap = createHeap();
  const relax = (row: number, base: number): void => {
    for (const { column, cost } of options[row] ?? []) {
      const length = base + cost - (price[column] ?? 0);
      // Never returns to a finished column: sums that differ only by rounding could make the path endless.
      if (done.has(column) || length >= (distance.get(column) ?? Infinity)) continue;
      distance.set(column, length);
      from.set(column, row);
      heap.push(length, column);
    }
  };
  relax(start, 0);
  for (;;) {
    const nearest = heap.pop();
    if (nearest === undefined) throw new Error('No free column is reachable');
    const { node: column, distance: length } = nearest;
    if (done.has(column)) continue;
    const holder = owner[column] ?? -1;
    if (holder >= 0) {
      done.add(column);
      relax(holder, length - (costOf(options[holder], column) - (price[column] ?? 0)));
      continue;
    }
    for (const passed of done) price[passed] = (price[passed] ?? 0) + (distance.get(passed) ?? 0) - length;
    for (let at = column; ;) {
      const row = from.get(at) ?? start;
      const before = taken[row] ?? -1;
      owner[at] = row;
      taken[row] = at;
      if (row === start) return;
      at = before;
    }
  }
}

/** Returns the nearest node first; of equals, the lower number, so that nothing depends on the order of arrival. */
function createHeap() {
  const items: { distance: number; node: number }[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [items[a], items[b]];
    if (one === undefined || other === undefined) return false;
    return one.distance < other.distance || (one.distance === other.distance && one.node < other.node);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [items[a], items[b]];
    if (one !== undefined && other !== undefined) [items[a], items[b]] = [other, one];
  };
  return {
    push(distance: number, node: number): void {
      let place = items.push({ distance, node }) - 1;
      while (place > 0) {
        const up = (place - 1) >>> 1;
        if (!isBefore(place, up)) return;
        swap(place, up);
        place = up;
      }
    },
    pop(): { readonly distance: number; readonly node: number } | undefined {
      const [first] = items;
      const last = items.pop();
      if (first === undefined || last === undefined || items.length === 0) return first;
      items[0] = last;
      for (let place = 0; ;) {
        const left = 2 * place + 1;
        const least = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(least, place)) return first;
        swap(least, place);
        place = least;
      }
    },
  };
}
