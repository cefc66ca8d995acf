/**
 * Computes from the tuning worlds, and writes to `src-main/domain/matching/model/tuned.ts`: how often each field differs between a coupon and its operation,
 * the share of coupons without an operation, the calibration, and the least probability with a precision of 99 %. Uses no world of the report.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calibrate, type Calibration } from '#domain/matching/together.ts';
import { fitCalibration, type Outcome } from './fit-calibration.ts';
import {
  COMPARISON_NAMES,
  COMPARISONS,
  type Comparison,
  createLevelVector,
  createPairComparer,
} from '#domain/matching/comparisons.ts';
import type { Matching } from '#domain/matching/match.ts';
import { LEVEL_COUNT, LEVEL_OFFSETS, normalise, type ByLevel } from '#domain/matching/model/evidence.ts';
import { isSingle, judge, type Judged } from './judged.ts';
import { runWorld } from './run.ts';
import { computeWilson } from './statistics.ts';
import { TUNING_SEEDS, worldsOf } from './worlds.ts';
import { formatText } from '../../scripts/format.ts';

const target = fileURLToPath(new URL('../../src-main/domain/matching/model/tuned.ts', import.meta.url));
/** The least probability of any level of comparison, because people make mistakes that the tuning worlds do not have. */
const RAREST = 0.004;
const PRECISION = 0.99;
const LOWEST = 0.95;
const FEWEST = 60;

/** Counts how coupons and their operations compare in each field. */
function count(matching: Matching, judged: readonly Judged[], counts: Float64Array): void {
  const { prepared, cupones, finder, brands } = matching;
  const compare = createPairComparer(prepared.table, brands.brandsOf);
  const levels = createLevelVector();
  for (const { of } of judged.filter((one) => isSingle(one) && one.present)) {
    const place = cupones.indexOf(of.key);
    const row = prepared.table.rowOf(of.truth[0] ?? '');
    if (place === undefined || row === undefined) continue;
    compare(finder.seek(cupones.codesOf(place)), row, levels);
    for (let i = 0; i < COMPARISON_NAMES.length; i++) {
      const level = levels[i] ?? -1;
      const at = (LEVEL_OFFSETS[i] ?? 0) + level;
      if (level >= 0) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
}

/** The probabilities of a comparison's levels, by name. */
const nameLevels = (name: Comparison, row: Float64Array): Readonly<Record<string, number>> => {
  const offset = LEVEL_OFFSETS[COMPARISON_NAMES.indexOf(name)] ?? 0;
  return Object.fromEntries(COMPARISONS[name].map((level, i) => [level, row[offset + i] ?? 0]));
};

const byLevel = (row: Float64Array): ByLevel => ({
  importe: nameLevels('importe', row),
  fecha: nameLevels('fecha', row),
  comprobante: nameLevels('comprobante', row),
  tarjeta: nameLevels('tarjeta', row),
  terminal: nameLevels('terminal', row),
  comercio: nameLevels('comercio', row),
  autorizacion: nameLevels('autorizacion', row),
  cuotas: nameLevels('cuotas', row),
  bin: nameLevels('bin', row),
  referencia: nameLevels('referencia', row),
});

function slipsOf(counts: Float64Array): ByLevel {
  const shares = normalise(counts.slice()).map((share) => Math.max(RAREST, share));
  return byLevel(normalise(shares).map((share) => Number(share.toFixed(5))));
}

/** The least probability from which on candidates are right often enough, with a confidence of 95 %. */
function veryLikelyFrom(outcomes: readonly Outcome[], calibration: Calibration): number {
  const known = outcomes
    .map(({ score, right }) => ({ probability: calibrate(calibration, score), right }))
    .sort((a, b) => b.probability - a.probability);
  let [right, best] = [0, 1];
  for (const [i, one] of known.entries()) {
    if (one.probability < LOWEST) break;
    right += one.right ? 1 : 0;
    const last = known[i + 1]?.probability !== one.probability;
    if (last && computeWilson(right, i + 1)[0] >= PRECISION) best = one.probability;
  }
  return Number(best.toFixed(4));
}

const counts = new Float64Array(LEVEL_COUNT);
let [all, absent] = [0, 0];
for (const world of worldsOf(TUNING_SEEDS)) {
  const matching = runWorld(world);
  const judged = judge(world, matching);
  count(matching, judged, counts);
  all += judged.length;
  absent += judged.filter(({ present }) => !present).length;
  console.log(`${world.name}: ${String(judged.length)} cupones`);
}
const [slips, none] = [slipsOf(counts), Number((absent / all).toFixed(3))];

const outcomes: Outcome[] = [];
for (const world of worldsOf(TUNING_SEEDS)) {
  const judged = judge(world, runWorld(world, { parameters: { slips, none } }));
  for (const { score, right } of judged.filter(isSingle)) if (score !== undefined) outcomes.push({ score, right });
}
const fitted = fitCalibration(outcomes, FEWEST);
const calibration: Calibration = {
  score: fitted.score.map((value) => Number(value.toFixed(4))),
  probability: fitted.probability.map((value) => Number(value.toFixed(5))),
};
const text = `// Made by \`npm run tune:explanations\` on the tuning worlds of bench/explanations (${String(outcomes.length)} coupons). Not written by hand.
import type { Calibration } from '../calibration.ts';
import type { ByLevel } from './layout.ts';

/** Probability of each level between an unmatched coupon and the operation that it is. */
export const TUNED_SLIPS: ByLevel = ${JSON.stringify(slips)};

/** Share of the unmatched coupons that have no operation. */
export const TUNED_NONE = ${String(none)};

/** From the logit of what the model says to how often it is right. */
export const CALIBRATION: Calibration = ${JSON.stringify(calibration)};

/**
 * From this calibrated probability on a candidate is \`muy_probable\`: the lowest one, not below ${String(LOWEST)}, whose precision on the tuning data is
 * at least 99 % with a confidence of 95 %.
 */
export const VERY_LIKELY = ${String(veryLikelyFrom(outcomes, calibration))};
`;
writeFileSync(target, await formatText(target, text));
console.log(`${target}: ${String(outcomes.length)} cupones, ${String(calibration.score.length)} puntos`);
