import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { compareNames } from '#domain/texts/language.ts';
import { m } from '../../paraglide/messages.js';
import { writeRoute } from '../../shared/routes.ts';
import { formatAmount, isZero, formatDate, formatNumber } from '../../ui/format.ts';
import { spanOf, checkColumn, createColumn, type Checks } from '../../ui/grid/cells.ts';
import { valueOf } from '../../ui/grid/text.ts';
import type { DataColumn, Order, Value } from '../../ui/grid/types.ts';
import { paintCertainty, wordOf } from '../explanations/certainty.ts';
import type { Queued, QueueFilter } from '../explanations/queue.ts';
import { describeDecision, getResultColumns, MOTIVO_MOST } from './columns.ts';
import { hasWords } from '../../ui/typing.ts';

type Column = DataColumn<PendingCupon>;

interface ColumnsInput extends Omit<Checks<PendingCupon>, 'labelOf'> {
  readonly queuedOf: (cupon: PendingCupon) => Queued | undefined;
  readonly differenceOf: (cupon: PendingCupon) => string | undefined;
  /** True when the filter shows decided coupons: in a narrow grid, the certainty then hides before the decision. */
  readonly withDecisions: boolean;
  readonly withSheets: boolean;
  readonly withFiles: boolean;
}

/** The link to the coupon in its result; undefined while the service has no reconciliation of its upload. */
export function resultOf({ conciliacion, operacion, archivo }: PendingCupon) {
  if (conciliacion === null) return undefined;
  const { fila } = operacion;
  const cupon = fila === null ? {} : { cupon: { fila, ...(archivo === null ? {} : { archivo }) } };
  const filter = { grupo: 'sin_conciliar', ...cupon } as const;
  return { id: conciliacion, href: writeRoute({ seccion: 'conciliaciones', id: conciliacion, filtro: filter }) };
}

const nameOf = ({ operacion }: PendingCupon): string =>
  operacion.comprobante ?? operacion.wallet_referencia ?? (operacion.fila === null ? '' : String(operacion.fila));

/** Draws the coupon's amount minus the operation's amount with a sign; faint when zero or unknown. */
function paintDifference(cell: HTMLElement, difference: string | undefined): void {
  if (difference === undefined || isZero(difference))
    cell.append(spanOf('g-tenue', difference === undefined ? '—' : formatAmount('0')));
  else
    cell.append(
      difference.startsWith('-') ? spanOf('g-rojo', formatAmount(difference)) : `+${formatAmount(difference)}`,
    );
}

/** The numbers of listed coupons and of all coupons; undefined when the core listed all. Of a long list, the core lists only the oldest sales. */
export const partOf = ({ filas, cupones }: UnreconciledDocument) =>
  filas.length < cupones ? { n: formatNumber(filas.length), total: formatNumber(cupones) } : undefined;
type Part = NonNullable<ReturnType<typeof partOf>>;

/** `5.000 de 5.301` when `count` is the number of all listed coupons; otherwise `12 de 5.000`. */
export function countInPart(count: number, { n, total }: Part): string {
  const text = formatNumber(count);
  return m.parte_de({ parte: text, total: text === n ? total : n });
}

/** Says how to see coupons that the core did not list: in the list of another age or, if the list already has one age, in the results. */
export const howToReachOthers = ({ edad }: UnreconciledDocument): string =>
  edad === null ? m.sin_conciliar_demas_edades() : m.sin_conciliar_demas();

export function getQueueColumns({
  queuedOf,
  differenceOf,
  withDecisions,
  withSheets,
  withFiles,
  ...checks
}: ColumnsInput): readonly Column[] {
  const ofCupon: readonly Column[] = getResultColumns('sin_conciliar', {
    agrupar: undefined,
    onFold: () => undefined,
    withSheets,
    withFiles,
  });
  // Lets the column of the card hide, after all other columns, because the panel shows the card too.
  const theirs = ofCupon.map((column) => (column.clave === 'tarjeta_desc' ? { ...column, secondary: 2 } : column));
  return [
    checkColumn<PendingCupon>({ ...checks, labelOf: (cupon) => m.cola_elegir_cupon({ cual: nameOf(cupon) }) }),
    createColumn('por_que', m.motivo(), {
      isSortable: true,
      most: MOTIVO_MOST,
      valor: (cupon) => queuedOf(cupon)?.nombre,
    }),
    createColumn('certeza', m.sin_conciliar_certeza(), {
      ancho: 136,
      secondary: withDecisions ? 3 : 0,
      valor: (cupon) => {
        const queued = queuedOf(cupon);
        return queued === undefined ? undefined : wordOf(queued.certeza);
      },
      paint: (cell, cupon) => {
        const queued = queuedOf(cupon);
        if (queued !== undefined) paintCertainty(cell, queued.certeza);
      },
    }),
    ...theirs.slice(0, -1),
    createColumn('conciliacion', m.col_conciliacion(), {
      isSortable: true,
      secondary: true,
      enlace: (cupon) => resultOf(cupon)?.href,
    }),
    createColumn('decision', m.cola_decision(), {
      isSortable: true,
      secondary: withDecisions ? 0 : 2,
      valor: (cupon) => describeDecision(queuedOf(cupon)),
    }),
    createColumn('diferencia', m.col_diferencia(), {
      tipo: 'importe',
      isSortable: true,
      ancho: 128,
      // Hides after all other columns, once reasons and names are as narrow as possible, because a person decides by the difference.
      secondary: Infinity,
      // An empty cell is no missing value: without a likely operation there is no difference, and coupons linked to one operation share one.
      isOptional: true,
      valor: differenceOf,
      paint: (cell, cupon) => paintDifference(cell, differenceOf(cupon)),
    }),
    ...theirs.slice(-1),
  ];
}

