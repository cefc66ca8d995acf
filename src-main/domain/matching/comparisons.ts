import { COMERCIO_LEVELS, compareComercio, TERMINAL_LEVELS, compareTerminal } from './levels/pairs.ts';
import {
  COMPROBANTE_LEVELS,
  compareComprobante,
  IDENTIFIER_LEVELS,
  VALUE_LEVELS,
  compareIdentifier,
  compareValue,
  NOT_COMPARED,
  TARJETA_LEVELS,
  compareTarjeta,
} from './levels/level.ts';
import { DATE_LEVELS, compareDate } from './levels/fecha.ts';
import { IMPORTE_LEVELS, compareImporte } from './levels/importe.ts';
import type { Sought } from './candidates/finder.ts';
import { MISSING } from './fields/codes.ts';
import { f64 } from './fields/columns.ts';
import type { CuponCodes } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';

/** Comparisons in a fixed order; fields that depend on each other share one. `--pesos` shows names and levels: add, never rename. */
export const COMPARISONS = {
  importe: IMPORTE_LEVELS,
  fecha: DATE_LEVELS,
  comprobante: COMPROBANTE_LEVELS,
  tarjeta: TARJETA_LEVELS,
  terminal: TERMINAL_LEVELS,
  comercio: COMERCIO_LEVELS,
  autorizacion: IDENTIFIER_LEVELS,
  cuotas: VALUE_LEVELS,
  bin: VALUE_LEVELS,
  referencia: IDENTIFIER_LEVELS,
} as const satisfies Record<string, readonly string[]>;

export type Comparison = keyof typeof COMPARISONS;

export const COMPARISON_NAMES = Object.keys(COMPARISONS) as readonly Comparison[];
const COMPARISON_COUNT = COMPARISON_NAMES.length;

/** The level of each comparison, by its place in `COMPARISON_NAMES`; `NOT_COMPARED` where coupon or operation lacks the field. */
export type LevelVector = Int8Array;

export const createLevelVector = (): LevelVector => new Int8Array(COMPARISON_COUNT);

/** The codes of the brands that a coupon's brand stands for; undefined where unknown. */
export type BrandsOf = (cupon: CuponCodes) => ReadonlySet<number> | undefined;

/** `MISSING` for no place. */
export const codeAt = (codes: Float64Array, place: number): number => (place < 0 ? MISSING : f64(codes, place));

type PairComparer = (cupon: Sought, row: number, into: LevelVector) => void;

export function createPairComparer(table: OperacionTable, brandsOf: BrandsOf): PairComparer {
  // One object serves all pairs, so that a comparison allocates nothing.
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
    // Where the voucher is in its own field, another field with the same number is just wrong.
    const isElsewhere = cupon.voucher !== MISSING && cupon.voucher !== sale.voucher;
    const loteIsVoucher =
      isElsewhere && cupon.lote !== MISSING && cupon.lote === sale.voucher && cupon.lote !== sale.lote;
    const authorisationIsVoucher =
      isElsewhere && cupon.authorisation === sale.voucher && sale.authorisation !== sale.voucher;
    into[0] = compareImporte(cupon.amount, sale);
    into[1] = compareDate(cupon.days, table.day(row), table.presentation(row));
    into[2] = compareComprobante(cupon, sale);
    into[3] = compareTarjeta(cupon.lastFour, table.lastFour(row), bin);
    into[4] = compareTerminal(cupon, sale, loteIsVoucher);
    into[5] = compareComercio(cupon.storePlace, table.store(row), brands?.has(table.brandCode(row)));
    into[6] = authorisationIsVoucher ? NOT_COMPARED : compareIdentifier(cupon.authorisation, sale.authorisation);
    into[7] = compareValue(cupon.instalments, sale.instalments);
    into[8] = compareValue(cupon.bin, bin);
    into[9] = compareIdentifier(cupon.reference, table.reference(row));
  };
}
