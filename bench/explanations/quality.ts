/**
 * `npm run bench:explanations`: measures how well the engine explains coupons whose truth is known, in worlds that were not used for tuning, beside three
 * published rules and an oracle that knows how the worlds were made. Prints goals as lines for `npm run bench`; exits 1 when one is missed. Longer than 300
 * lines because it prints one report.
 */
import process from 'node:process';
import { CANDIDATE_KEY_NAMES } from '#domain/matching/candidates.ts';
import { MOTIVOS } from '#domain/matching/explain/reasons.ts';
import { VERY_LIKELY } from '#domain/matching/model/tuned.ts';
import { erpnext } from './baselines/erpnext.ts';
import { gnucash } from './baselines/gnucash.ts';
import { india } from './baselines/india.ts';
import type { Answer } from './baselines/baseline.ts';
import type { Sale } from './generator/sales.ts';
import { isSingle, judge, type Judged } from './judged.ts';
import { askOracle, type Oracled } from './oracle.ts';
import { questionsOf } from './questions.ts';
import { runWorld } from './run.ts';
import { FAULTS_OF_SECOND_AUTHOR } from './second.ts';
import {
  computeWilson,
  formatPercent,
  measureCalibration,
  measureCalibrationInterval,
  shareOf,
  withInterval,
} from './statistics.ts';
import { NEIGHBOUR_SEEDS, TEST_SEEDS, worldsOf } from './worlds.ts';

const PROBABLE = 0.7;
const BASELINES = [gnucash, erpnext, india];
let missed = 0;

/** Prints a goal: `asked` or, when even the oracle does not reach that, 98 % of the oracle's value. */
function printGoal(name: string, value: number, side: '≥' | '≤', asked: number, oracle?: number): void {
  const of = oracle !== undefined && side === '≥' && oracle < asked ? 0.98 * oracle : asked;
  const met = side === '≥' ? value >= of : value <= of;
  if (!met) missed += 1;
  const why = of === asked ? '' : ` (pedido ${formatPercent(asked)}, oráculo ${formatPercent(oracle ?? 0)})`;
  console.log(`  ${met ? 'bien    ' : 'NO LLEGA'} ${name}: ${formatPercent(value)} ${side} ${formatPercent(of)}${why}`);
}

interface Row {
  /** True if the service matched no coupon of this terminal. */
  readonly untouched: boolean;
  readonly judged: Judged;
  readonly oracle: Oracled;
  readonly answers: readonly Answer[];
}

const withWilson = (count: number, of: number): string => {
  const [from, to] = computeWilson(count, of);
  return `${formatPercent(count / of)} [${formatPercent(from)} – ${formatPercent(to)}] (${String(count)} de ${String(of)})`;
};
const printTitle = (text: string): void => console.log(`\n${text}`);
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Runs the engine, the rules and the oracle on the worlds, and keeps the answers for each coupon. */
function runAll(seeds: readonly number[], roles?: Parameters<typeof worldsOf>[1]) {
  const rows: Row[] = [];
  const sizes: number[] = [];
  for (const world of worldsOf(seeds, roles)) {
    sizes.push(world.operaciones.length);
    const matching = runWorld(world);
    const questions = questionsOf(world, matching);
    const oracle = askOracle(world, questions);
    const answers = BASELINES.map((baseline) => baseline.answer(questions));
    const judged = judge(world, matching);
    const tillOf = (sale: Sale | undefined): string | undefined => sale?.terminal.slice(0, 5);
    const touched = new Set(world.matched.map(({ operacion }) => tillOf(world.saleOf(operacion))));
    for (const one of judged) {
      const its = oracle.get(one.of.key);
      if (its === undefined) continue;
      rows.push({
        untouched: one.of.sale !== undefined && !touched.has(tillOf(one.of.sale)),
        judged: one,
        oracle: its,
        answers: answers.map((all) => all.get(one.of.key) ?? { ranked: [], taken: false }),
      });
    }
    console.log(
      `${world.name}: ${String(world.operaciones.length)} operaciones, ${String(world.matched.length)} cupones conciliados, ${String(judged.length)} sin conciliar`,
    );
  }
  return { rows, sizes };
}

