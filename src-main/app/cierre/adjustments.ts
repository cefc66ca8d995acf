/** What of closed months appeared, changed or was withdrawn since: it goes to the open month, with amount and account. */
import type { AdjustmentDocument } from '#contract/cierre.ts';
import { FIELD_ACCOUNTS } from '#domain/cierre/entry.ts';
import type { Row } from '#domain/cierre/rows.ts';
import { formatPlain } from '#domain/money.ts';
import type { FrozenAdjustment, FrozenRow } from '#storage/cierre/closed-month.ts';
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

/** The rows of a month to be frozen: those dated in it, and the operations that were not settled at its closing. */
export function* listRows(month: MonthData, paying: ReadonlySet<string>): Generator<FrozenRow> {
  for (const vista of ['liquidaciones', 'impuestos', 'operaciones', 'rechazos', 'movimientos'] as const) {
    for (const row of month[vista]) {
      if (vista === 'movimientos' && !paying.has(String(row['id']))) continue;
      yield { vista, id: String(row['id']), valores: JSON.stringify(row) };
    }
  }
  for (const row of month.sinLiquidar)
    yield { vista: 'sin_liquidar', id: String(row['id']), valores: JSON.stringify(row) };
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
  today: Iterable<FrozenRow>,
): Adjustments {
  const before = new Map<string, string>(frozen.map((row) => [keyOf(row), row.valores]));
  for (const row of taken) {
    if (row.valores === null) before.delete(keyOf(row));
    else before.set(keyOf(row), row.valores);
  }
  const after = new Map([...today].map((row) => [keyOf(row), row.valores]));
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

/** What the closed months of a taxpayer before one have now and did not have then. `readToday`: the rows of a month as they are. */
export async function findAdjustments(
  closed: Pick<ClosedMonths, 'listNames' | 'readRows'>,
  { cuit, periodo }: { readonly cuit: string; readonly periodo: string },
  readToday: (month: string) => Promise<MonthData>,
): Promise<Adjustments> {
  const frozen = closed
    .listNames(cuit)
    .filter((month) => month.periodo < periodo)
    .map((month) => ({ ...closed.readRows(month.periodo, cuit), mes: month.periodo }));
  const taken = frozen.flatMap(({ ajustes }) => ajustes);
  const found: Adjustments[] = [];
  for (const { mes, filas } of frozen) {
    const today = await readToday(mes);
    const known = new Set(filas.filter(({ vista }) => vista === 'movimientos').map(({ id }) => id));
    // A movement that was there and paid nothing then is no change of that month.
    found.push(
      compareClosed(
        mes,
        filas,
        taken.filter((row) => row.mes === mes),
        listRows(today, known),
      ),
    );
  }
  return { docs: found.flatMap(({ docs }) => docs), filas: found.flatMap(({ filas }) => filas) };
}
