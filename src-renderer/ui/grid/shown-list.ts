import type { MethodInput } from '#contract/inputs.ts';
import { m } from '../../paraglide/messages.js';
import { orderColumns } from './shown-columns.svelte.ts';
import { valueOf, withSign } from './text.ts';
import type { ChosenColumn, DataColumn, Order, RowSource } from './types.ts';

type ShownList = NonNullable<MethodInput<'explicaciones.exportar'>['pantalla']>;

/** Most rows that a workbook takes from a screen; its other sheets have all. */
const CAP = 5000;
const PAGE = 500;

/** The value of a cell for a spreadsheet; null where the screen has a dash. */
function textOf<F>(column: DataColumn<F>, row: F): string | null {
  if (column.tipo === 'estado') return column.estado?.(row)?.word ?? (column.withoutState || null);
  const value = valueOf(column, row);
  if (value === null || value === undefined || value === '') return column.nulo === 'sin-datos' ? m.sin_datos() : null;
  if (typeof value === 'boolean') return value ? m.si() : m.no();
  return column.tipo === 'importe' ? withSign(String(value), column.signo) : String(value);
}

/** Rows as their grid shows them, for a workbook: the visible columns in the order of the person, with their words and signs. */
export function toShownList<F>(
  { columns, chosen }: { readonly columns: readonly DataColumn<F>[]; readonly chosen: readonly ChosenColumn[] },
  rows: readonly F[],
  all = rows.length,
): ShownList {
  const shown = orderColumns(columns, chosen).flatMap(({ clave, oculta }) =>
    columns.filter((one) => one.clave === clave && one.isControl !== true && oculta !== true),
  );
  const written = rows.slice(0, CAP);
  return {
    titulo: m.libro_en_pantalla(),
    columnas: shown.map(({ title, tipo }) => ({
      titulo: title,
      tipo: tipo === 'estado' || tipo === 'booleano' ? 'texto' : tipo,
    })),
    filas: written.map((row) => shown.map((column) => textOf(column, row))),
    ...(all > written.length ? { de: all } : {}),
  };
}

/** The first rows of a source, and how many it has. */
export async function readRows<F>(
  source: RowSource<F>,
  order: Order | undefined,
): Promise<{ readonly rows: readonly F[]; readonly all: number }> {
  const rows: F[] = [];
  for (;;) {
    const { filas, total } = await source.read(rows.length, PAGE, order);
    rows.push(...filas);
    const all = total ?? rows.length;
    if (filas.length === 0 || rows.length >= Math.min(all, CAP)) return { rows, all };
  }
}
