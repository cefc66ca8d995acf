import type { Candidates, Sought } from '../candidates.ts';
import { MISSING, f64, i8, u32 } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import {
  createLevelVector,
  createPairComparer,
  type BrandsOf,
  type LevelVector,
  COMPARISON_NAMES,
  COMPARISONS,
  type Comparison,
} from '../comparisons.ts';
import {
  createEvidenceMeter,
  createEvidence,
  type Evidence,
  LEVEL_COUNT,
  LEVEL_OFFSETS,
  PATTERNS,
  normalise,
  rowOf,
  type ByLevel,
} from './evidence.ts';
import type { Frequencies } from './frequencies.ts';
import { TUNED_NONE, TUNED_SLIPS } from './tuned.ts';

/** An operation that may belong to a coupon, with the odds of this against the coupon having no operation. */
export interface Edge {
  readonly row: number;
  /** Natural logarithm of the odds, including the prior. */
  readonly logOdds: number;
  readonly levels: LevelVector;
}

/** What the model says about one coupon alone, before other coupons compete for its operations. */
export interface Scored {
  /** Free operations, most likely first: the first three, and up to nine more above `OUT_OF_THE_QUESTION`. */
  readonly edges: readonly Edge[];
  /** `heldOdds`: the odds that another coupon holds this coupon's operation. `held`: the most likely such operation. */
  readonly heldOdds: number;
  readonly held: Edge | undefined;
}

/** How many operations to keep for a coupon at most, and how many to keep even if they are unlikely. */
const MOST = 12;
const SHOWN = 3;
const OUT_OF_THE_QUESTION = Math.log(1e-5);
/** The least weight of a level, so that no single field excludes an operation. */
const LEAST = Math.log(1e-9);

export interface ScorerOptions {
  readonly table: OperacionTable;
  readonly frequencies: Frequencies;
  readonly parameters: Parameters;
  readonly brandsOf: BrandsOf;
  isFree(row: number): boolean;
}

function weigh(evidence: Evidence, m: Float64Array, into: Float64Array): void {
  for (const pattern of PATTERNS) {
    const any = pattern.reduce((sum, level) => sum + f64(m, level) * f64(evidence.expected, level), 0);
    for (const level of pattern) {
      into[level] = Math.max(LEAST, Math.log((f64(m, level) * f64(evidence.reach, level)) / any));
    }
  }
}

function weightOf(levels: LevelVector, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < levels.length; i++) {
    const level = i8(levels, i);
    if (level >= 0) sum += f64(weights, (LEVEL_OFFSETS[i] ?? 0) + level);
  }
  return sum;
}

export function createScorer({ table, frequencies, parameters, brandsOf, isFree }: ScorerOptions) {
  const compare = createPairComparer(table, brandsOf);
  const measure = createEvidenceMeter(frequencies, brandsOf);
  const m = mOf(parameters);
  const { none } = parameters;
  const [evidence, weights, levels] = [createEvidence(), new Float64Array(LEVEL_COUNT), createLevelVector()];
  const freePrior = Math.log((1 - none) / none / Math.max(1e-12, frequencies.freeMass));
  const heldPrior = freePrior + Math.log(HELD_ODDS);
  const ofDay = new Map<number, number>();
  const dayPriorOf = (day: number): number => {
    const known = ofDay.get(day) ?? Math.log(frequencies.days.perOperation(day));
    ofDay.set(day, known);
    return known;
  };

  // Pairs have only a few thousand different level vectors, so equal vectors are kept once, and not once per candidate.
  const ways = new Map<string, LevelVector>();
  const edgeOf = (cupon: Sought, { row, logOdds }: Likely): Edge => {
    compare(cupon, row, levels);
    const way = String.fromCharCode(...levels.map((level) => level + 1));
    const known = ways.get(way) ?? levels.slice();
    ways.set(way, known);
    return { row, logOdds, levels: known };
  };

  return {
    score(cupon: Sought, { size, rows }: Candidates, isRefused: (row: number) => boolean): Scored {
      measure(cupon, evidence);
      weigh(evidence, m, weights);
      const [free, held] = [createBest(table), createBest(table)];
      let heldOdds = 0;
      for (let i = 0; i < size; i++) {
        const row = u32(rows, i);
        if (isRefused(row) || isOtherKind(cupon, table, row)) continue;
        compare(cupon, row, levels);
        const isItsOwn = isFree(row);
        const apart = (isItsOwn ? freePrior : heldPrior) + dayPriorOf(table.day(row)) + weightOf(levels, weights);
        const logOdds = isOtherSale(levels) ? Math.min(apart, OF_OTHER_SALE) : apart;
        (isItsOwn ? free : held).offer(row, logOdds);
        if (!isItsOwn) heldOdds += Math.exp(logOdds);
      }
      const [likeliest] = held.all();
      return {
        edges: free
          .all()
          .filter(({ logOdds }, i) => i < SHOWN || logOdds > OUT_OF_THE_QUESTION)
          .map((likely) => edgeOf(cupon, likely)),
        heldOdds,
        held: likeliest === undefined ? undefined : edgeOf(cupon, likeliest),
      };
    },
  };
}

