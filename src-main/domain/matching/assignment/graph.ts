/** An operation that a coupon may take: its place among the operations of the graph, and what it is worth over taking none. */
export interface Choice {
  readonly operacion: number;
  /** Natural logarithm of the odds against having none. */
  readonly logOdds: number;
}

/**
 * Coupons and operations that compete. Coupons are in the order of their keys and operations in that of their identifiers, so that equal choices
 * fall the same way whatever the order in which they came.
 */
export interface Graph {
  readonly operaciones: number;
  readonly choices: readonly (readonly Choice[])[];
  /** Odds of what a coupon may be besides the choices and none: held by another coupon. */
  readonly otherOdds: readonly number[];
}

/** Coupons and operations that have nothing to do with any others; places of the graph, in order. */
export interface Component {
  readonly cupones: readonly number[];
  readonly edges: number;
}

/** Numbers below `size` in groups; each is a group of its own until it is joined. */
export function createGroups(size: number) {
  const parent = new Int32Array(size).map((_, i) => i);
  /** What all of a group have in common. */
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

/** Splits a graph into the parts that no edge joins. */
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

/** Past so many edges, a component loses those that are less likely than one in a thousand of the best of their coupon. */
const MOST_EDGES = 2000;
const PRUNED_BELOW = Math.log(1 / 1000);

/** Prunes the large components. Also gives the coupons that lost choices, because reports say so. */
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
