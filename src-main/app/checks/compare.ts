/** One comparison as a document: what was expected, what was found, and what causes the difference. */
import type { FigureTarget } from '#contract/home.ts';
import type { Control, CheckDocument, CheckRow } from '#contract/checks.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { NoData } from '#domain/checks.ts';
import { formatPlain } from '#domain/money.ts';

const ROWS = 50;

interface Identity {
  readonly control: Control;
  readonly campo: string;
  readonly periodo: string;
  /** The days that are compared. */
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly tarjeta: string | null;
  readonly abrir: FigureTarget;
}

/** A comparison without data, and why. */
export const withoutData = (identity: Identity, motivo: NoData): CheckDocument => ({
  ...identity,
  estado: 'sin_datos',
  motivo,
  esperado: null,
  calculado: null,
  diferencia: null,
  filas: [],
  filasTotal: 0,
});

/** Compares both sides, in centavos. It differs when the amounts differ, and also when some rows differ although the sums agree. */
export function comparisonOf(
  identity: Identity,
  { esperado, calculado }: { readonly esperado: bigint; readonly calculado: bigint },
  rows: readonly CheckRow[] = [],
): CheckDocument {
  return {
    ...identity,
    estado: esperado === calculado && rows.length === 0 ? 'coincide' : 'difiere',
    motivo: null,
    esperado: formatPlain(esperado),
    calculado: formatPlain(calculado),
    diferencia: formatPlain(calculado - esperado),
    filas: rows.slice(0, ROWS),
    filasTotal: rows.length,
  };
}

/** A row that does not agree; null where it lacks a side. */
export function rowOf(
  name: string,
  { esperado, calculado }: { readonly esperado: bigint | null; readonly calculado: bigint | null },
  open: FigureTarget,
  why: Pick<CheckRow, 'retirada' | 'enDuda' | 'nombradaPor'> = {},
): CheckRow {
  const difference = esperado === null && calculado === null ? null : (calculado ?? 0n) - (esperado ?? 0n);
  return {
    nombre: name,
    esperado: esperado === null ? null : formatPlain(esperado),
    calculado: calculado === null ? null : formatPlain(calculado),
    diferencia: difference === null ? null : formatPlain(difference),
    ...why,
    abrir: open,
  };
}
