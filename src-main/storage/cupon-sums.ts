/** Sums of coupons in SQL, over tables that have their amounts in a column `centavos`. */
import { formatPlain } from '#domain/money.ts';
import type { CuponSum } from '#domain/result-rows.ts';
import { z } from 'zod';

/** The amount in two parts: the sum of a hundred thousand amounts can be more than SQLite adds. `filter`: a `FILTER` clause. */
export const writeImporteSql = (filter = ''): string =>
  `coalesce(sum(centavos / 1000000)${filter}, 0) AS alto, coalesce(sum(centavos % 1000000)${filter}, 0) AS bajo`;

export const SUMS = `count(*) AS cupones, ${writeImporteSql()}`;

const importe = z.object({ alto: z.number(), bajo: z.number() });
/** What `SUMS` gives. */
export const sumRow = importe.extend({ cupones: z.number() });

export const importeOf = ({ alto, bajo }: z.infer<typeof importe>): string =>
  formatPlain(BigInt(alto) * 1_000_000n + BigInt(bajo));

/** A row of `SUMS` as a document says it; zero where there is none. */
export const toCuponSum = (row: z.infer<typeof sumRow> = { cupones: 0, alto: 0, bajo: 0 }): CuponSum => ({
  cupones: row.cupones,
  importe: importeOf(row),
});
