/** Finds records of closed months that appeared, changed or were withdrawn after the closing. The open month books each change with amount and account. */
import type { AdjustmentDocument } from '#contract/cierre.ts';
import { FIELD_ACCOUNTS } from '#domain/cierre/entry.ts';
import { sumFields, textOf, type Row } from '#domain/cierre/rows.ts';
import { formatPlain } from '#domain/money.ts';
import { daysOfMonth } from '#domain/civil-date.ts';
import { TABLES } from '#storage/cache/index.ts';
import type { FrozenAdjustment, FrozenRow } from '#storage/cierre/closed-month.ts';
import { readChunks, type FigureData } from '../figures/adder.ts';
import type { ClosedMonths } from './closed.ts';
import type { MonthData } from './read-month.ts';

type View = keyof typeof FIELD_ACCOUNTS;
const isView = (text: string): text is View => Object.hasOwn(FIELD_ACCOUNTS, text);
const VIEWS = Object.keys(FIELD_ACCOUNTS).filter(isView);

const toFrozen = (vista: string, row: Row): FrozenRow => ({
  vista,
  id: String(row['id']),
  valores: JSON.stringify(row),
});

/** Reads a month's rows of some views as text: objects would take too much memory. Reads the movements of every store, because movements name none. */
async function readRows(
  data: FigureData,
  views: readonly View[],
  { mes, isOwn, signal }: { readonly mes: string; readonly isOwn: (row: Row) => boolean; readonly signal: AbortSignal },
): Promise<readonly FrozenRow[]> {
  const rows: FrozenRow[] = [];
  const queries = views.map((metodo) => ({ metodo, ...daysOfMonth(mes) }));
  for await (const { rows: chunk, metodo } of readChunks(data, queries, signal))
    for (const row of chunk) if (metodo === 'movimientos' || isOwn(row)) rows.push(toFrozen(metodo, row));
  return rows;
}

/** The rows of a month to freeze: rows dated in the month, and operations not settled at its end. `paying`: ids of the movements to keep. */
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

/** The first text of these fields that is not empty, else ''. */
const textIn = (row: Row, ...fields: readonly string[]): string =>
  fields.map((field) => textOf(row, field) ?? '').find((text) => text !== '') ?? '';

/** A document for each amount that differs. `before` is undefined for a row that is new; `after`, for a row that is gone. */
function compareRow(
  mes: string,
  vista: View,
  before: Row | undefined,
  after: Row | undefined,
): readonly AdjustmentDocument[] {
  const row = after ?? before ?? {};
  const clase = before === undefined ? 'aparecio' : after === undefined ? 'se_retiro' : 'cambio';
  return Object.entries(FIELD_ACCOUNTS[vista]).flatMap(([campo, cuenta]) => {
    const importe = sumFields(after ?? {}, [campo]) - sumFields(before ?? {}, [campo]);
    const numero = textIn(row, 'numero', 'comprobante', 'referencia', 'rechazo', 'id');
    const fecha = textIn(row, TABLES[vista].fecha ?? '');
    const which = {
      mes,
      clase,
      vista,
      id: textIn(row, 'id'),
      numero,
      fecha,
      procesador: textIn(row, 'marca'),
    } as const;
    return importe === 0n ? [] : [{ ...which, campo, importe: formatPlain(importe), cuenta }];
  });
}

function parseRow(json: string | undefined): Row | undefined {
  if (json === undefined) return undefined;
  const value: unknown = JSON.parse(json);
  const row: Record<string, string | number | null> = {};
  if (typeof value === 'object' && value !== null)
    for (const [field, each] of Object.entries(value))
      if (typeof each === 'string' || typeof each === 'number') row[field] = each;
  return row;
}

export interface Adjustments {
  readonly docs: readonly AdjustmentDocument[];
  readonly filas: readonly FrozenAdjustment[];
}

const keyOf = ({ vista, id }: Pick<FrozenRow, 'vista' | 'id'>): string => `${vista} ${id}`;

/** Compares a closed month with its rows of today. `taken`: adjustments that later closed months contain already. */
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
    const found = compareRow(mes, vista, parseRow(was), parseRow(is));
    if (found.length === 0) continue;
    docs.push(...found);
    filas.push({ mes, vista, id, valores: is ?? null });
  }
  return { docs, filas };
}

/** The changes in all closed months of a taxpayer before this month. Has only one month in memory at a time. */
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
    const today = await readRows(data, VIEWS, { mes, isOwn, signal });
    found.push(
      compareClosed(
        mes,
        filas,
        taken.filter((row) => row.mes === mes),
        // Takes only movements that were frozen: other movements paid nothing at the closing, so they do not change that month.
        today.filter(({ vista, id }) => vista !== 'movimientos' || known.has(id)),
      ),
    );
  }
  return { docs: found.flatMap(({ docs }) => docs), filas: found.flatMap(({ filas }) => filas) };
}
