import type { CandidateFinder } from './candidates/finder.ts';
import type { BrandLearner } from './brands.ts';
import { MISSING } from './fields/codes.ts';
import type { CuponCodes, CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import { hashBucket } from './candidates/row-index.ts';
import type { OperacionIndex } from './candidates/operacion-index.ts';
import type { Scored, Scorer } from './model/scorer.ts';
import { codeAt } from './pair-levels.ts';
import type { Steps } from './progress.ts';

/**
 * How often we would link a coupon that has no operation, measured on the account's own data. A decoy is a coupon made from one of the account's
 * operations, with the fields that its coupons have. It is searched among all operations except that one.
 */
export interface MeasuredError {
  readonly decoys: number;
  readonly linked: number;
  /** The share of decoys that was linked at `probable` or better, and the 95 % interval of that share. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** How many decoys are made, where the account has that many operations. */
const DECOYS = 5000;
const PIECE = 250;

export interface DecoyOptions {
  readonly table: OperacionTable;
  readonly index: OperacionIndex;
  readonly finder: CandidateFinder;
  readonly scorer: Scorer;
  readonly brands: BrandLearner;
  /**
   * `like`: decoys have the same fields filled as these coupons. `dated`: decoys are made from operations of the days of these coupons; matched ones have
   * the right day.
   */
  readonly like: CuponTable;
  readonly dated: CuponTable;
  /**
   * Whether a decoy can be made from an operation. Where there are matched coupons, only their operations are used: an operation without a coupon
   * is often a mistake (charged twice, paid in two parts), and other operations are too similar to it.
   */
  isSource(row: number): boolean;
  /** Whether what was found would have been linked. */
  isLinked(scored: Scored): boolean;
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

/** A coupon for an operation, as the till that wrote `like` would have written it. */
function cuponOf(table: OperacionTable, row: number, like: CuponCodes, brands: BrandLearner): CuponCodes {
  const keepWhere = (mask: number, value: number): number => (mask === MISSING ? MISSING : value);
  const brand = brands.usualOf(table.brandCode(row));
  return {
    day: table.day(row),
    amount: table.amount(row),
    voucher: table.voucher(row),
    lastFour: table.lastFour(row),
    authorisation: keepWhere(like.authorisation, table.authorisation(row)),
    terminal: keepWhere(like.terminal, codeAt(table.dictionaries.terminalCode, table.terminal(row))),
    lote: keepWhere(like.lote, codeAt(table.dictionaries.loteCode, table.lote(row))),
    store: keepWhere(like.store, codeAt(table.dictionaries.storeCode, table.store(row))),
    instalments: keepWhere(like.instalments, Math.max(1, table.instalments(row))),
    bin: keepWhere(like.bin, table.bin(row)),
    reference: table.reference(row),
    brandText: keepWhere(like.brandText, brand.brandText),
    brandNumber: keepWhere(like.brandNumber, brand.brandNumber),
  };
}

export function* measureError({
  table,
  index,
  finder,
  scorer,
  brands,
  like,
  dated,
  isSource,
  isLinked,
}: DecoyOptions): Steps<MeasuredError> {
  let [decoys, linked] = [0, 0];
  const tries = like.size === 0 ? 0 : 3 * DECOYS;
  const used = new Set<number>();
  for (let i = 0; i < tries && decoys < DECOYS; i++) {
    const model = like.codesOf(i % like.size);
    const { day } = dated.codesOf(i % dated.size);
    const row = rowOfDay({ index, table, day, turn: i, isSource: (other) => isSource(other) && !used.has(other) });
    if (row !== undefined) {
      used.add(row);
      const sought = finder.seek(cuponOf(table, row, model, brands));
      const scored = scorer.score(sought, finder.find(sought), { without: (other) => other === row });
      decoys += 1;
      if (isLinked(scored)) linked += 1;
    }
    if (i % PIECE === PIECE - 1) yield { stage: 'senuelos', done: i + 1, total: tries };
  }
  const [from, to] = computeWilson(linked, decoys);
  return { decoys, linked, share: decoys === 0 ? 0 : linked / decoys, from, to };
}

interface Drawn {
  readonly index: OperacionIndex;
  readonly table: OperacionTable;
  readonly day: number;
  readonly turn: number;
  isSource(row: number): boolean;
}

/** An operation of a day, chosen by a hash of its identifier; each turn gives another one. */
function rowOfDay({ index, table, day, turn, isSource }: Drawn): number | undefined {
  let best: { row: number; hash: number } | undefined;
  index.byDay(day, (row) => {
    if (!isSource(row)) return;
    const hash = hashBucket(table.idCode(row), turn);
    const first = hash === best?.hash && table.idCode(row) < table.idCode(best.row);
    if (best === undefined || hash < best.hash || first) best = { row, hash };
  });
  return best?.row;
}
