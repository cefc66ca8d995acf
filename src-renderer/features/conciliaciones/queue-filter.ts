/** The filter of the queue: values of fields, and words. */
import type { PendingCupon } from '#contract/home.ts';
import { formatAmount, formatDate } from '../../ui/format.ts';
import { foldText } from '../../ui/typing.ts';
import type { Queued } from '../explanations/queue.ts';
import type { DataColumn, Order, Value } from '../../ui/grid/types.ts';

interface Row {
  readonly cupon: PendingCupon;
  readonly queued: Queued | undefined;
}

/** In the order in which they are offered. */
export const QUEUE_FIELDS = ['motivo', 'tarjeta', 'comercio', 'dia', 'conciliacion'] as const;
export type QueueField = (typeof QUEUE_FIELDS)[number];
export type RowFilter = Readonly<Partial<Record<QueueField | 'texto', string>>>;
/** The values of a field, with how many coupons have each. */
export type Choices = Readonly<Record<QueueField, readonly (readonly [value: string, n: number])[]>>;

const VALUES: Readonly<Record<QueueField, (row: Row) => string | undefined>> = {
  motivo: ({ queued }) => queued?.nombre,
  tarjeta: ({ cupon: { operacion } }) =>
    operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id,
  comercio: ({ cupon }) => cupon.operacion.establecimiento,
  dia: ({ cupon }) => cupon.operacion.fecha_venta,
  conciliacion: ({ cupon }) => cupon.conciliacion ?? undefined,
};

/** Days in their order; of other fields the most frequent value first. */
function countEach(rows: readonly Row[], field: QueueField): Choices[QueueField] {
  const groups = Map.groupBy(
    rows.flatMap((row) => VALUES[field](row) ?? []),
    (value) => value,
  );
  const counted = Array.from(groups, ([value, all]) => [value, all.length] as const);
  return field === 'dia' ? counted.toSorted(([a], [b]) => (a < b ? -1 : 1)) : counted.toSorted(([, a], [, b]) => b - a);
}

export const countChoices = (rows: readonly Row[]): Choices => ({
  motivo: countEach(rows, 'motivo'),
  tarjeta: countEach(rows, 'tarjeta'),
  comercio: countEach(rows, 'comercio'),
  dia: countEach(rows, 'dia'),
  conciliacion: countEach(rows, 'conciliacion'),
});

/** The text of a coupon to search in; amounts and days also as the screen writes them. */
function textOf({ cupon: { operacion, archivo, hoja }, queued }: Row): string {
  const { importe, fecha_venta: day, fila, conciliado: _, ...others } = operacion;
  return foldText(
    [
      ...Object.values(others),
      ...(importe === undefined ? [] : [importe, formatAmount(importe)]),
      ...(day === undefined ? [] : [day, formatDate(day)]),
      ...[fila, archivo, hoja, queued?.nombre, queued?.decision?.texto],
    ].join(' '),
  );
}

/** True when a coupon has all the values and words of the filter. */
export function isWithin({ texto = '', ...fields }: RowFilter, row: Row): boolean {
  if (QUEUE_FIELDS.some((field) => fields[field] !== undefined && VALUES[field](row) !== fields[field])) return false;
  const words = foldText(texto).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = textOf(row);
  return words.every((word) => text.includes(word));
}

/** Sorts by a column. Rows without a value come last, in both directions. */
export function sortRows<F>(
  rows: readonly F[],
  columns: readonly DataColumn<F>[],
  order: Order | undefined,
): readonly F[] {
  const column = columns.find(({ clave }) => clave === order?.campo);
  if (order === undefined || column?.valor === undefined) return rows;
  const { tipo, valor } = column;
  const toComparable = (row: F): Value => {
    const one = valor(row);
    return tipo === 'importe' && !isNothing(one) ? Number(one) : one;
  };
  const direction = order.desc ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [toComparable(a), toComparable(b)];
    if (isNothing(x) || isNothing(y)) return Number(isNothing(x)) - Number(isNothing(y));
    if (typeof x === 'number' && typeof y === 'number') return direction * (x - y);
    return direction * String(x).localeCompare(String(y));
  });
}
const isNothing = (value: Value): boolean => value === null || value === undefined || value === '';