const rankOf = (ranked: readonly string[], truth: readonly string[]): number =>
  ranked.findIndex((id) => truth.includes(id)) + 1;
const isWithin = (rank: number, first: number): boolean => rank > 0 && rank <= first;

function recall(name: string, rows: readonly Row[]): void {
  const printLine = (who: string, ranks: readonly number[]): void => {
    const [one, three] = [
      shareOf(ranks.map((rank) => isWithin(rank, 1))),
      shareOf(ranks.map((rank) => isWithin(rank, 3))),
    ];
    console.log(`  ${who.padEnd(18)} @1 ${withInterval(one)}   @3 ${withInterval(three)}`);
  };
  printTitle(name);
  printLine(
    'motor',
    rows.map(({ judged }) => judged.rank),
  );
  printLine(
    'oráculo',
    rows.map(({ judged, oracle }) => rankOf(oracle.ranked, judged.of.truth)),
  );
  for (const [i, baseline] of BASELINES.entries())
    printLine(
      baseline.name,
      rows.map(({ judged, answers }) => rankOf(answers[i]?.ranked ?? [], judged.of.truth)),
    );
}

function recallGoals(name: string, rows: readonly Row[], [one, three]: readonly [number, number]): void {
  const meanWithin = (first: number, ranks: readonly number[]): number =>
    meanOf(ranks.map((rank) => Number(isWithin(rank, first))));
  const mine = rows.map(({ judged }) => judged.rank);
  const its = rows.map(({ judged, oracle }) => rankOf(oracle.ranked, judged.of.truth));
  printGoal(`${name} @1`, meanWithin(1, mine), '≥', one, meanWithin(1, its));
  printGoal(`${name} @3`, meanWithin(3, mine), '≥', three, meanWithin(3, its));
}

function printContribution(rows: readonly Row[]): void {
  printTitle('Qué aporta cada clave de candidatos (cupones cuya operación está)');
  for (const name of CANDIDATE_KEY_NAMES) {
    const found = rows.filter(({ judged }) => judged.foundBy.includes(name));
    const alone = found.filter(({ judged }) => judged.foundBy.length === 1);
    console.log(
      `  ${name.padEnd(32)} la encuentra ${formatPercent(found.length / rows.length).padStart(8)}, sólo ella ${String(alone.length).padStart(5)}`,
    );
  }
}

function printConfusion(rows: readonly Row[]): void {
  printTitle('Motivo inyectado → motivo dicho');
  for (const motivo of MOTIVOS) {
    const own = rows.filter(({ judged }) => judged.of.motivo === motivo);
    if (own.length === 0) continue;
    const said = [...Map.groupBy(own, ({ judged }) => judged.motivo)].sort(([, a], [, b]) => b.length - a.length);
    const right = own.filter(({ judged }) => judged.motivo === motivo).length / own.length;
    const others = said.filter(([other]) => other !== motivo).map(([other, all]) => `${other} ${String(all.length)}`);
    console.log(
      `  ${motivo.padEnd(26)} ${String(own.length).padStart(5)}  ${formatPercent(right).padStart(9)}  ${others.join(', ')}`,
    );
  }
}

const DENSITIES = [
  ['ninguna', 0, 0],
  ['1 a 3', 1, 3],
  ['4 a 15', 4, 15],
  ['16 o más', 16, Infinity],
] as const;

function byDensity(rows: readonly Row[]): void {
  printTitle('Por densidad de gemelas (operaciones libres del mismo importe y día)');
  for (const [name, from, to] of DENSITIES) {
    const own = rows.filter(({ judged }) => judged.twins >= from && judged.twins <= to);
    if (own.length === 0) continue;
    const mine = shareOf(own.map(({ judged }) => judged.rank === 1));
    const oracle = meanOf(own.map(({ judged, oracle: its }) => Number(rankOf(its.ranked, judged.of.truth) === 1)));
    console.log(`  ${name.padEnd(10)} @1 ${withInterval(mine)}   oráculo ${formatPercent(oracle)}`);
  }
}

