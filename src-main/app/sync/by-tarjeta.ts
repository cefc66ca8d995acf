/** Totals of settlements and taxes, as one of each card. Those of taxes are of all cards: one. */
import { centavos } from '#domain/money.ts';

export type TotalsRow = Readonly<Record<string, unknown>>;
/** The amounts of two totals of the same thing, added up: windows do not overlap. One that either does not say is not known. */
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
 * One of each card. A card of two processors may come once for each, and nothing in the row says whose it is. Two equal rows count once.
 */
export function byTarjeta(filas: readonly TotalsRow[]): readonly TotalsRow[] {
  const distinctRows = filas.filter((fila, i) => !filas.slice(0, i).some((antes) => areEqual(antes, fila)));
  return join(distinctRows);
}

/** The totals of several windows as those of one. */
export function join(filas: readonly TotalsRow[]): readonly TotalsRow[] {
  const juntas = new Map<unknown, TotalsRow>();
  for (const fila of filas) {
    const earlier = juntas.get(fila['tarjeta']);
    juntas.set(fila['tarjeta'], earlier === undefined ? fila : addUp(earlier, fila));
  }
  return [...juntas.values()];
}
