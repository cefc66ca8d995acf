import { hashBucket, type OperacionIndex } from '../candidates/operacion-index.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { codeAt } from '../comparisons.ts';

/** The compared codes of a sampled operation, the same in every table. */
export interface SampledSale {
  readonly voucher: number;
  readonly authorisation: number;
  readonly lote: number;
  readonly terminal: number;
  readonly store: number;
  readonly brand: number;
}

/** A sample of a day's operations, the same whatever the order of arrival. */
export type DaySamples = (day: number) => readonly SampledSale[];

const SAMPLE = 160;
/** The nearest days describe a day without operations, at most this far away. */
const DAYS_AROUND = 7;

export function createDaySamples(table: OperacionTable, index: OperacionIndex): DaySamples {
  const known = new Map<number, readonly SampledSale[]>();
  let ofAll: readonly SampledSale[] | undefined;

  /** Takes the smallest hashes of the identifiers: a random choice that does not depend on the rows' order. */
  const chooseSample = (rows: readonly number[]): readonly SampledSale[] => {
    const hashes = new Map(rows.map((row) => [row, hashBucket(table.idCode(row))]));
    const byHash = (a: number, b: number): number =>
      (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || table.idCode(a) - table.idCode(b);
    return [...rows]
      .sort(byHash)
      .slice(0, SAMPLE)
      .map((row) => saleAt(table, row));
  };
  const rowsOf = (day: number): number[] => {
    const rows: number[] = [];
    index.byDay(day, (row) => rows.push(row));
    return rows;
  };
  const sampleOfAll = (): readonly SampledSale[] => {
    const limit = 2 ** 32 * Math.min(1, (4 * SAMPLE) / Math.max(1, table.size));
    const rows: number[] = [];
    for (let row = 0; row < table.size; row++) if (hashBucket(table.idCode(row)) <= limit) rows.push(row);
    return chooseSample(rows);
  };
  const sampleOf = (day: number): readonly SampledSale[] => {
    for (let away = 0; away <= DAYS_AROUND; away++) {
      const rows = rowsOf(day - away).concat(away === 0 ? [] : rowsOf(day + away));
      if (rows.length > 0) return chooseSample(rows);
    }
    return (ofAll ??= sampleOfAll());
  };
  return (day) => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const sample = sampleOf(day);
    known.set(day, sample);
    return sample;
  };
}

const saleAt = (table: OperacionTable, row: number): SampledSale => ({
  voucher: table.voucher(row),
  authorisation: table.authorisation(row),
  lote: codeAt(table.dictionaries.loteCode, table.lote(row)),
  terminal: codeAt(table.dictionaries.terminalCode, table.terminal(row)),
  store: codeAt(table.dictionaries.storeCode, table.store(row)),
  brand: table.brandCode(row),
});