/** Whether the coupon is a wallet sale (with only a reference) and the operation a card sale (with only a voucher), or the reverse. */
export function isOtherKind(
  cupon: Pick<CuponCodes, 'reference' | 'voucher'>,
  table: OperacionTable,
  row: number,
): boolean {
  const byCard = table.voucher(row) !== MISSING;
  const byWallet = table.reference(row) !== MISSING;
  const wallet = cupon.reference !== MISSING && cupon.voucher === MISSING;
  const card = cupon.voucher !== MISSING && cupon.reference === MISSING;
  return (wallet && byCard && !byWallet) || (card && byWallet && !byCard);
}

interface Likely {
  readonly row: number;
  readonly logOdds: number;
}

/** Keeps the `MOST` best of the offered operations, best first; of equally good operations, the lower `idCode` first. */
function createBest(table: OperacionTable) {
  const best: Likely[] = [];
  return {
    offer(row: number, logOdds: number): void {
      const last = best[MOST - 1];
      if (last !== undefined && logOdds < last.logOdds) return;
      let place = best.length;
      for (; place > 0; place--) {
        const before = best[place - 1];
        if (before === undefined || before.logOdds > logOdds) break;
        if (before.logOdds === logOdds && table.idCode(before.row) < table.idCode(row)) break;
      }
      best.splice(place, 0, { row, logOdds });
      if (best.length > MOST) best.pop();
    },
    all: (): readonly Likely[] => best,
  };
}

/**
 * The highest log odds of a pair in which voucher and card differ, and neither authorisation nor reference agrees. The model weighs each field by itself, so
 * without this limit the next sale of the same amount at the same till would be very likely. The pair stays a candidate: the coupon may have two mistakes.
 */
const OF_OTHER_SALE = Math.log(0.15);

const placesOf = (comparison: Comparison, names: readonly string[]) => {
  const levels: readonly string[] = COMPARISONS[comparison];
  return { at: COMPARISON_NAMES.indexOf(comparison), places: new Set(names.map((name) => levels.indexOf(name))) };
};
/** Levels at which the vouchers really differ; a voucher that is shortened, a digit longer, or in another field counts as the same number. */
const OTHER_VOUCHER = placesOf('comprobante', ['un_digito', 'traspuesto', 'otro']);
const OTHER_CARD = placesOf('tarjeta', ['otra']);
const SAME_NUMBER = [placesOf('autorizacion', ['igual', 'una_letra']), placesOf('referencia', ['igual', 'una_letra'])];

const has = (levels: LevelVector, { at, places }: ReturnType<typeof placesOf>): boolean => places.has(i8(levels, at));

const isOtherSale = (levels: LevelVector): boolean =>
  has(levels, OTHER_VOUCHER) && has(levels, OTHER_CARD) && !SAME_NUMBER.some((one) => has(levels, one));

export interface Parameters {
  /** The probability *m* of each level between an unmatched coupon and its own operation. */
  readonly slips: ByLevel;
  readonly none: number;
}

export const SHIPPED: Parameters = { slips: TUNED_SLIPS, none: TUNED_NONE };

/** Prior odds of an operation that another coupon holds, compared with a free operation. */
const HELD_ODDS = 0.015;

export const mOf = ({ slips }: Pick<Parameters, 'slips'>): Float64Array => normalise(rowOf(slips));
