/** The totals above the rows of an export, computed before the rows are written: sums, missing amounts, rows in doubt. */
import { SIGNED_AMOUNTS, summandsOf } from '#contract/data-fields.ts';
import type { RowDocument } from '#contract/documents.ts';
import { parseMoney } from '#domain/money.ts';
import type { Vista } from '#domain/views/index.ts';
import type { AskedQueries } from '#storage/cache/index.ts';

/** Only `retiradas` counts withdrawn rows. `sumas`: in centavos, by the names of `summandsOf`. `faltan`: how many rows lack an amount, by field. */
export type RowSummary = Awaited<ReturnType<AskedQueries['totals']>>;

export const NO_ROWS: RowSummary = { total: 0, retiradas: 0, sumas: {}, faltan: {}, enDuda: { filas: 0, sumas: {} } };

/** The value of a field. `name` may also mean the credit or the debit of a signed amount: null if the amount has the other sign. */
export function readAmount(vista: Vista, row: RowDocument, name: string): unknown {
  const signed = SIGNED_AMOUNTS[vista];
  const letter =
    name === signed?.sums.plus.name ? signed.plus : name === signed?.sums.minus.name ? signed.minus : undefined;
  if (signed === undefined || letter === undefined) return row[name] ?? null;
  return row[signed.by] === letter ? (row[signed.as.name] ?? null) : null;
}

export const isWithdrawn = ({ retirada = null }: RowDocument): boolean => retirada !== null;

const toCentavos = (value: unknown): bigint | undefined => {
  const amount = typeof value === 'string' ? parseMoney(value, 'sin-miles') : undefined;
  return amount === undefined ? undefined : BigInt(amount);
};

/** Computes the totals from the rows, for an export that has only a part of the filtered rows. */
export async function summariseRows(vista: Vista, chunks: AsyncIterable<readonly RowDocument[]>): Promise<RowSummary> {
  const summands = summandsOf(vista);
  const createSums = (): Record<string, bigint> => Object.fromEntries(summands.map(({ name }) => [name, 0n]));
  const [sumas, doubtful] = [createSums(), createSums()];
  const faltan: Record<string, number> = {};
  let [total, retiradas, filas] = [0, 0, 0];
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (isWithdrawn(row)) {
        retiradas += 1;
        continue;
      }
      total += 1;
      const isInDoubt = (row['en_duda'] ?? null) !== null;
      if (isInDoubt) filas += 1;
      for (const { name, only } of summands) {
        const importe = toCentavos(readAmount(vista, row, name)) ?? 0n;
        sumas[name] = (sumas[name] ?? 0n) + importe;
        if (isInDoubt) doubtful[name] = (doubtful[name] ?? 0n) + importe;
        if (only === undefined && (row[name] ?? null) === null) faltan[name] = (faltan[name] ?? 0) + 1;
      }
    }
  }
  return { total, retiradas, sumas, faltan, enDuda: { filas, sumas: doubtful } };
}
