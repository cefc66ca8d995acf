import type { OperacionTable } from '../fields/operacion-table.ts';
import { hashBucket, createRowIndex, NO_KEY, type RowIndex } from './row-index.ts';
import type { Steps } from '../progress.ts';

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
