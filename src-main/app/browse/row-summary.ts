/** The totals of an export, made before its rows are written: sums, missing amounts and rows in doubt. */
import { SIGNED_AMOUNTS, summandsOf, type Summand } from '#contract/data-fields.ts';
import type { RowDocument } from '#contract/documents.ts';
import { parseMoney } from '#domain/money.ts';
import type { Vista } from '#domain/views/index.ts';
import type { ReadTotals } from '#storage/cache/index.ts';

type Sums = Readonly<Record<string, bigint>>;

export interface RowSummary {
  /** Rows that are not withdrawn. */
  readonly rows: number;
  readonly withdrawn: number;
  /** By the names of `summandsOf`, in centavos; of rows that are not withdrawn. */
  readonly sums: Sums;
  /** Rows that do not say an amount, by field. */
  readonly missing: Readonly<Record<string, number>>;
  readonly inDoubt: { readonly rows: number; readonly sums: Sums };
}

export const NO_ROWS: RowSummary = { rows: 0, withdrawn: 0, sums: {}, missing: {}, inDoubt: { rows: 0, sums: {} } };

export const toSummary = ({ total, retiradas, sumas: groupSums, faltan, enDuda }: ReadTotals): RowSummary => ({
  rows: total,
  withdrawn: retiradas,
  sums: groupSums,
  missing: faltan,
  inDoubt: { rows: enDuda.filas, sums: enDuda.sumas },
});

/** A field of the row, or the part of its signed amount that is a credit or a debit; null where it has none. */
export function readAmount(vista: Vista, row: RowDocument, name: string): unknown {
  const signed = SIGNED_AMOUNTS[vista];
  const letter =
    name === signed?.sums.plus.name ? signed.plus : name === signed?.sums.minus.name ? signed.minus : undefined;
  if (signed === undefined || letter === undefined) return row[name] ?? null;
  return row[signed.by] === letter ? (row[signed.as.name] ?? null) : null;
}

/** Whether the row was withdrawn: the service stopped giving it. */
export const isWithdrawn = ({ retirada = null }: RowDocument): boolean => retirada !== null;

const toCentavos = (value: unknown): bigint | undefined => {
  const amount = typeof value === 'string' ? parseMoney(value, 'sin-miles') : undefined;
  return amount === undefined ? undefined : BigInt(amount);
};

function createSums(vista: Vista, summands: readonly Summand[]) {
  const sums: Record<string, bigint> = Object.fromEntries(summands.map(({ name }) => [name, 0n]));
  return {
    sums,
    add(row: RowDocument): void {
      for (const { name } of summands)
        sums[name] = (sums[name] ?? 0n) + (toCentavos(readAmount(vista, row, name)) ?? 0n);
    },
  };
}

/** The same totals from the rows themselves, when only some rows of a filter are written. */
export async function summariseRows(vista: Vista, chunks: AsyncIterable<readonly RowDocument[]>): Promise<RowSummary> {
  const summands = summandsOf(vista);
  const live = createSums(vista, summands);
  const doubtful = createSums(vista, summands);
  const missing: Record<string, number> = {};
  const count = { rows: 0, withdrawn: 0, inDoubt: 0 };
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (isWithdrawn(row)) {
        count.withdrawn += 1;
        continue;
      }
      count.rows += 1;
      live.add(row);
      if ((row['en_duda'] ?? null) !== null) {
        count.inDoubt += 1;
        doubtful.add(row);
      }
      for (const { name, only } of summands) {
        if (only === undefined && (row[name] ?? null) === null) missing[name] = (missing[name] ?? 0) + 1;
      }
    }
  }
  return {
    rows: count.rows,
    withdrawn: count.withdrawn,
    sums: live.sums,
    missing,
    inDoubt: { rows: count.inDoubt, sums: doubtful.sums },
  };
}
