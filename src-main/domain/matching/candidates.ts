import { u32, MISSING, i32 } from './fields/codes.ts';
import type { CuponCodes } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import { toCuponDay, type CuponDay, DAYS_AROUND, NEAR } from './levels.ts';
import type { Steps } from '../shared-work.ts';

/** The operations that may belong to a coupon. The next search overwrites them. */
export interface Candidates {
  readonly size: number;
  /** Rows of the table; only the first `size` are of this search. Their order means nothing. */
  readonly rows: Uint32Array;
}

export type CandidateFinder = ReturnType<typeof createCandidateFinder>;

export function createCandidateFinder(table: OperacionTable, index: OperacionIndex) {
  const { dictionaries } = table;
  /** For each row, the number of the last search that found it, so that each row is a candidate only once. */
  const seenIn = new Uint32Array(table.size);
  let search = 0;
  let rows = new Uint32Array(256);
  let size = 0;
  const visit = (row: number): void => {
    if (u32(seenIn, row) === search) return;
    seenIn[row] = search;
    if (size === rows.length) rows = new Uint32Array(rows.buffer.transfer(rows.byteLength * 2));
    rows[size] = row;
    size += 1;
  };
  const where = { index, table, visit };
  const daysOf = new Map<number, CuponDay>();
  const daysFor = (day: number): CuponDay => {
    const known = daysOf.get(day) ?? toCuponDay(day);
    daysOf.set(day, known);
    return known;
  };
  const keys = Object.values(CANDIDATE_KEYS);
  return {
    seek: (cupon: CuponCodes): Sought => ({
      ...cupon,
      days: daysFor(cupon.day),
      storePlace: dictionaries.stores.find(cupon.store),
    }),
    find(sought: Sought): Candidates {
      search += 1;
      size = 0;
      for (const look of keys) look(sought, where);
      return { size, rows };
    },
  };
}

/** A coupon with the days that its date may stand for, and the index of its establishment in the dictionary of the operations. */
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

/** An operation that any of these keys finds is a candidate. Remove a key that alone finds nothing (`npm run bench:explanations`, docs/decisions/0019). */
export const CANDIDATE_KEYS = {
  comprobante: (c, { index, visit }) => {
    // The voucher counts only together with the day: where vouchers restart with each lote, thousands of operations share a voucher.
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

type Visit = (row: number) => void;

/** Finds operations by one value, or by two values together, without the sign of amounts. Takes some 50 MB for a million operations. */
export type OperacionIndex = ReturnType<typeof createOperacionIndex>;

export function createOperacionIndex(table: OperacionTable) {
  const buckets = new Int32Array(table.size);
  const amountOf = (row: number): number => Math.abs(table.amount(row));
  /** Makes an index by two values together. The returned function visits the rows that have both. */
  const indexPair = (firstOf: (row: number) => number, secondOf: (row: number) => number) => {
    const index = createRowIndex(
      table.size,
      (row) => {
        const [first, second] = [firstOf(row), secondOf(row)];
        return first < 0 || second < 0 ? NO_KEY : hashBucket(first, second);
      },
      buckets,
    );
    return (first: number, second: number, visit: Visit): void => {
      if (first < 0 || second < 0) return;
      // The values are compared too, because different values may share a bucket.
      index.forEach(hashBucket(first, second), (row) => {
        if (firstOf(row) === first && secondOf(row) === second) visit(row);
      });
    };
  };
  const indexSingle = (of: (row: number) => number) => {
    const visitBoth = indexPair(of, () => 0);
    return (value: number, visit: Visit): void => visitBoth(value, 0, visit);
  };

  return {
    byDay: indexSingle(table.day),
    byVoucher: indexSingle(table.voucher),
    byVoucherAndDay: indexPair(table.voucher, table.day),
    byVoucherAndCard: indexPair(table.voucher, table.lastFour),
    byVoucherAndAmount: indexPair(table.voucher, amountOf),
    byReference: indexSingle(table.reference),
    byCardAndAmount: indexPair(table.lastFour, amountOf),
    byCardAndDay: indexPair(table.lastFour, table.day),
    byAmountAndDay: indexPair(amountOf, table.day),
    byStoreAndDay: indexPair(table.store, table.day),
  };
}

/** The operations of an account with their index. A worker keeps them as long as the cache does not change. */
export interface PreparedOperaciones {
  readonly table: OperacionTable;
  readonly index: OperacionIndex;
}

export function* prepareOperaciones(table: OperacionTable): Steps<PreparedOperaciones> {
  yield { stage: 'indice', done: 0, total: table.size };
  const index = createOperacionIndex(table);
  yield { stage: 'indice', done: table.size, total: table.size };
  return { table, index };
}

/** Hashes one or two values, which must be whole numbers below 2^53. */
export function hashBucket(a: number, b = 0): number {
  let hash = Math.imul((a >>> 0) ^ Math.imul((a / 2 ** 32) >>> 0, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ (b >>> 0) ^ Math.imul((b / 2 ** 32) >>> 0, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 13;
  return Math.imul(hash, 0x165667b1) >>> 0;
}

/** The hash of a row that lacks one of the values. */
const NO_KEY = -1;

/** One bucket per row would double the memory, and checking four rows takes no noticeable time. */
const ROWS_OF_A_BUCKET = 4;

/** An index of rows by `hashOf`, without objects or sorting; `NO_KEY` leaves a row out. `buckets`: room for a number per row, which several indexes reuse. */
function createRowIndex(size: number, hashOf: (row: number) => number, buckets: Int32Array) {
  const bits = Math.max(4, Math.ceil(Math.log2(Math.max(1, size / ROWS_OF_A_BUCKET))));
  const shift = 32 - bits;
  const starts = new Uint32Array(2 ** bits + 1);
  for (let row = 0; row < size; row++) {
    const hash = hashOf(row);
    const bucket = hash === NO_KEY ? NO_KEY : hash >>> shift;
    buckets[row] = bucket;
    if (bucket !== NO_KEY) starts[bucket + 1] = u32(starts, bucket + 1) + 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket] = u32(starts, bucket) + u32(starts, bucket - 1);
  const next = starts.slice();
  const rows = new Uint32Array(u32(starts, starts.length - 1));
  for (let row = 0; row < size; row++) {
    const bucket = i32(buckets, row);
    if (bucket === NO_KEY) continue;
    const place = u32(next, bucket);
    rows[place] = row;
    next[bucket] = place + 1;
  }
  return {
    forEach(hash: number, visit: (row: number) => void): void {
      const bucket = hash >>> shift;
      const end = u32(starts, bucket + 1);
      for (let place = u32(starts, bucket); place < end; place++) visit(u32(rows, place));
    },
  };
}
