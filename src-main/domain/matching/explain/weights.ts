import { COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';
import { f64 } from '../fields/columns.ts';
import type { Matching } from '../match.ts';
import { createEvidence } from '../model/evidence-row.ts';
import { LEVEL_OFFSETS } from '../model/layout.ts';
import { mOf } from '../model/parameters.ts';
import { createLevelVector, createPairComparer } from '../pair-levels.ts';

/** The weight of one comparison for a candidate. A point doubles the odds; a point below zero halves them. */
export interface GivenWeight {
  readonly comparacion: Comparison;
  readonly nivel: string;
  readonly puntos: number;
}

/** How the odds of a candidate came about, from the prior to the result. The points add up. */
export interface Pesos {
  readonly inicio: number;
  readonly pasos: readonly GivenWeight[];
  readonly resultado: number;
}

const POINT = Math.LN2;

/** The waterfall of a coupon (by key) and an operation (by identifier); undefined where one of them is not there. */
export function weighPair(matching: Matching, key: string, operacion: string): Pesos | undefined {
  const { prepared, cupones, finder, scorer, brands } = matching;
  const { table } = prepared;
  const [cupon, row] = [cupones.indexOf(key), table.rowOf(operacion)];
  if (cupon === undefined || row === undefined) return undefined;
  const sought = finder.seek(cupones.codesOf(cupon));
  const [evidence, levels] = [createEvidence(), createLevelVector()];
  scorer.measure(sought, evidence);
  const weights = scorer.weightsOf(evidence);
  createPairComparer(table, brands.brandsOf)(sought, row, levels);
  const start = scorer.priorOf(table.day(row)) / POINT;
  const steps = COMPARISON_NAMES.flatMap((comparison, i): GivenWeight[] => {
    const level = levels[i] ?? -1;
    const levelName = COMPARISONS[comparison][level];
    return levelName === undefined
      ? []
      : [{ comparacion: comparison, nivel: levelName, puntos: f64(weights, (LEVEL_OFFSETS[i] ?? 0) + level) / POINT }];
  });
  return { inicio: start, pasos: steps, resultado: steps.reduce((sum, { puntos }) => sum + puntos, start) };
}

/** The weight of a level in this account: its *m*, and the average of *u* and of the points over its coupons. */
export interface LevelWeight {
  readonly comparacion: Comparison;
  readonly nivel: string;
  readonly m: number;
  readonly u: number;
  readonly puntos: number;
}

/** Coupons over which weights are averaged. */
const SAMPLE = 300;

/** The weights of all levels, in the order of the comparisons. `--pesos` shows them. */
export function weighLevels({ cupones, results, finder, scorer, parameters }: Matching): readonly LevelWeight[] {
  const m = mOf(parameters);
  const [u, points] = [new Float64Array(m.length), new Float64Array(m.length)];
  const step = Math.max(1, Math.ceil(results.size / SAMPLE));
  const sample = Array.from({ length: Math.ceil(results.size / step) }, (_, i) => results.at(i * step)).filter(
    (one) => one !== undefined,
  );
  const evidence = createEvidence();
  for (const { cupon } of sample) {
    scorer.measure(finder.seek(cupones.codesOf(cupon)), evidence);
    const weights = scorer.weightsOf(evidence);
    for (let level = 0; level < m.length; level++) {
      const reach = f64(evidence.reach, level);
      // Fields with few distinct values have 1 / *u* as their reach (model/shared-evidence.ts).
      u[level] =
        f64(u, level) +
        (reach > 1 ? 1 / reach : f64(evidence.expected, level) / Math.max(1e-12, reach)) / sample.length;
      points[level] = f64(points, level) + f64(weights, level) / POINT / sample.length;
    }
  }
  return COMPARISON_NAMES.flatMap((comparison, i) =>
    COMPARISONS[comparison].map((levelName, place): LevelWeight => {
      const level = (LEVEL_OFFSETS[i] ?? 0) + place;
      return {
        comparacion: comparison,
        nivel: levelName,
        m: f64(m, level),
        u: f64(u, level),
        puntos: f64(points, level),
      };
    }),
  );
}
