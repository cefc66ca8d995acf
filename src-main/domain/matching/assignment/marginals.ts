import type { Component, Graph } from './graph.ts';

const ROUNDS = 200;
/** Messages are settled when their logarithms differ by less: two coupons that both want one operation leave very small numbers. */
const SETTLED = 1e-5;

/** For each value, the sum of `start` and all other values. Subtracting from the total would lose the others beside one very large value. */
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

/** A coupon or an operation, with the numbers of its edges. */
interface Node {
  readonly edges: Int32Array;
  readonly incoming: Float64Array;
  readonly others: Float64Array;
  /** Odds of having no edge: for a coupon, no operation; for an operation, being free. */
  readonly rest: number;
}

const nodeOf = (edges: readonly number[], rest: number): Node => ({
  edges: Int32Array.from(edges),
  incoming: new Float64Array(edges.length),
  others: new Float64Array(edges.length),
  rest,
});

/**
 * The probability of each choice when an operation belongs to at most one coupon: one row per coupon of the component, in the order of its choices.
 * Belief propagation over the pairings of a component: exact where it is a tree, and with a single fixed point elsewhere.
 */
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
  /** Messages of each edge. `wants`: how strongly its coupon claims its operation. `left`: how free the other coupons leave that operation. */
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
