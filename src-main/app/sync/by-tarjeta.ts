/** Joins totals of settlements and taxes into one per card. Totals of taxes are of all cards: they become one. */
import { centavos } from '#domain/money.ts';

export type TotalsRow = Readonly<Record<string, unknown>>;
/** Adds up two totals of the same card; their windows do not overlap. An amount that one of them does not report is unknown. */
function addUp(a: TotalsRow, b: TotalsRow): TotalsRow {
  const sum: Record<string, unknown> = { ...a };
  for (const [campo, valor] of Object.entries(b)) {
    const previous = sum[campo];
    if (typeof valor === 'number' && typeof previous === 'number') sum[campo] = centavos(previous + valor);
    else if (typeof previous === 'number') sum[campo] = valor;
  }
  return sum;
}

const areEqual = (a: TotalsRow, b: TotalsRow): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Gives one total per card. A card of two processors may come twice, and the rows do not say of which processor they are: their amounts are
 * added up. Two equal rows count once.
 */
export function byTarjeta(filas: readonly TotalsRow[]): readonly TotalsRow[] {
  const distinctRows = filas.filter((fila, i) => !filas.slice(0, i).some((antes) => areEqual(antes, fila)));
  return join(distinctRows);
}

/** Joins the totals of several windows. */
export function join(filas: readonly TotalsRow[]): readonly TotalsRow[] {
  const juntas = new Map<unknown, TotalsRow>();
  for (const fila of filas) {
    const earlier = juntas.get(fila['tarjeta']);
    juntas.set(fila['tarjeta'], earlier === undefined ? fila : addUp(earlier, fila));
  }
  return [...juntas.values()];
}
