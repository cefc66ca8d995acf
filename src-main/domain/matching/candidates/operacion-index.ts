import type { OperacionTable } from '../fields/operacion-table.ts';
import type { Steps } from '../progress.ts';
import { i32, u32 } from '../fields/columns.ts';

type Visit = (row: number) => void;

/** Finds operations by one value or two. Amounts lose their sign, which the caller checks. A million operations take some 50 MB. */
export type OperacionIndex = ReturnType<typeof createOperacionIndex>;

export function createOperacionIndex(table: OperacionTable) {
  const buckets = new Int32Array(table.size);
  const amountOf = (row: number): number => Math.abs(table.amount(row));
  const indexOne = (a: (row: number) => number): RowIndex =>
    createRowIndex(
      table.size,
      (row) => {
        const value = a(row);
        return value < 0 ? NO_KEY : hashBucket(value);
      },
      buckets,
    );
  const indexTwo = (a: (row: number) => number, b: (row: number) => number): RowIndex =>
    createRowIndex(
      table.size,
      (row) => {
        const [first, second] = [a(row), b(row)];
        return first < 0 || second < 0 ? NO_KEY : hashBucket(first, second);
      },
      buckets,
    );
  const dayOf = (row: number): number => table.day(row);
  const cardOf = (row: number): number => table.lastFour(row);
  const storeOf = (row: number): number => table.store(row);
  const voucherOf = (row: number): number => table.voucher(row);
  const referenceOf = (row: number): number => table.reference(row);
  /** Visits the rows of a bucket that really have the values. */
  const visitOne =
    (index: RowIndex, of: (row: number) => number) =>
    (value: number, visit: Visit): void => {
      if (value < 0) return;
      index.forEach(hashBucket(value), (row) => {
        if (of(row) === value) visit(row);
      });
    };
  const visitTwo =
    (index: RowIndex, firstOf: (row: number) => number, secondOf: (row: number) => number) =>
    (first: number, second: number, visit: Visit): void => {
      if (first < 0 || second < 0) return;
      index.forEach(hashBucket(first, second), (row) => {
        if (firstOf(row) === first && secondOf(row) === second) visit(row);
      });
    };
  const pair = (a: (row: number) => number, b: (row: number) => number) => visitTwo(indexTwo(a, b), a, b);
  const visitSingle = (a: (row: number) => number) => visitOne(indexOne(a), a);

  return {
    byDay: visitSingle(dayOf),
    byVoucher: visitSingle(voucherOf),
    byVoucherAndDay: pair(voucherOf, dayOf),
    byVoucherAndCard: pair(voucherOf, cardOf),
    byVoucherAndAmount: pair(voucherOf, amountOf),
    byReference: visitSingle(referenceOf),
    byCardAndAmount: pair(cardOf, amountOf),
    byCardAndDay: pair(cardOf, dayOf),
    byAmountAndDay: pair(amountOf, dayOf),
    byStoreAndDay: pair(storeOf, dayOf),
  };
}

/** The indexed operations of an account. A worker keeps them while the cache does not change. */
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

/** Values are whole numbers below 2^53. */
export function hashBucket(a: number, b = 0): number {
  let hash = Math.imul((a >>> 0) ^ Math.imul((a / 2 ** 32) >>> 0, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ (b >>> 0) ^ Math.imul((b / 2 ** 32) >>> 0, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 13;
  return Math.imul(hash, 0x165667b1) >>> 0;
}

/** For a row without a value. */
const NO_KEY = -1;

/** Rows by a hash of some of their values, in two arrays without an object per row. A bucket may hold other values too: the caller checks. */
export type RowIndex = ReturnType<typeof createRowIndex>;

/** One bucket per row would double the memory. Checking four rows instead of one takes no noticeable time. */
const ROWS_OF_A_BUCKET = 4;

/** `hashOf` returns a row's bucket or `NO_KEY`. Two passes over the rows without sorting. `buckets`: one number per row, reused for several indexes. */
export function createRowIndex(size: number, hashOf: (row: number) => number, buckets: Int32Array) {
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
    /** Calls `visit` for each row of the bucket, in order of their numbers. */
    forEach(hash: number, visit: (row: number) => void): void {
      const bucket = hash >>> shift;
      const end = u32(starts, bucket + 1);
      for (let place = u32(starts, bucket); place < end; place++) visit(u32(rows, place));
    },
  };
}