/**
 * True if the oracle counts as right about the reason. Always for coupons without an operation and for returned or divided sales, about which the oracle
 * knows no more than the engine.
 */
const isNamedByOracle = ({ judged, oracle }: Row): boolean => {
  if (!judged.present) return oracle.motivo === 'SIN_OPERACION' || judged.of.motivo === oracle.motivo;
  if (judged.of.motivo === 'DEVUELTA' || judged.of.motivo === 'DIVIDIDA') return true;
  return oracle.motivo === judged.of.motivo;
};

const { rows, sizes } = runAll(TEST_SEEDS);
const single = rows.filter(({ judged }) => isSingle(judged));
const present = single.filter(({ judged }) => judged.present);
const one = present.filter(({ judged }) => judged.of.faults.length === 1);
const two = present.filter(({ judged }) => judged.of.faults.length === 2);
const absent = single.filter(({ judged }) => !judged.present);

printTitle(
  `Cupones sin conciliar: ${String(rows.length)}; con los campos obligatorios solos ${formatPercent(meanOf(rows.map(({ judged }) => Number(judged.of.plain))), 1)}`,
);
recall('Con una falla', one);
recall('Con dos fallas', two);
byDensity(present);
printContribution(present);
printConfusion(rows);

printTitle('Certeza');
const said = single.filter(({ judged }) => judged.score !== undefined).map(({ judged }) => judged);
for (const [name, from, to] of [
  ['muy probable', VERY_LIKELY, 2],
  ['probable', PROBABLE, VERY_LIKELY],
  ['posible', 0.1, PROBABLE],
  ['ninguna', 0, 0.1],
] as const) {
  const own = said.filter(({ probability }) => probability >= from && probability < to);
  console.log(
    `  ${name.padEnd(13)} ${withInterval(shareOf(own.map(({ right }) => right)))} aciertan; dice ${formatPercent(meanOf(own.map(({ probability }) => probability)))}`,
  );
}
const error = measureCalibration(said);
const [errorFrom, errorTo] = measureCalibrationInterval(said);
console.log(`  error de calibración ${formatPercent(error)} [${formatPercent(errorFrom)} – ${formatPercent(errorTo)}]`);
for (const [i, baseline] of BASELINES.entries()) {
  const took = shareOf(absent.map(({ answers }) => answers[i]?.taken === true));
  console.log(
    `  ${baseline.name.padEnd(18)} toma una operación para ${withInterval(took)} de los cupones que no tienen`,
  );
}

printTitle('Sin operación y enlazados, por motivo; los de cajas de las que nada concilió, aparte');
const lost = rows.filter(({ judged }) => !judged.present);
const isLinked = ({ judged }: Row): boolean => judged.probability >= PROBABLE;
for (const [motivo, own] of Map.groupBy(
  lost,
  ({ judged, untouched }) => `${judged.of.motivo}${untouched ? ' (caja sin cargar)' : ''}`,
)) {
  console.log(`  ${motivo.padEnd(40)} ${withWilson(own.filter(isLinked).length, own.length)}`);
}

