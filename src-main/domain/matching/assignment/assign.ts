import { createHeap } from './heap.ts';
import type { Component, Graph } from './graph.ts';

/** The operation that a coupon takes in the assignment of least total cost. */
export interface Assigned {
  /** Operation of the graph, or `NONE`. */
  readonly operacion: number;
  /** True when another assignment of all coupons, of equal cost, gives this one something else. */
  readonly tied: boolean;
}

export const NONE = -1;
/** Costs that differ by less count as equal, because the same logarithms added in another order differ a little. */
const EQUAL = 1e-9;

interface Option {
  readonly column: number;
  readonly cost: number;
}

/**
 * Finds the assignment of least cost exactly, by successive shortest paths with potentials: each coupon in turn takes the shortest path to a free
 * column, and the coupons on that path move. "No operation" is a column of each coupon's own.
 */
export function assign(graph: Graph, { cupones }: Component): ReadonlyMap<number, Assigned> {
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

  const tied = findTiedRows({ options, owner, taken, price });
  return new Map(
    cupones.map((cupon, row) => [cupon, { operacion: operaciones[taken[row] ?? -1] ?? NONE, tied: tied.has(row) }]),
  );
}

interface State {
  readonly options: readonly (readonly Option[])[];
  /** `owner`: the row that has each column. `taken`: the column that each row has. */
  readonly owner: Int32Array;
  readonly taken: Int32Array;
  /** Price of a column: never above zero, and zero while nobody has it. */
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
      // A finished column is not visited again: sums that differ only by rounding could lead back to it, and the path would never end.
      if (done.has(column) || length >= (distance.get(column) ?? Infinity)) continue;
      distance.set(column, length);
      from.set(column, row);
      heap.push(length, column);
    }
  };
  relax(start, 0);
  for (;;) {
    const nearest = heap.pop();
    // Taking none is always possible, so the heap is never empty here.
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

/**
 * Rows that could have another column at the same total cost: those on a cycle of moves that cost nothing. A row moves to a column at its price, and the
 * row that had that column moves on. A column without a price can be left free, and a free column can be taken.
 */
function findTiedRows({ options, owner, taken, price }: State): ReadonlySet<number> {
  const rows = options.length;
  const anything = rows;
  const moves = options.map((own, row): number[] => {
    const column = taken[row] ?? -1;
    const paid = costOf(own, column) - (price[column] ?? 0);
    return own.flatMap((option) => {
      if (option.column === column || option.cost - (price[option.column] ?? 0) - paid > EQUAL) return [];
      const holder = owner[option.column] ?? -1;
      return [holder < 0 ? anything : holder];
    });
  });
  const freed = Array.from(taken.entries()).flatMap(([row, column]) => ((price[column] ?? 0) >= -EQUAL ? [row] : []));
  moves.push(freed);
  const groups = findComponents(moves);
  const tied = new Set<number>();
  for (const [row, next] of moves.entries()) {
    if (row < rows && next.some((other) => groups[other] === groups[row])) tied.add(row);
  }
  return tied;
}

/** Number of the strongly connected group of each node (Tarjan, without recursion). */
function findComponents(next: readonly (readonly number[])[]): Int32Array {
  const [order, low, group] = [
    new Int32Array(next.length).fill(-1),
    new Int32Array(next.length),
    new Int32Array(next.length).fill(-1),
  ];
  const stack: number[] = [];
  let [clock, groups] = [0, 0];
  for (let root = 0; root < next.length; root++) {
    if (order[root] !== -1) continue;
    const path = [{ node: root, at: 0 }];
    while (path.length > 0) {
      const step = path.at(-1);
      if (step === undefined) break;
      const { node } = step;
      if (step.at === 0) {
        order[node] = low[node] = clock++;
        stack.push(node);
      }
      const to = next[node]?.[step.at];
      step.at += 1;
      if (to !== undefined) {
        if (order[to] === -1) path.push({ node: to, at: 0 });
        else if (group[to] === -1) low[node] = Math.min(low[node] ?? 0, order[to] ?? 0);
        continue;
      }
      path.pop();
      const up = path.at(-1);
      if (up !== undefined) low[up.node] = Math.min(low[up.node] ?? 0, low[node] ?? 0);
      if (low[node] !== order[node]) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        group[member] = groups;
        if (member === node) break;
      }
      groups += 1;
    }
  }
  return group;
}
