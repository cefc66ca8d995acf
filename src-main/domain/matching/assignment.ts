/** An operation that may be assigned to a coupon. `operacion`: its index in the graph. */
export interface Choice {
  readonly operacion: number;
  /** Natural logarithm of the odds of this operation against no operation. */
  readonly logOdds: number;
}

/** Coupons and operations that compete. Coupons are sorted by key, operations by identifier, so that their order of arrival decides nothing. */
export interface Graph {
  readonly operaciones: number;
  readonly choices: readonly (readonly Choice[])[];
  /** For each coupon, the odds that another coupon already holds its operation, which is then not among `choices`. */
  readonly otherOdds: readonly number[];
}

/** Coupons that compete with each other, directly or through other coupons. `cupones`: their indexes in the graph, in order. */
export interface Component {
  readonly cupones: readonly number[];
  readonly edges: number;
}

/** Union-find over the numbers below `size`: each number is its own group until it is joined to another. */
export function createGroups(size: number) {
  const parent = new Int32Array(size).map((_, i) => i);
  const groupOf = (node: number): number => {
    let top = node;
    while (parent[top] !== top) top = parent[top] ?? top;
    for (let i = node; i !== top;) {
      const up = parent[i] ?? top;
      parent[i] = top;
      i = up;
    }
    return top;
  };
  const join = (a: number, b: number): void => {
    parent[groupOf(b)] = groupOf(a);
  };
  return { groupOf, join };
}

export function componentsOf(graph: Graph): readonly Component[] {
  const { groupOf, join } = createGroups(graph.operaciones);
  for (const choices of graph.choices) {
    const [first, ...others] = choices;
    if (first === undefined) continue;
    for (const { operacion } of others) join(first.operacion, operacion);
  }
  const parts = new Map<number, { cupones: number[]; edges: number }>();
  for (const [cupon, choices] of graph.choices.entries()) {
    const [first] = choices;
    if (first === undefined) continue;
    const top = groupOf(first.operacion);
    const part = parts.get(top) ?? { cupones: [], edges: 0 };
    part.cupones.push(cupon);
    part.edges += choices.length;
    parts.set(top, part);
  }
  return [...parts.values()];
}

/** A component with more edges (choices) loses the edges less than a thousandth as likely as their coupon's best choice, or as "no operation". */
const MOST_EDGES = 2000;
const PRUNED_BELOW = Math.log(1 / 1000);

/** Removes unlikely edges from large components. `pruned`: the coupons that lost edges, which the workbook of the result mentions. */
export function prune(graph: Graph): { readonly graph: Graph; readonly pruned: ReadonlySet<number> } {
  const pruned = new Set<number>();
  const choices = [...graph.choices];
  for (const { cupones, edges } of componentsOf(graph)) {
    if (edges <= MOST_EDGES) continue;
    for (const cupon of cupones) {
      const all = choices[cupon] ?? [];
      const best = Math.max(0, ...all.map(({ logOdds }) => logOdds));
      const kept = all.filter(({ logOdds }) => logOdds - best >= PRUNED_BELOW);
      if (kept.length < all.length) pruned.add(cupon);
      choices[cupon] = kept;
    }
  }
  return { graph: { ...graph, choices }, pruned };
}

export const NONE = -1;

interface Option {
  readonly column: number;
  readonly cost: number;
}

/** Finds the assignment with the least total cost, by successive shortest paths with potentials. Each coupon has a column of its own for "no operation". */
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
  /** `owner`: the row of each column. `taken`: the column of each row. */
  readonly owner: Int32Array;
  readonly taken: Int32Array;
  /** The price (potential) of a column: at most zero, and zero while the column is free. */
  readonly price: Float64Array;
}

const costOf = (options: readonly Option[] | undefined, column: number): number =>
  options?.find((option) => option.column === column)?.cost ?? Infinity;

