import { fc, forAll, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { assign, NONE, componentsOf, prune, type Graph, marginalsOf } from '#domain/matching/assignment.ts';

const graphOf = (odds: readonly (readonly (number | undefined)[])[]): Graph => ({
  operaciones: Math.max(0, ...odds.map((row) => row.length)),
  choices: odds.map((row) =>
    row.flatMap((value, operacion) => (value === undefined ? [] : [{ operacion, logOdds: Math.log(value) }])),
  ),
  otherOdds: odds.map(() => 0),
});

/** Every way to give each coupon one operation or none, no operation twice; the weight is the product of the odds. */
function everyPairing(odds: readonly (readonly (number | undefined)[])[]): { taken: number[]; weight: number }[] {
  let all: { taken: number[]; weight: number }[] = [{ taken: [], weight: 1 }];
  for (const row of odds) {
    all = all.flatMap(({ taken, weight }) => [
      { taken: [...taken, NONE], weight },
      ...row.flatMap((value, operacion) =>
        value === undefined || taken.includes(operacion)
          ? []
          : [{ taken: [...taken, operacion], weight: weight * value }],
      ),
    ]);
  }
  return all;
}

/** The operation that each coupon of a graph gets, or NONE, by coupon. */
function assignAll(graph: Graph) {
  const found = new Map(componentsOf(graph).flatMap((component) => [...assign(graph, component)]));
  return graph.choices.map((_, cupon) => found.get(cupon) ?? NONE);
}

const someOdds = fc.array(
  fc.array(fc.option(fc.constantFrom(0.1, 0.25, 0.3, 0.5, 1, 2, 3, 4, 7, 16), { nil: undefined, freq: 3 }), {
    minLength: 4,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 5 },
);

test('the assignment is the best of all', () => {
  forAllOf(300, someOdds, (odds) => {
    const best = Math.max(...everyPairing(odds).map(({ weight }) => weight));
    const weight = assignAll(graphOf(odds)).reduce(
      (product, operacion, cupon) => product * (operacion === NONE ? 1 : (odds[cupon]?.[operacion] ?? 0)),
      1,
    );
    expect(weight).toBeCloseTo(best, 9);
  });
});

describe('the marginals', () => {
  /** The odds of choices that close no circle of shared operations: there the marginals are exact. */
  const one = fc.constantFrom(0.3, 1, 7);
  const tree = fc.tuple(one, one, one, one);

  test('are the shares of all the pairings where no circle of choices closes', () => {
    forAll(tree, ([a, b, c, d]) => {
      const odds = [
        [a, b, undefined],
        [undefined, c, d],
      ];
      const pairings = everyPairing(odds);
      const total = pairings.reduce((sum, { weight }) => sum + weight, 0);
      const graph = graphOf(odds);
      const [component] = componentsOf(graph);
      if (component === undefined) throw new Error('one component');
      const probability = marginalsOf(graph, component);
      for (const [cupon, row] of graph.choices.entries()) {
        for (const [i, { operacion }] of row.entries()) {
          const share =
            pairings.filter(({ taken }) => taken[cupon] === operacion).reduce((sum, { weight }) => sum + weight, 0) /
            total;
          expect(probability[cupon]?.[i]).toBeCloseTo(share, 4);
        }
      }
    });
  });

  test('of two coupons that say the same about one operation are one half each, however sure they are', () => {
    const graph = graphOf([[1e15], [1e15]]);
    const [component] = componentsOf(graph);
    const probability = marginalsOf(graph, component ?? { cupones: [], edges: 0 });
    expect(probability[0]?.[0]).toBeCloseTo(0.5, 3);
    expect(probability[1]?.[0]).toBeCloseTo(0.5, 3);
  });

  test('are numbers whatever the odds', () => {
    forAll(
      fc.array(
        fc.array(
          fc.integer({ min: -60, max: 80 }).map((n) => Math.exp(n)),
          { minLength: 3, maxLength: 3 },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      (odds) => {
        const graph = graphOf(odds);
        for (const component of componentsOf(graph)) {
          for (const row of marginalsOf(graph, component)) {
            expect(row.reduce((sum, p) => sum + p, 0)).toBeLessThan(1 + 1e-9);
            for (const p of row) expect(p >= 0 && p <= 1).toBe(true);
          }
        }
      },
    );
  });
});

test('a component with too many choices loses the unlikely ones, and that is said', () => {
  const cupones = 60;
  const graph = graphOf(
    Array.from({ length: cupones }, (_, i) =>
      Array.from({ length: cupones }, (_unused, j) => (i === j ? 5000 : i + 1 === j ? 50 : 2)),
    ),
  );
  const { graph: smaller, pruned } = prune(graph);
  expect(pruned.size).toBe(cupones);
  expect(smaller.choices.map((choices) => choices.length)).toEqual([...Array<number>(cupones - 1).fill(2), 1]);
  expect(prune(graphOf([[5000, 2]])).pruned.size).toBe(0);
});
