/** Sums of coupons in SQL, over tables that have their amounts in a column `centavos`. */
import { formatPlain } from '#domain/money.ts';
import type { CuponSum } from '#domain/result-rows.ts';

/** The amount in two parts: the sum of a hundred thousand amounts can be more than SQLite adds. `filter`: a `FILTER` clause. */
export const writeImporteSql = (filter = ''): string =>
  `coalesce(sum(centavos / 1000000)${filter}, 0) AS high, coalesce(sum(centavos % 1000000)${filter}, 0) AS low`;

export const SUMS = `count(*) AS cupones, ${writeImporteSql()}`;

export interface ImporteRow {
  readonly high: number;
  readonly low: number;
}
/** What `SUMS` gives. */
export interface SumRow extends ImporteRow {
  readonly cupones: number;
}

export const importeOf = ({ high, low }: ImporteRow): string => formatPlain(BigInt(high) * 1_000_000n + BigInt(low));

/** A row of `SUMS` as a document says it; zero without one. */
export const toCuponSum = (row: SumRow = { cupones: 0, high: 0, low: 0 }): CuponSum => ({
  cupones: row.cupones,
  importe: importeOf(row),
});
