/** Decides what a check may compare. Never compares a side that was read only in part: the difference could lie in the part that is missing. */
import { addDays, civilDateAt, type CivilDate, type DateWindow } from './civil-date.ts';
import type { Instant } from './clock.ts';

/** A stretch of days that was read, by one of the dates. */
export interface Stretch extends DateWindow {
  readonly leido: Instant;
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
}

/** The number of records of a view that carry the number of an absent record. */
export interface NamedBy {
  readonly vista: 'impuestos' | 'liquidaciones' | 'liquidaciones-conciliadas' | 'operaciones' | 'movimientos';
  readonly filas: number;
}

export type NotRead = 'sin_leer' | 'parcial' | 'inestable' | 'otro_dia' | 'no_contratado';

export type NoData = NotRead | 'sin_informar' | 'sin_fecha_de_pago' | 'sin_operaciones';

/**
 * How well one side of a check was read over a period. `motivo`: why it cannot be compared; null where it can. `primera` and `ultima`: the first and
 * last day on which some of it was read.
 */
export interface Side {
  readonly motivo: NotRead | null;
  readonly primera: CivilDate | null;
  readonly ultima: CivilDate | null;
}

/** Judges a period by its sorted stretches without overlap. An empty period can be compared. */
export function readSide(stretches: readonly Stretch[], { desde, hasta }: DateWindow): Side {
  const own = stretches.filter((stretch) => stretch.hasta >= desde && stretch.desde <= hasta);
  const readDays = own.map(({ leido }) => civilDateAt(leido)).sort();
  const makeSide = (motivo: NotRead | null): Side => ({
    motivo,
    primera: readDays[0] ?? null,
    ultima: readDays.at(-1) ?? null,
  });
  if (desde > hasta) return makeSide(null);
  if (own.length === 0) return makeSide('sin_leer');
  if (own.some(({ contratado }) => !contratado)) return makeSide('no_contratado');
  let missing = desde;
  for (const stretch of own) {
    if (stretch.desde > missing) return makeSide('parcial');
    // The days after a reading had not happened yet, even if the reading asked for them.
    const readOn = civilDateAt(stretch.leido);
    missing = addDays(stretch.hasta < readOn ? stretch.hasta : readOn, 1);
  }
  if (missing <= hasta) return makeSide('parcial');
  return makeSide(own.some(({ estado }) => estado === 'inestable') ? 'inestable' : null);
}

/** The reading of the totals that spans the whole month. */
const findTotalsOf = (month: DateWindow, totals: readonly Stretch[]): Stretch | undefined =>
  totals.find(({ desde, hasta }) => desde <= month.desde && hasta >= month.hasta);

/**
 * Why the service's totals of a month cannot be compared with the rows of that month; null where they can. The rows must reach the end of the month.
 * If the totals were read before that end, the rows must reach the day of that reading and must not be newer.
 */
export function findMotivoAgainstTotals(
  totals: readonly Stretch[],
  rows: readonly Stretch[],
  month: DateWindow,
): NotRead | null {
  const its = findTotalsOf(month, totals);
  if (its === undefined) return totals.some(({ desde, hasta }) => hasta >= month.desde && desde <= month.hasta) ? 'parcial' : 'sin_leer'; // prettier-ignore
  if (!its.contratado) return 'no_contratado';
  if (its.estado === 'inestable') return 'inestable';
  const readOn = civilDateAt(its.leido);
  // Ignore totals that were read before their month began: they are zero.
  if (readOn < month.desde) return 'sin_leer';
  const opened = readOn <= month.hasta;
  const side = readSide(rows, { desde: month.desde, hasta: opened ? readOn : month.hasta });
  if (side.motivo !== null) return side.motivo;
  return opened && side.ultima !== null && side.ultima > readOn ? 'otro_dia' : null;
}

/** Whether some rows of a month were read on a later day than its totals, and so may contain later changes. */
export function areRowsReadLater(totals: readonly Stretch[], rows: readonly Stretch[], month: DateWindow): boolean {
  const its = findTotalsOf(month, totals);
  const { ultima } = readSide(rows, month);
  return its !== undefined && ultima !== null && ultima > civilDateAt(its.leido);
}

/** Whether the totals of a month were read before its last day. Such totals include records dated after the day of the reading; the compared rows do not. */
export function isMonthOpen(totals: readonly Stretch[], month: DateWindow): boolean {
  const its = findTotalsOf(month, totals);
  return its !== undefined && civilDateAt(its.leido) < month.hasta;
}

/** The last day that both sides read whole: the day before the older of the two readings. Undefined when a side was never read. */
export function findLastClosedDay(one: Side, other: Side): CivilDate | undefined {
  if (one.ultima === null || other.ultima === null) return undefined;
  return addDays(one.ultima < other.ultima ? one.ultima : other.ultima, -1);
}

/** Whether the day was read on that same day, so that only its first hours are known. */
export const isReadInPart = (stretches: readonly Stretch[], day: CivilDate): boolean =>
  stretches.some(({ desde, hasta, leido }) => desde <= day && day <= hasta && civilDateAt(leido) === day);

/** The parts of a settlement's or a tax record's totals, by the names of the API. */
export const IMPUESTO_PARTS: Readonly<Record<string, readonly string[]>> = {
  imp_iva: ['impuesto_iva_105', 'impuesto_iva_21'],
  total_impuestos: ['imp_iva', 'impuesto_otros'],
  total_retenciones: ['retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros'],
  total_percepciones: ['percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros'],
};

/** The settlement's field that each field of the totals adds up. */
export const LIQUIDACION_TOTALS: Readonly<Record<string, string>> = {
  total_facturado: 'total_facturado',
  total_descontado: 'total_descontado',
  total_acreditado: 'total_acreditado',
  fac_debito: 'facturado_debito',
  fac_credito: 'facturado_credito',
  fac_credito_cuotas: 'facturado_credito_cuotas',
  fac_descontado: 'facturado_descontado',
  fac_otro: 'facturado_otro',
  des_arancel: 'descontado_arancel',
  des_promocion: 'descontado_promocion',
  des_impuesto: 'descontado_impuesto',
  des_cuota: 'descontado_cuota',
  des_adelanto: 'descontado_adelanto',
  des_otro: 'descontado_otro',
};

const partsWith = (prefix: string): readonly string[] =>
  Object.values(LIQUIDACION_TOTALS).filter((field) => field.startsWith(prefix));
export const BILLED_PARTS = partsWith('facturado_');
export const DEDUCTED_PARTS = partsWith('descontado_');

/** The tax record's field that each field of the totals adds up. */
export const IMPUESTO_TOTALS: Readonly<Record<string, string>> = {
  tot_impuestos: 'total_impuestos',
  tot_retenciones: 'total_retenciones',
  tot_percepciones: 'total_percepciones',
  imp_iva_105: 'impuesto_iva_105',
  imp_iva_21: 'impuesto_iva_21',
  imp_iva: 'imp_iva',
  imp_otros: 'impuesto_otros',
  ret_iva: 'retencion_iva',
  ret_iibb: 'retencion_iibb',
  ret_ganancias: 'retencion_ganancias',
  ret_otros: 'retencion_otros',
  per_iva: 'percepcion_iva',
  per_iibb: 'percepcion_iibb',
  per_ganancias: 'percepcion_ganancias',
  per_otros: 'percepcion_otros',
};
