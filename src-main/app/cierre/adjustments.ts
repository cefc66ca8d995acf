/** What of closed months appeared, changed or was withdrawn since: it goes to the open month, with amount and account. */
import type { AdjustmentDocument } from '#contract/cierre.ts';
import { FIELD_ACCOUNTS } from '#domain/cierre/entry.ts';
import type { Row } from '#domain/cierre/rows.ts';
import { formatPlain } from '#domain/money.ts';
import { daysOfMonth } from '#domain/civil-date.ts';
import type { FrozenAdjustment, FrozenRow } from '#storage/cierre/closed-month.ts';
import type { FigureData } from '../figures/adder.ts';
import type { ClosedMonths } from './closed.ts';
import type { MonthData } from './read-month.ts';

/** The rows of a month by view, in which a later change is an adjustment, and the date of a row. */
const VIEWS = {
  liquidaciones: 'fecha',
  impuestos: 'fecha',
  operaciones: 'fecha_venta',
  rechazos: 'fecha',
  movimientos: 'fecha',
} as const;
type View = keyof typeof VIEWS;
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text);

const VIEW_NAMES = Object.keys(VIEWS).filter(isView);

const toFrozen = (vista: string, row: Row): FrozenRow => ({
  vista,
  id: String(row['id']),
  valores: JSON.stringify(row),
});

/** The rows of some views dated in a month, as text: a month of them is too much as objects. Movements name no store, so all of them come. */
async function readRows(
  data: FigureData,
  views: readonly View[],
  { mes, isOwn, signal }: { readonly mes: string; readonly isOwn: (row: Row) => boolean; readonly signal: AbortSignal },
): Promise<readonly FrozenRow[]> {
  const passes = data.lector?.readPasses(signal);
  const rows: FrozenRow[] = [];
  if (passes === undefined) return rows;
  try {
    for (const metodo of views)
      for await (const chunk of passes.readAll({ metodo, ...daysOfMonth(mes) }))
        for (const row of chunk) if (metodo === 'movimientos' || isOwn(row)) rows.push(toFrozen(metodo, row));
    return rows;
  } finally {
    await passes.close();
  }
}

/** The rows of a month to be frozen: those dated in it, and the operations that were not settled at its closing. `paying`: ids of movements. */
export async function listRows(
  data: FigureData,
  { mes, liquidaciones, impuestos, sinLiquidar, isOwn }: MonthData,
  { paying, signal }: { readonly paying: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<readonly FrozenRow[]> {
  const others = await readRows(data, ['operaciones', 'rechazos', 'movimientos'], { mes, isOwn, signal });
  return [
    ...liquidaciones.map((row) => toFrozen('liquidaciones', row)),
    ...impuestos.map((row) => toFrozen('impuestos', row)),
    ...others.filter(({ vista, id }) => vista !== 'movimientos' || paying.has(id)),
    ...sinLiquidar.map((row) => toFrozen('sin_liquidar', row)),
  ];
}

const amountOf = (row: Row, field: string): bigint => {
  const value = row[field] ?? null;
  return typeof value === 'number' ? BigInt(value) : 0n;
};

const textIn = (row: Row, ...fields: readonly string[]): string => {
  const found = fields.map((field) => row[field] ?? null).find((value) => value !== null && value !== '');
  return found === undefined || found === null ? '' : String(found);
};

/** One document per amount that differs; `before` or `after` is undefined for a row that was not, or is no longer, there. */
function compareRow(
  mes: string,
  vista: View,
  before: Row | undefined,
  after: Row | undefined,
): readonly AdjustmentDocument[] {
  const row = after ?? before ?? {};
  const clase = before === undefined ? 'aparecio' : after === undefined ? 'se_retiro' : 'cambio';
  return Object.entries(FIELD_ACCOUNTS[vista]).flatMap(([campo, cuenta]) => {
    const importe = amountOf(after ?? {}, campo) - amountOf(before ?? {}, campo);
    if (importe === 0n) return [];
    return [
      {
        mes,
        clase,
        vista,
        id: textIn(row, 'id'),
        numero: textIn(row, 'numero', 'comprobante', 'referencia', 'rechazo', 'id'),
        fecha: textIn(row, VIEWS[vista]),
        procesador: textIn(row, 'marca'),
        campo,
        importe: formatPlain(importe),
        cuenta,
      },
    ];
  });
}

const parseRow = (json: string): Row => {
  const value: unknown = JSON.parse(json);
  const row: Record<string, string | number | null> = {};
  if (typeof value === 'object' && value !== null)
    for (const [field, each] of Object.entries(value))
      if (typeof each === 'string' || typeof each === 'number') row[field] = each;
  return row;
};

/** What changed, and the rows to freeze with the month that takes it. */
export interface Adjustments {
  readonly docs: readonly AdjustmentDocument[];
  readonly filas: readonly FrozenAdjustment[];
}

const keyOf = ({ vista, id }: Pick<FrozenRow, 'vista' | 'id'>): string => `${vista} ${id}`;

/**
 * Compares a closed month with its rows of today. `taken`: adjustments of it that later closed months took already. Gives the documents, and the
 * rows to freeze with the month that takes them.
 */
function compareClosed(
  mes: string,
  frozen: readonly FrozenRow[],
  taken: readonly FrozenAdjustment[],
  today: readonly FrozenRow[],
): Adjustments {
  const before = new Map<string, string>(frozen.map((row) => [keyOf(row), row.valores]));
  for (const row of taken) {
    if (row.valores === null) before.delete(keyOf(row));
    else before.set(keyOf(row), row.valores);
  }
  const after = new Map(today.map((row) => [keyOf(row), row.valores]));
  const docs: AdjustmentDocument[] = [];
  const filas: FrozenAdjustment[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [vista = '', id = ''] = key.split(' ', 2);
    const [was, is] = [before.get(key), after.get(key)];
    if (!isView(vista) || was === is) continue;
    const found = compareRow(
      mes,
      vista,
      was === undefined ? undefined : parseRow(was),
      is === undefined ? undefined : parseRow(is),
    );
    if (found.length === 0) continue;
    docs.push(...found);
    filas.push({ mes, vista, id, valores: is ?? null });
  }
  return { docs, filas };
}

/** What the closed months of a taxpayer before one have now and did not have then. One month is in memory at a time. */
export async function findAdjustments(
  data: FigureData,
  closed: Pick<ClosedMonths, 'listNames' | 'readRows' | 'readTaken'>,
  { mes: month, cuit, isOwn }: MonthData,
  signal: AbortSignal,
): Promise<Adjustments> {
  const before = closed.listNames(cuit).filter(({ periodo }) => periodo < month);
  const taken = before.flatMap(({ periodo }) => closed.readTaken(periodo, cuit));
  const found: Adjustments[] = [];
  for (const { periodo: mes } of before) {
    const filas = closed.readRows(mes, cuit);
    const known = new Set(filas.filter(({ vista }) => vista === 'movimientos').map(({ id }) => id));
    const today = await readRows(data, VIEW_NAMES, { mes, isOwn, signal });
    found.push(
      compareClosed(
        mes,
        filas,
        taken.filter((row) => row.mes === mes),
        // A movement that was there and paid nothing then is no change of that month.
        today.filter(({ vista, id }) => vista !== 'movimientos' || known.has(id)),
      ),
    );
  }
  return { docs: found.flatMap(({ docs }) => docs), filas: found.flatMap(({ filas }) => filas) };
}
