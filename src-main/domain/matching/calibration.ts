/** A curve that never falls, with the value `probability[i]` at `score[i]` and straight lines between the points. */
export interface Calibration {
  readonly score: readonly number[];
  readonly probability: readonly number[];
}

/** Calibrated probabilities stay between these two: no match is certain, and none is impossible. */
export const LEAST_PROBABILITY = 0.001;
export const MOST_PROBABILITY = 0.999;

/** The uncalibrated score of an assigned candidate, and whether it was right. */
export interface Outcome {
  readonly score: number;
  readonly right: boolean;
}

/** Isotonic regression by pooling adjacent violators. Each pool becomes one point, at its mean score, and has at least `fewest` outcomes. */
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

export function calibrate({ score, probability }: Calibration, value: number): number {
  const above = score.findIndex((known) => known > value);
  const [to, from] = [above < 0 ? score.length - 1 : above, above < 0 ? score.length - 1 : Math.max(0, above - 1)];
  const [x0, x1] = [score[from] ?? 0, score[to] ?? 1];
  const [y0, y1] = [probability[from] ?? value, probability[to] ?? value];
  const share = x1 > x0 ? Math.min(1, Math.max(0, (value - x0) / (x1 - x0))) : 1;
  return Math.min(MOST_PROBABILITY, Math.max(LEAST_PROBABILITY, y0 + (y1 - y0) * share));
}

/** The scale of the calibration, on which probabilities near one stay distinct. */
export function toLogit(probability: number): number {
  const p = Math.min(1 - 1e-12, Math.max(1e-12, probability));
  return Math.log(p / (1 - p));
}
