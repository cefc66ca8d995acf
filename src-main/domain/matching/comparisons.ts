import { COMERCIO_LEVELS, compareComercio } from './levels/comercio.ts';
import { COMPROBANTE_LEVELS, compareComprobante } from './levels/comprobante.ts';
import { DATE_LEVELS, compareDate } from './levels/fecha.ts';
import { IDENTIFIER_LEVELS, VALUE_LEVELS, compareIdentifier, compareValue, NOT_COMPARED } from './levels/level.ts';
import { IMPORTE_LEVELS, compareImporte } from './levels/importe.ts';
import { TARJETA_LEVELS, compareTarjeta } from './levels/tarjeta.ts';
import { TERMINAL_LEVELS, compareTerminal } from './levels/terminal.ts';
import type { Sought } from './candidates/keys.ts';
import { MISSING } from './fields/codes.ts';
import { f64 } from './fields/columns.ts';
import type { CuponCodes } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';

/**
 * The comparisons between a coupon and an operation, each with its levels of agreement, in a fixed order. Names and levels are shown by
 * `--pesos`: add, never rename. Fields that depend on each other are one comparison.
 */
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

/** The level of each comparison, by its place in `COMPARISON_NAMES`; `NOT_COMPARED` where one of the two lacks the field. */
export type LevelVector = Int8Array;

export const createLevelVector = (): LevelVector => new Int8Array(COMPARISON_COUNT);

/** Gives the codes of the brands that a coupon's brand stands for; undefined where that is not known. */
export type BrandsOf = (cupon: CuponCodes) => ReadonlySet<number> | undefined;

/** The code at a place of a dictionary; `MISSING` for no place. */
export const codeAt = (codes: Float64Array, place: number): number => (place < 0 ? MISSING : f64(codes, place));

/** Writes the levels of a coupon and a row. */
type PairComparer = (cupon: Sought, row: number, into: LevelVector) => void;

/** Compares coupons with rows of a table, field by field. */
export function createPairComparer(table: OperacionTable, brandsOf: BrandsOf): PairComparer {
  // One object serves all pairs; it is filled again for each.
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
    // Where the voucher is in its own place, another field that has it too is just wrong.
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