/** Gives a row a column along the shortest path (Dijkstra with reduced costs) and moves the rows on that path. */
function augment(start: number, { options, owner, taken, price }: State): void {
  const distance = new Map<number, number>();
  const from = new Map<number, number>();
  const done = new Set<number>();
  const heap = createHeap();
  const relax = (row: number, base: number): void => {
    for (const { column, cost } of options[row] ?? []) {
      const length = base + cost - (price[column] ?? 0);
      // The path never returns to a finished column, because rounding errors could make it endless.
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

/** A heap that gives the nearest node first; of equally near nodes the lowest number, so that the order of arrival does not matter. */
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

const ROUNDS = 200;
/** Messages are settled once their logarithms change by less than this. Logarithms, because coupons that want the same operation make messages very small. */
const SETTLED = 1e-5;

/** For each value, `start` plus the sum of all other values. Does not subtract from the total, where one very large value would hide the others. */
function sumsOfOthers(values: Float64Array, start: number, into: Float64Array): void {
  let before = start;
  for (let i = 0; i < values.length; i++) {
    into[i] = before;
    before += values[i] ?? 0;
  }
  let after = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    into[i] = (into[i] ?? 0) + after;
    after += values[i] ?? 0;
  }
}

const nodeOf = (edges: readonly number[], rest: number) => ({
  edges: Int32Array.from(edges),
  incoming: new Float64Array(edges.length),
  others: new Float64Array(edges.length),

  /** Odds of using no edge of the node: the coupon has no operation or a held operation, or no coupon has the operation. */
  rest,
});
type Node = ReturnType<typeof nodeOf>;

/** The probability of each choice if an operation has at most one coupon, by belief propagation: exact for a tree. Gives a row per coupon. */
export function marginalsOf(graph: Graph, { cupones }: Component): readonly (readonly number[])[] {
  const odds: number[] = [];
  const ofOperacion = new Map<number, number[]>();
  const rows = cupones.map((cupon) => {
    const edges = (graph.choices[cupon] ?? []).map(({ operacion, logOdds }) => {
      const edge = odds.push(Math.exp(logOdds)) - 1;
      const sharing = ofOperacion.get(operacion);
      if (sharing === undefined) ofOperacion.set(operacion, [edge]);
      else sharing.push(edge);
      return edge;
    });
    return nodeOf(edges, 1 + (graph.otherOdds[cupon] ?? 0));
  });
  const columns = [...ofOperacion.values()].map((edges) => nodeOf(edges, 1));
  /** The messages along each edge. `wants`: how strongly the coupon claims the operation. `left`: how free the other coupons leave the operation. */
  const [wants, left] = [new Float64Array(odds.length), new Float64Array(odds.length).fill(1)];

  const sumOffered = (node: Node): void => {
    for (let i = 0; i < node.edges.length; i++) {
      const edge = node.edges[i] ?? 0;
      node.incoming[i] = (odds[edge] ?? 0) * (left[edge] ?? 1);
    }
    sumsOfOthers(node.incoming, node.rest, node.others);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      sumOffered(row);
      for (let i = 0; i < row.edges.length; i++) {
        const edge = row.edges[i] ?? 0;
        wants[edge] = (odds[edge] ?? 0) / (row.others[i] ?? 1);
      }
    }
    let moved = 0;
    for (const column of columns) {
      for (let i = 0; i < column.edges.length; i++) column.incoming[i] = wants[column.edges[i] ?? 0] ?? 0;
      sumsOfOthers(column.incoming, column.rest, column.others);
      for (let i = 0; i < column.edges.length; i++) {
        const edge = column.edges[i] ?? 0;
        const next = 1 / (column.others[i] ?? 1);
        const before = left[edge] ?? 1;
        moved = Math.max(moved, Math.abs(Math.log(next / before)));
        left[edge] = Math.sqrt(before * next);
      }
    }
    if (moved < SETTLED) break;
  }
  return rows.map((row) => {
    sumOffered(row);
    return Array.from(row.incoming, (value, i) => value / ((row.others[i] ?? 1) + value));
  });
}
