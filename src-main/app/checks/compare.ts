/** Writes a comparison as a document: the expected and the found amount, and the causes of a difference. */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument, CheckMotivo, CheckRow, ChecksDocument, CheckStatus } from '#contract/checks.ts';
import type { NoData } from '#domain/checks.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type Stretch } from '#storage/cache/index.ts';
import type { FigureData } from '../figures/adder.ts';

const ROWS = 50;

type Identity = Pick<CheckDocument, 'control' | 'campo' | 'periodo' | 'desde' | 'hasta' | 'tarjeta' | 'abrir'>;

export const identify = (
  what: Pick<Identity, 'control' | 'campo' | 'periodo'>,
  vista: FigureTarget['vista'],
  days: DateWindow,
): Identity => ({ ...what, ...days, tarjeta: null, abrir: { vista, ...days } });

interface Sides {
  readonly esperado: bigint;
  readonly calculado: bigint;
}

export const withoutData = (identity: Identity, motivo: CheckMotivo): CheckDocument => ({
  ...identity,
  estado: 'sin_datos',
  motivo,
  esperado: null,
  calculado: null,
  diferencia: null,
  filas: [],
  filasTotal: 0,
});

/** Compares two amounts in centavos. The state is `difiere` also if the amounts are equal but `rows` lists differences. */
export const comparisonOf = (
  identity: Identity,
  { esperado, calculado }: Sides,
  rows: readonly CheckRow[] = [],
): CheckDocument => ({
  ...identity,
  estado: esperado === calculado && rows.length === 0 ? 'coincide' : 'difiere',
  motivo: null,
  esperado: formatPlain(esperado),
  calculado: formatPlain(calculado),
  diferencia: formatPlain(calculado - esperado),
  filas: rows.slice(0, ROWS),
  filasTotal: rows.length,
});

/** Compares the two sides of each item, and of all items together. `sidesOf`: the sides of an item, or why it cannot be compared. */
export function compareEach<T>(
  identity: Identity,
  items: Iterable<T>,
  { sidesOf, toRow }: { sidesOf: (item: T) => Sides | NoData; toRow: (item: T, sides: Sides) => CheckRow },
): CheckDocument {
  const rows: CheckRow[] = [];
  const sum = { esperado: 0n, calculado: 0n };
  let motivo: NoData | undefined;
  for (const item of items) {
    const sides = sidesOf(item);
    if (typeof sides === 'string') {
      if (motivo !== 'sin_informar') motivo = sides;
      continue;
    }
    sum.esperado += sides.esperado;
    sum.calculado += sides.calculado;
    if (sides.esperado !== sides.calculado) rows.push(toRow(item, sides));
  }
  return motivo === undefined || rows.length > 0 ? comparisonOf(identity, sum, rows) : withoutData(identity, motivo);
}

export function countStates(
  checks: readonly CheckDocument[],
): Pick<ChecksDocument, 'coinciden' | 'difieren' | 'sinDatos'> {
  const countWith = (state: CheckStatus): number => checks.filter(({ estado }) => estado === state).length;
  return { coinciden: countWith('coincide'), difieren: countWith('difiere'), sinDatos: countWith('sin_datos') };
}

interface Period extends DateWindow {
  readonly months: readonly string[];
  readonly signal: AbortSignal;
}
export type Comparison = (data: FigureData, period: Period) => Promise<readonly CheckDocument[]>;

export async function compareMonths(
  months: readonly string[],
  compare: (month: string) => Promise<CheckDocument | readonly CheckDocument[]>,
): Promise<readonly CheckDocument[]> {
  const documents: CheckDocument[] = [];
  for (const month of months) documents.push(...[await compare(month)].flat());
  return documents;
}

/** A row of a difference. The amount is null on the side that lacks the row. */
export function rowOf(
  name: string,
  { esperado, calculado }: { readonly esperado: bigint | null; readonly calculado: bigint | null },
  open: FigureTarget,
  why: Pick<CheckRow, 'retirada' | 'enDuda' | 'nombradaPor' | 'clase'> = {},
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

/** True if a view was read by a date that its rows do not have: its days are stored without a field (docs/gaps.md, `fecha_filtro`). */
export const isReadByOtherDate = ({ cache }: Pick<FigureData, 'cache'>, method: ServiceMethod): boolean =>
  cache.readStretches(method, '').length > 0;

/** The days of a view that were read: by its own date, or by payment date when the service lists by payment date. */
export const readStretches = (data: Pick<FigureData, 'cache'>, method: ServiceMethod): readonly Stretch[] =>
  data.cache.readStretches(method, isReadByOtherDate(data, method) ? '' : (TABLES[method].fecha ?? ''));