interface Row {
  readonly cupon: PendingCupon;
  readonly queued: Queued | undefined;
  readonly comercio?: string;
}

export const QUEUE_FIELDS = ['motivo', 'tarjeta', 'comercio', 'mes', 'dia', 'conciliacion'] as const;
export type QueueField = (typeof QUEUE_FIELDS)[number];
export type RowFilter = Readonly<Partial<Record<QueueField | 'texto', string>>>;

export const FILTER_NAMES: Readonly<Record<QueueFilter, () => string>> = {
  to_do: m.cola_por_hacer,
  waiting: m.en_espera,
  decided: m.cola_decididos,
  to_look_again: m.cola_por_mirar,
  claims: m.cola_reclamos,
  replaced: m.cola_reemplazados,
  all: m.todos,
};

export const narrowBy = (filter: RowFilter, by: Partial<Record<keyof RowFilter, string | undefined>>): RowFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...by }).filter(([, value]) => value !== undefined && value !== ''));

const VALUES: Readonly<Record<QueueField, (row: Row) => string | undefined>> = {
  motivo: ({ queued }) => queued?.nombre,
  tarjeta: ({ cupon: { operacion } }) =>
    operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id,
  comercio: ({ cupon }) => cupon.operacion.establecimiento,
  mes: ({ cupon }) => cupon.operacion.fecha_venta?.slice(0, 7),
  dia: ({ cupon }) => cupon.operacion.fecha_venta,
  conciliacion: ({ cupon }) => cupon.conciliacion ?? undefined,
};

export function countEach(rows: readonly Row[], field: QueueField): readonly (readonly [value: string, n: number])[] {
  const groups = Map.groupBy(
    rows.flatMap((row) => VALUES[field](row) ?? []),
    (value) => value,
  );
  const counted = Array.from(groups, ([value, all]) => [value, all.length] as const);
  return field === 'dia' || field === 'mes'
    ? counted.toSorted(([a], [b]) => (a < b ? -1 : 1))
    : counted.toSorted(([, a], [, b]) => b - a);
}

/** The text that the search looks in; amounts and dates also as the screen writes them. */
function textOf({ cupon: { operacion, archivo, hoja }, queued, comercio }: Row): string {
  const { importe, fecha_venta: day, fila, conciliado: _, ...others } = operacion;
  return [
    ...Object.values(others),
    ...(importe === undefined ? [] : [importe, formatAmount(importe)]),
    ...(day === undefined ? [] : [day, formatDate(day)]),
    ...[fila, archivo, hoja, comercio, queued?.nombre, queued?.decision?.texto],
  ].join(' ');
}

export function isWithin({ texto = '', ...fields }: RowFilter, row: Row): boolean {
  if (QUEUE_FIELDS.some((field) => fields[field] !== undefined && VALUES[field](row) !== fields[field])) return false;
  return texto === '' || hasWords(textOf(row), texto);
}

/** Sorts by a column. Rows without a value come last in both directions. */
export function sortRows<F>(
  rows: readonly F[],
  columns: readonly DataColumn<F>[],
  order: Order | undefined,
): readonly F[] {
  const column = columns.find(({ clave }) => clave === order?.campo);
  if (order === undefined || column === undefined) return rows;
  const toComparable = (row: F): Value => {
    const one = valueOf(column, row);
    return column.tipo === 'importe' && !isNothing(one) ? Number(one) : one;
  };
  const direction = order.desc ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [toComparable(a), toComparable(b)];
    if (isNothing(x) || isNothing(y)) return Number(isNothing(x)) - Number(isNothing(y));
    if (typeof x === 'number' && typeof y === 'number') return direction * (x - y);
    return direction * compareNames(String(x), String(y));
  });
}
const isNothing = (value: Value): boolean => value === null || value === undefined || value === '';
