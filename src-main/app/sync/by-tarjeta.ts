/** Joins totals of settlements and taxes into one per card. Totals of taxes are of all cards: they become one. */
import { toCentavos } from '#domain/money.ts';

export type TotalsRow = Readonly<Record<string, unknown>>;
/** Adds up two totals of the same card; their windows do not overlap. An amount that one of them does not report is unknown. */
function addUp(a: TotalsRow, b: TotalsRow): TotalsRow {
  const sum: Record<string, unknown> = { ...a };
  for (const [field, value] of Object.entries(b)) {
    const previous = sum[field];
    if (typeof value === 'number' && typeof previous === 'number') sum[field] = toCentavos(previous + value);
    else if (typeof previous === 'number') sum[field] = value;
  }
  return sum;
}

const areEqual = (a: TotalsRow, b: TotalsRow): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Gives one total per card. A card of two processors may come twice, and the rows do not say of which processor they are: their amounts are
 * added up. Two equal rows count once.
 */
export function byTarjeta(rows: readonly TotalsRow[]): readonly TotalsRow[] {
  const distinctRows = rows.filter((row, i) => !rows.slice(0, i).some((before) => areEqual(before, row)));
  return join(distinctRows);
}

/** Joins the totals of several windows. */
export function join(rows: readonly TotalsRow[]): readonly TotalsRow[] {
  const joined = new Map<unknown, TotalsRow>();
  for (const row of rows) {
    const earlier = joined.get(row['tarjeta']);
    joined.set(row['tarjeta'], earlier === undefined ? row : addUp(earlier, row));
  }
  return [...joined.values()];
}