printTitle(`Las fallas de otra persona (${String(FAULTS_OF_SECOND_AUTHOR.length)} clases)`);
const run = runAll(TEST_SEEDS, { faults: FAULTS_OF_SECOND_AUTHOR, each: 40 });
const secondRows = run.rows.filter(({ judged }) => judged.present && judged.of.faults.length > 0);
recall('Fallas de otra persona', secondRows);
for (const { name } of FAULTS_OF_SECOND_AUTHOR) {
  const own = secondRows.filter(({ judged }) => judged.of.motivo === name);
  if (own.length === 0) continue;
  const formatRanks = (first: number): string =>
    formatPercent(meanOf(own.map(({ judged }) => Number(isWithin(judged.rank, first)))), 1).padStart(8);
  const found = formatPercent(meanOf(own.map(({ judged }) => Number(judged.foundBy.length > 0))), 1).padStart(8);
  console.log(
    `  ${name.padEnd(60).slice(0, 60)} ${String(own.length).padStart(4)} candidatos ${found} @1 ${formatRanks(1)} @3 ${formatRanks(3)}`,
  );
}
const wrong = secondRows.map(({ judged }) => judged).filter(({ probability }) => probability >= VERY_LIKELY);
console.log(
  `  muy probable y acierta: ${withInterval(shareOf(wrong.map(({ right }) => right)))}; error de calibración ${formatPercent(measureCalibration(run.rows.map(({ judged }) => judged).filter(({ score }) => score !== undefined)))}`,
);

printTitle(
  'Con ventas vecinas: una de cada veinte la sigue otra de igual importe, y uno de cada cinco cupones es de una que falta',
);
const beside = runAll(NEIGHBOUR_SEEDS, 'neighbours')
  .rows.map(({ judged }) => judged)
  .filter(isSingle);
const besideAbsent = beside.filter(({ present: isThere }) => !isThere);
const besideSure = beside.filter(({ score, probability }) => score !== undefined && probability >= VERY_LIKELY);

printTitle('Metas');
printGoal(
  'candidatos contienen la operación',
  meanOf(present.map(({ judged }) => Number(judged.foundBy.length > 0))),
  '≥',
  0.995,
);
recallGoals('una falla', one, [0.95, 0.99]);
recallGoals('dos fallas', two, [0.85, 0.95]);
const spoilt = present.filter(({ judged }) => judged.of.faults.length > 0);
for (const first of [1, 3]) {
  const mine = meanOf(spoilt.map(({ judged }) => Number(isWithin(judged.rank, first))));
  printGoal(
    `fallas de otra persona @${String(first)}, a lo sumo 5 puntos menos`,
    meanOf(secondRows.map(({ judged }) => Number(isWithin(judged.rank, first)))),
    '≥',
    mine - 0.05,
  );
}
const sure = said.filter(({ probability }) => probability >= VERY_LIKELY);
printGoal('muy probable acierta', meanOf(sure.map(({ right }) => Number(right))), '≥', 0.99);
printGoal(
  'sin operación y enlazado',
  meanOf(absent.map(({ judged }) => Number(judged.probability >= PROBABLE))),
  '≤',
  0.01,
);
printGoal('error de calibración', error, '≤', 0.02);
printGoal(
  'motivo dicho es el inyectado',
  meanOf(rows.map(({ judged }) => Number(judged.motivo === judged.of.motivo))),
  '≥',
  0.97,
  meanOf(rows.map((row) => Number(isNamedByOracle(row)))),
);
printGoal('con ventas vecinas, muy probable acierta', meanOf(besideSure.map(({ right }) => Number(right))), '≥', 0.99);
printGoal(
  'con ventas vecinas, sin operación y enlazado',
  meanOf(besideAbsent.map(({ probability }) => Number(probability >= PROBABLE))),
  '≤',
  0.01,
);
// Without the reason of cancelled sales, which the worlds do not have.
const fewest = Math.min(
  ...MOTIVOS.map((motivo) => rows.filter(({ judged }) => judged.of.motivo === motivo).length).filter((n) => n > 0),
);
console.log(`  cupones del motivo con menos: ${String(fewest)} (al menos 600)`);
const smallest = Math.min(...sizes);
console.log(`  operaciones de la cuenta con menos: ${String(smallest)} (al menos 200000)`);
console.log(`  cupones sin conciliar: ${String(rows.length)} (al menos 20000)`);
if (missed > 0 || fewest < 600 || smallest < 200_000 || rows.length < 20_000) process.exitCode = 1;
