import type { CuponCodes } from '../fields/cupon-table.ts';
import { MISSING } from '../fields/codes.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { DAYS_AROUND, type CuponDay } from '../levels/fecha.ts';
import { NEAR } from '../levels/importe.ts';
import type { OperacionIndex } from './operacion-index.ts';

/** A coupon with its establishment's place in the dictionary of a table of operations. */
export interface Sought extends CuponCodes {
  readonly days: CuponDay;
  readonly storePlace: number;
}

interface Where {
  readonly index: OperacionIndex;
  readonly table: OperacionTable;
  readonly visit: (row: number) => void;
}

const visitDaysAround = (day: number, visit: (day: number) => void): void => {
  if (day === MISSING) return;
  for (let other = day - DAYS_AROUND; other <= day + DAYS_AROUND; other++) visit(other);
};

/**
 * An operation is a candidate when any of these keys finds it; any two right required fields are enough. `npm run bench:explanations` measures what each
 * key alone finds; remove a key that finds nothing (docs/decisions/0019).
 */
export const CANDIDATE_KEYS = {
  comprobante: (c, { index, visit }) => {
    // Where vouchers restart with each lote, thousands of operations share a voucher, so one more field has to be right.
    visitDaysAround(c.day, (day) => index.byVoucherAndDay(c.voucher, day, visit));
    index.byVoucherAndDay(c.voucher, c.days.swapped, visit);
    for (const day of c.days.otherYears) index.byVoucherAndDay(c.voucher, day, visit);
    index.byVoucherAndCard(c.voucher, c.lastFour, visit);
    index.byVoucherAndAmount(c.voucher, Math.abs(c.amount), visit);
  },
  ultimos_importe: (c, { index, visit }) => index.byCardAndAmount(c.lastFour, Math.abs(c.amount), visit),
  ultimos_fecha: (c, { index, visit }) => index.byCardAndDay(c.lastFour, c.day, visit),
  importe_fecha: (c, { index, visit }) =>
    visitDaysAround(c.day, (day) => index.byAmountAndDay(Math.abs(c.amount), day, visit)),
  establecimiento_fecha_importe: (c, { index, table, visit }) =>
    index.byStoreAndDay(c.storePlace, c.day, (row) => {
      const amount = table.amount(row);
      if (Math.abs(amount - c.amount) <= Math.abs(amount) * NEAR) visit(row);
    }),
  importe_por_100: (c, { index, visit }) => {
    const amount = Math.abs(c.amount);
    index.byCardAndAmount(c.lastFour, amount * 100, visit);
    visitDaysAround(c.day, (day) => index.byAmountAndDay(amount * 100, day, visit));
    if (amount % 100 !== 0) return;
    index.byCardAndAmount(c.lastFour, amount / 100, visit);
    visitDaysAround(c.day, (day) => index.byAmountAndDay(amount / 100, day, visit));
  },
  billetera: (c, { index, visit }) => index.byReference(c.reference, visit),
} as const satisfies Record<string, (cupon: Sought, where: Where) => void>;

export type CandidateKey = keyof typeof CANDIDATE_KEYS;
export const CANDIDATE_KEY_NAMES = Object.keys(CANDIDATE_KEYS) as readonly CandidateKey[];
