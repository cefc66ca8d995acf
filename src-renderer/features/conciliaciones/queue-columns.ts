import type { PendingCupon } from '#contract/home.ts';
import { m } from '../../paraglide/messages.js';
import { writeRoute } from '../../shared/routes.ts';
import { formatAmount, isZero } from '../../ui/format.ts';
import { spanOf } from '../../ui/grid/cells.ts';
import { checkColumn, type Checks } from '../../ui/grid/check-column.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import { paintCertainty, wordOf } from '../explanations/certainty.ts';
import type { Queued } from '../explanations/queue.ts';
import { describeDecision, getResultColumns } from './columns.ts';

type Column = DataColumn<PendingCupon>;

interface ColumnsInput extends Omit<Checks<PendingCupon>, 'labelOf'> {
  /** The explanation of a coupon, once there is one. */
  readonly queuedOf: (cupon: PendingCupon) => Queued | undefined;
  /** The difference of a shown coupon, decimal text. */
  readonly differenceOf: (cupon: PendingCupon) => string | undefined;
  /** The filter shows decided coupons: the column of decisions never gives up its room. */
  readonly withDecisions: boolean;
  /** Some file has coupons in several sheets: a row alone does not say where a coupon stands. */
  readonly withSheets: boolean;
}

/** The result that shows a coupon, with that coupon alone; undefined while its upload has no number. */
export function resultOf({ conciliacion, operacion, archivo }: PendingCupon) {
  if (conciliacion === null) return undefined;
  const { fila } = operacion;
  const cupon = fila === null ? {} : { cupon: { fila, ...(archivo === null ? {} : { archivo }) } };
  const filter = { grupo: 'sin_conciliar', ...cupon } as const;
  return { id: conciliacion, href: writeRoute({ seccion: 'conciliaciones', id: conciliacion, filtro: filter }) };
}

const nameOf = ({ operacion }: PendingCupon): string =>
  operacion.comprobante ?? operacion.wallet_referencia ?? (operacion.fila === null ? '' : String(operacion.fila));

/** Draws the amount of the coupon minus the amount of its operation, with a sign; faintly when they are equal or without an operation. */
function paintDifference(cell: HTMLElement, difference: string | undefined): void {
  if (difference === undefined || isZero(difference))
    cell.append(spanOf('g-tenue', difference === undefined ? '—' : formatAmount('0')));
  else cell.append(`${difference.startsWith('-') ? '' : '+'}${formatAmount(difference)}`);
}

/** The columns of the queue: why and how sure, what the coupon says, what was decided. */
export function getQueueColumns({
  queuedOf,
  differenceOf,
  withDecisions,
  withSheets,
  ...checks
}: ColumnsInput): readonly Column[] {
  const ofCupon: readonly Column[] = getResultColumns('sin_conciliar', {
    agrupar: undefined,
    onFold: () => undefined,
    withSheets,
  });
  // The panel says the card too: its column gives up its room after the others.
  const theirs = ofCupon.map((column) => (column.clave === 'tarjeta_desc' ? { ...column, secondary: 2 } : column));
  return [
    checkColumn<PendingCupon>({ ...checks, labelOf: (cupon) => m.cola_elegir_cupon({ cual: nameOf(cupon) }) }),
    {
      clave: 'por_que',
      title: m.explicacion_motivo(),
      tipo: 'texto',
      valor: (cupon) => queuedOf(cupon)?.nombre,
    },
    {
      clave: 'certeza',
      title: m.sin_conciliar_certeza(),
      tipo: 'texto',
      ancho: 136,
      isSortable: false,
      valor: (cupon) => {
        const queued = queuedOf(cupon);
        return queued === undefined ? undefined : wordOf(queued.certeza);
      },
      paint: (cell, cupon) => {
        const queued = queuedOf(cupon);
        if (queued !== undefined) paintCertainty(cell, queued.certeza);
      },
    },
    ...theirs.slice(0, -1),
    {
      clave: 'conciliacion',
      title: m.sin_conciliar_col(),
      tipo: 'texto',
      secondary: true,
      valor: ({ conciliacion }) => conciliacion,
      enlace: (cupon) => resultOf(cupon)?.href,
    },
    {
      clave: 'decision',
      title: m.cola_decision(),
      tipo: 'texto',
      ancho: 200,
      secondary: withDecisions ? 0 : 2,
      valor: (cupon) => describeDecision(queuedOf(cupon)),
    },
    {
      clave: 'diferencia',
      title: m.sin_conciliar_diferencia(),
      tipo: 'importe',
      ancho: 128,
      // This column is the last to give up its room.
      secondary: 3,
      // A coupon without a likely operation has no difference, and the coupons of a link have one together.
      isOptional: true,
      valor: differenceOf,
      paint: (cell, cupon) => paintDifference(cell, differenceOf(cupon)),
    },
    ...theirs.slice(-1),
  ];
}
