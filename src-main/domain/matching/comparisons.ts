import * as levels from './levels.ts';
import type { Sought } from './candidates.ts';
import { MISSING, f64 } from './fields/codes.ts';
import type { CuponCodes } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';

/** The comparisons of coupon and operation, with the levels of each; fields that depend on each other share a comparison. */
export const COMPARISONS = {
  importe: levels.IMPORTE_LEVELS,
  fecha: levels.DATE_LEVELS,
  comprobante: levels.COMPROBANTE_LEVELS,
  tarjeta: levels.TARJETA_LEVELS,
  terminal: levels.TERMINAL_LEVELS,
  comercio: levels.COMERCIO_LEVELS,
  autorizacion: levels.IDENTIFIER_LEVELS,
  cuotas: levels.VALUE_LEVELS,
  bin: levels.VALUE_LEVELS,
  referencia: levels.IDENTIFIER_LEVELS,
} as const satisfies Record<string, readonly string[]>;

export type Comparison = keyof typeof COMPARISONS;

export const COMPARISON_NAMES = Object.keys(COMPARISONS) as readonly Comparison[];
const COMPARISON_COUNT = COMPARISON_NAMES.length;

/** For one coupon and one operation, the level of each comparison, or `NOT_COMPARED`, in the order of `COMPARISON_NAMES`. */
export type LevelVector = Int8Array;

export const createLevelVector = (): LevelVector => new Int8Array(COMPARISON_COUNT);

/** Gives the codes of the brands that a coupon's texts stand for; undefined if unknown. */
export type BrandsOf = (cupon: CuponCodes) => ReadonlySet<number> | undefined;

/** The code at an index; `MISSING` for a negative index. */
export const codeAt = (codes: Float64Array, place: number): number => (place < 0 ? MISSING : f64(codes, place));

type PairComparer = (cupon: Sought, row: number, into: LevelVector) => void;

export function createPairComparer(table: OperacionTable, brandsOf: BrandsOf): PairComparer {
  // One object for all pairs, so that comparing allocates nothing.
  const sale = { amount: 0, fee: 0, deducted: 0, instalments: 0, voucher: 0, authorisation: 0, lote: 0, terminal: 0 };
  let [seen, brands]: [Sought | undefined, ReadonlySet<number> | undefined] = [undefined, undefined];
  return (cupon, row, into) => {
    if (cupon !== seen) {
      brands = brandsOf(cupon);
      seen = cupon;
    }
    sale.amount = table.amount(row);
    sale.fee = table.fee(row);
    sale.deducted = table.deducted(row);
    sale.instalments = table.instalments(row);
    sale.voucher = table.voucher(row);
    sale.authorisation = table.authorisation(row);
    sale.lote = codeAt(table.dictionaries.loteCode, table.lote(row));
    sale.terminal = codeAt(table.dictionaries.terminalCode, table.terminal(row));
    const bin = table.bin(row);
    // A number in another field can only be the voucher if the voucher's own field does not have it.
    const isElsewhere = cupon.voucher !== MISSING && cupon.voucher !== sale.voucher;
    const loteIsVoucher =
      isElsewhere && cupon.lote !== MISSING && cupon.lote === sale.voucher && cupon.lote !== sale.lote;
    const authorisationIsVoucher =
      isElsewhere && cupon.authorisation === sale.voucher && sale.authorisation !== sale.voucher;
    into[0] = levels.compareImporte(cupon.amount, sale);
    into[1] = levels.compareDate(cupon.days, table.day(row), table.presentation(row));
    into[2] = levels.compareComprobante(cupon, sale);
    into[3] = levels.compareTarjeta(cupon.lastFour, table.lastFour(row), bin);
    into[4] = levels.compareTerminal(cupon, sale, loteIsVoucher);
    into[5] = levels.compareComercio(cupon.storePlace, table.store(row), brands?.has(table.brandCode(row)));
    into[6] = authorisationIsVoucher
      ? levels.NOT_COMPARED
      : levels.compareIdentifier(cupon.authorisation, sale.authorisation);
    into[7] = levels.compareValue(cupon.instalments, sale.instalments);
    into[8] = levels.compareValue(cupon.bin, bin);
    into[9] = levels.compareIdentifier(cupon.reference, table.reference(row));
  };
}

/** If at least `KNOWN_FROM` coupons have a text, the text means each brand that at least `TIMES` coupons and a `SHARE` of them have; else it is unknown. */
const KNOWN_FROM = 5;
const SHARE = 0.03;
const TIMES = 3;

type Counts = Map<number, Map<number, number>>;

const add = (counts: Counts, said: number, brand: number): void => {
  if (said === MISSING || brand < 0) return;
  const brands = counts.get(said) ?? new Map<number, number>();
  brands.set(brand, (brands.get(brand) ?? 0) + 1);
  counts.set(said, brands);
};

function brandsIn(counts: ReadonlyMap<number, number>): ReadonlySet<number> | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total < KNOWN_FROM) return undefined;
  const usual = [...counts].filter(([, count]) => count >= TIMES && count >= total * SHARE).map(([brand]) => brand);
  return usual.length === 0 ? undefined : new Set(usual);
}

/** Learns which brands the account's `tarjeta_desc` and `tarjeta_id` stand for, from coupons whose operation is known. */
export function createBrandLearner() {
  const [texts, numbers]: [Counts, Counts] = [new Map(), new Map()];
  const known = new Map<Counts, Map<number, ReadonlySet<number> | undefined>>();
  const meaningOf = (counts: Counts, said: number): ReadonlySet<number> | undefined => {
    const brands = counts.get(said);
    if (brands === undefined) return undefined;
    const meanings = known.get(counts) ?? new Map<number, ReadonlySet<number> | undefined>();
    known.set(counts, meanings);
    if (!meanings.has(said)) meanings.set(said, brandsIn(brands));
    return meanings.get(said);
  };
  return {
    learn(cupon: CuponCodes, brand: number): void {
      known.clear();
      add(texts, cupon.brandText, brand);
      add(numbers, cupon.brandNumber, brand);
    },
    brandsOf: (cupon: CuponCodes) => meaningOf(texts, cupon.brandText) ?? meaningOf(numbers, cupon.brandNumber),
  };
}
export type BrandLearner = ReturnType<typeof createBrandLearner>;
