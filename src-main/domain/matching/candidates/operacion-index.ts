import type { OperacionTable } from '../fields/operacion-table.ts';
import { hashBucket, createRowIndex, NO_KEY, type RowIndex } from './row-index.ts';

type Visit = (row: number) => void;

/**
 * Finds operations by one value or two. Each method visits exactly the rows that have those values. Amounts are indexed without their sign; the caller
 * checks it. A million operations take about 50 MB and half a second.
 */
export interface OperacionIndex {
  byDay(day: number, visit: Visit): void;
  byVoucher(voucher: number, visit: Visit): void;
  byVoucherAndDay(voucher: number, day: number, visit: Visit): void;
  byVoucherAndCard(voucher: number, lastFour: number, visit: Visit): void;
  byVoucherAndAmount(voucher: number, amount: number, visit: Visit): void;
  byReference(reference: number, visit: Visit): void;
  byCardAndAmount(lastFour: number, amount: number, visit: Visit): void;
  byCardAndDay(lastFour: number, day: number, visit: Visit): void;
  byAmountAndDay(amount: number, day: number, visit: Visit): void;
  byStoreAndDay(store: number, day: number, visit: Visit): void;
}

export function createOperacionIndex(table: OperacionTable): OperacionIndex {
  const buckets = new Int32Array(table.size);
  const amount = (row: number): number => Math.abs(table.amount(row));
  const one = (a: (row: number) => number): RowIndex =>
    createRowIndex(
      table.size,
      (row) => {
        const value = a(row);
        return value < 0 ? NO_KEY : hashBucket(value);
      },
      buckets,
    );
  const two = (a: (row: number) => number, b: (row: number) => number): RowIndex =>
    createRowIndex(
      table.size,
      (row) => {
        const [first, second] = [a(row), b(row)];
        return first < 0 || second < 0 ? NO_KEY : hashBucket(first, second);
      },
      buckets,
    );
  const day = (row: number): number => table.day(row);
  const card = (row: number): number => table.lastFour(row);
  const store = (row: number): number => table.store(row);
  const voucher = (row: number): number => table.voucher(row);
  const reference = (row: number): number => table.reference(row);
  /** Visits the rows of a bucket that really have the value, or both values. */
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
  const pair = (a: (row: number) => number, b: (row: number) => number) => visitTwo(two(a, b), a, b);
  const single = (a: (row: number) => number) => visitOne(one(a), a);

  return {
    byDay: single(day),
    byVoucher: single(voucher),
    byVoucherAndDay: pair(voucher, day),
    byVoucherAndCard: pair(voucher, card),
    byVoucherAndAmount: pair(voucher, amount),
    byReference: single(reference),
    byCardAndAmount: pair(card, amount),
    byCardAndDay: pair(card, day),
    byAmountAndDay: pair(amount, day),
    byStoreAndDay: pair(store, day),
  };
}
