import { createRandom } from './generator/random.ts';

/** A share with its 95 % interval (bootstrap over coupons). */
export interface Share {
  readonly share: number;
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

const SAMPLES = 400;
const BINS = 15;

/** The share of true values with its bootstrap interval. Drawing n values with replacement, of which k are true, is a binomial draw. */
export function shareOf(values: readonly boolean[]): Share {
  const of = values.length;
  const share = of === 0 ? Number.NaN : values.filter(Boolean).length / of;
  const random = createRandom(1);
  const samples = Array.from({ length: of === 0 ? 0 : SAMPLES }, () => {
    let count = 0;
    for (let i = 0; i < of; i++) if (values[random.int(of)] === true) count += 1;
    return count / of;
  }).sort((a, b) => a - b);
  const quantileAt = (part: number): number =>
    samples[Math.min(samples.length - 1, Math.floor(part * samples.length))] ?? share;
  return { share, from: quantileAt(0.025), to: quantileAt(0.975), of };
}

/** Wilson's interval for a share. */
export function computeWilson(count: number, total: number, z = 1.96): readonly [number, number] {
  if (total === 0) return [0, 1];
  const share = count / total;
  const middle = share + (z * z) / (2 * total);
  const reach = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  const whole = 1 + (z * z) / total;
  return [count === 0 ? 0 : (middle - reach) / whole, count === total ? 1 : (middle + reach) / whole];
}

interface Said {
  readonly probability: number;
  readonly right: boolean;
}

/** The mean difference between stated probability and actual share, over bins of equal size ordered by stated probability. */
export function measureCalibration(said: readonly Said[]): number {
  const sorted = [...said].sort((a, b) => a.probability - b.probability);
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const part = sorted.slice(Math.floor((bin * sorted.length) / BINS), Math.floor(((bin + 1) * sorted.length) / BINS));
    const mean = part.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, part.length);
    const right = part.filter((one) => one.right).length / Math.max(1, part.length);
    error += (part.length / Math.max(1, sorted.length)) * Math.abs(mean - right);
  }
  return error;
}

/** The bootstrap interval of the calibration error. */
export function measureCalibrationInterval(said: readonly Said[]): readonly [number, number] {
  const random = createRandom(7);
  const errors = Array.from({ length: 60 }, () =>
    measureCalibration(said.map(() => said[random.int(said.length)] ?? { probability: 0, right: false })),
  ).sort((a, b) => a - b);
  return [errors[1] ?? 0, errors[58] ?? 0];
}

export const formatPercent = (share: number, decimals = 2): string =>
  Number.isNaN(share) ? '—' : `${(share * 100).toFixed(decimals)} %`;
export const withInterval = ({ share, from, to, of }: Share): string =>
  `${formatPercent(share)} [${formatPercent(from)} – ${formatPercent(to)}] de ${String(of)}`;
