import { u32 } from '../fields/columns.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { toCuponDay, type CuponDay, DAYS_AROUND } from '../levels/fecha.ts';
import type { OperacionIndex } from './operacion-index.ts';
import { MISSING } from '../fields/codes.ts';
import { NEAR } from '../levels/importe.ts';

/** The operations that may be a coupon's. Valid until the next search, which overwrites them. */
export interface Candidates {
  readonly size: number;
  /** Rows of the table; only the first `size` belong to this search, in no meaningful order. */
  readonly rows: Uint32Array;
  /** For each row, the keys that found it: bit `i` stands for `CANDIDATE_KEY_NAMES[i]`. */
  readonly keys: Uint32Array;
}

export type CandidateFinder = ReturnType<typeof createCandidateFinder>;

export function createCandidateFinder(table: OperacionTable, index: OperacionIndex) {
  const { dictionaries } = table;
  /** For each row, the last search that saw it and its place there, so that a row is a candidate only once. */
  const seenIn = new Uint32Array(table.size);
  const placeOf = new Uint32Array(table.size);
  let search = 0;
  let found = { size: 0, rows: new Uint32Array(256), keys: new Uint32Array(256) };
  let bit = 0;
  const visit = (row: number): void => {
    if (u32(seenIn, row) === search) {
      const place = u32(placeOf, row);
      found.keys[place] = u32(found.keys, place) | bit;
      return;
    }
    seenIn[row] = search;
    placeOf[row] = found.size;
    if (found.size === found.rows.length) found = grow(found);
    found.rows[found.size] = row;
    found.keys[found.size] = bit;
    found.size += 1;
  };
  const where = { index, table, visit };
  const daysOf = new Map<number, CuponDay>();
  const daysFor = (day: number): CuponDay => {
    const known = daysOf.get(day) ?? toCuponDay(day);
    daysOf.set(day, known);
    return known;
  };
  const keys = CANDIDATE_KEY_NAMES.map((name, i) => ({ bit: 1 << i, look: CANDIDATE_KEYS[name] }));
  return {
    seek: (cupon: CuponCodes): Sought => ({
      ...cupon,
      days: daysFor(cupon.day),
      storePlace: dictionaries.stores.find(cupon.store),
    }),
    find(sought: Sought): Candidates {
      search += 1;
      found.size = 0;
      for (const key of keys) {
        bit = key.bit;
        key.look(sought, where);
      }
      return found;
    },
  };
}

const grow = ({ size, rows, keys }: { size: number; rows: Uint32Array; keys: Uint32Array }) => {
  const larger = { size, rows: new Uint32Array(size * 2), keys: new Uint32Array(size * 2) };
  larger.rows.set(rows);
  larger.keys.set(keys);
  return larger;
};

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
