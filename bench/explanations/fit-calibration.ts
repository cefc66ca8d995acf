/** Computes the calibration that the program ships: from the score of a candidate to how often such candidates are right. */
import type { Calibration } from '#domain/matching/together.ts';

/** The uncalibrated score of an assigned candidate, and whether it was right. */
export interface Outcome {
  readonly score: number;
  readonly right: boolean;
}

/** Isotonic regression: pools adjacent outcomes until the shares rise. Each pool is one point at its mean score and has at least `fewest` outcomes. */
export function fitCalibration(outcomes: readonly Outcome[], fewest = 40): Calibration {
  const byScore = [...Map.groupBy(outcomes, ({ score }) => score)].sort(([a], [b]) => a - b);
  const pools: { score: number; right: number; count: number }[] = [];
  for (const [score, same] of byScore) {
    pools.push({ score: score * same.length, right: same.filter(({ right }) => right).length, count: same.length });
    for (;;) {
      const [last, before] = [pools.at(-1), pools.at(-2)];
      if (last === undefined || before === undefined) break;
      const falls = before.right * last.count >= last.right * before.count;
      if (!falls && before.count >= fewest) break;
      pools.length -= 2;
      pools.push({
        score: before.score + last.score,
        right: before.right + last.right,
        count: before.count + last.count,
      });
    }
  }
  const [last, before] = [pools.at(-1), pools.at(-2)];
  if (last !== undefined && before !== undefined && last.count < fewest) {
    pools.length -= 2;
    pools.push({
      score: before.score + last.score,
      right: before.right + last.right,
      count: before.count + last.count,
    });
  }
  return {
    score: pools.map(({ score, count }) => score / count),
    probability: pools.map(({ right, count }) => right / count),
  };
}
