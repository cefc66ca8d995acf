/** An operation that a coupon may take, by its place in the graph. */
export interface Choice {
  readonly operacion: number;
  /** Natural logarithm of the odds against having none. */
  readonly logOdds: number;
}

/** Coupons and operations that compete, sorted by key and identifier, so that the order of arrival does not decide between equal choices. */
export interface Graph {
  readonly operaciones: number;
  readonly choices: readonly (readonly Choice[])[];
  /** For each coupon, the odds that another coupon holds its operation, which is then none of the choices. */
  readonly otherOdds: readonly number[];
}

/** A part of the graph that no edge joins to the rest. Coupons are places of the graph, in order. */
export interface Component {
  readonly cupones: readonly number[];
  readonly edges: number;
}

/** Union-find over the numbers below `size`; each number is a group of its own until it is joined. */
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

/** A component with more edges loses those that are less than a thousandth as likely as the best edge of their coupon. */
const MOST_EDGES = 2000;
const PRUNED_BELOW = Math.log(1 / 1000);

/** Prunes the large components. Reports mention the coupons that lost choices (`pruned`). */
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
