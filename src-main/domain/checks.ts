/** Decides what a check may compare: only sides that were read completely, because otherwise the difference could lie in what was not read. */
import { addDays, civilDateAt, listMissingStretches, type CivilDate, type DateWindow } from './civil-date.ts';
import type { Instant } from './clock.ts';

/** Consecutive days of a list, counted by one of its dates, that were read at the same time. */
export interface Stretch extends DateWindow {
  readonly leido: Instant;
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
}

/** How many records of a view name a settlement or tax record that was not read. */
export interface NamedBy {
  readonly vista: 'impuestos' | 'liquidaciones' | 'liquidaciones-conciliadas' | 'operaciones' | 'movimientos';
  readonly filas: number;
}

export type NotRead = 'sin_leer' | 'parcial' | 'inestable' | 'otro_dia' | 'no_contratado';

export type NoData = NotRead | 'sin_informar' | 'sin_fecha_de_pago' | 'sin_operaciones';

/** How completely one side of a check was read for a period. `motivo`: why the side cannot be compared. `ultima`: the day of the side's latest reading. */
export interface Side {
  readonly motivo: NotRead | null;
  readonly ultima: CivilDate | null;
}

/** Judges how completely `stretches`, which must be sorted and not overlap, cover a period. An empty period can be compared. */
export function readSide(stretches: readonly Stretch[], { desde, hasta }: DateWindow): Side {
  const own = stretches.filter((stretch) => stretch.hasta >= desde && stretch.desde <= hasta);
  const readDays = own.map(({ leido }) => civilDateAt(leido)).sort();
  const makeSide = (motivo: NotRead | null): Side => ({ motivo, ultima: readDays.at(-1) ?? null });
  if (desde > hasta) return makeSide(null);
  if (own.length === 0) return makeSide('sin_leer');
  if (own.some(({ contratado }) => !contratado)) return makeSide('no_contratado');
  let missing = desde;
  for (const stretch of own) {
    if (stretch.desde > missing) return makeSide('parcial');
    // A reading says nothing of days after the day on which it was made.
    const readOn = civilDateAt(stretch.leido);
    missing = addDays(stretch.hasta < readOn ? stretch.hasta : readOn, 1);
  }
  if (missing <= hasta) return makeSide('parcial');
  return makeSide(own.some(({ estado }) => estado === 'inestable') ? 'inestable' : null);
}

/** Cuts stretches off at the day of their reading or, with `isWhole`, at the day before, the last one that was read after it had ended. */
const cutAtReading = (stretches: readonly Stretch[], isWhole: boolean): readonly DateWindow[] =>
  stretches.flatMap(({ desde, hasta, leido }) => {
    const readOn = addDays(civilDateAt(leido), isWhole ? -1 : 0);
    const last = hasta < readOn ? hasta : readOn;
    return last < desde ? [] : [{ desde, hasta: last }];
  });

/** The days for which a check is `parcial`: those that one of its lists lacks or, if none, those that were read before they ended. */
export function listUnreadDays(
  sides: readonly { readonly stretches: readonly Stretch[]; readonly days: DateWindow }[],
): readonly DateWindow[] {
  const readOn = sides
    .flatMap(({ stretches }) => stretches.map(({ leido }) => civilDateAt(leido)))
    .sort()
    .at(-1);
  const listOver = (isWhole: boolean): readonly DateWindow[] => {
    const gaps = sides.flatMap(({ stretches, days }) => {
      const hasta = !isWhole && readOn !== undefined && readOn < days.hasta ? readOn : days.hasta;
      return listMissingStretches({ desde: days.desde, hasta }, cutAtReading(stretches, isWhole));
    });
    const merged: DateWindow[] = [];
    for (const gap of gaps.sort((a, b) => (a.desde < b.desde ? -1 : 1))) {
      const before = merged.at(-1);
      if (before === undefined || gap.desde > addDays(before.hasta, 1)) merged.push(gap);
      else merged[merged.length - 1] = { ...before, hasta: gap.hasta > before.hasta ? gap.hasta : before.hasta };
    }
    return merged;
  };
  const missing = listOver(false);
  return missing.length > 0 ? missing : listOver(true);
}

const findTotalsOf = (month: DateWindow, totals: readonly Stretch[]): Stretch | undefined =>
  totals.find(({ desde, hasta }) => desde <= month.desde && hasta >= month.hasta);

/** Why a month's totals cannot be compared with its rows; null if they can. Totals read within the month need only rows up to that day, read no later. */
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
  // Totals that were read before their month began are zero and say nothing.
  if (readOn < month.desde) return 'sin_leer';
  const opened = readOn <= month.hasta;
  const side = readSide(rows, { desde: month.desde, hasta: opened ? readOn : month.hasta });
  if (side.motivo !== null) return side.motivo;
  return opened && side.ultima !== null && side.ultima > readOn ? 'otro_dia' : null;
}

/** Whether rows of a month were read on a later day than the month's totals, so that the rows may contain later changes. */
export function areRowsReadLater(totals: readonly Stretch[], rows: readonly Stretch[], month: DateWindow): boolean {
  const its = findTotalsOf(month, totals);
  const { ultima } = readSide(rows, month);
  return its !== undefined && ultima !== null && ultima > civilDateAt(its.leido);
}

/** Whether the totals of a month were read before its last day. The service then also counts records with later dates, which the compared rows leave out. */
export function isMonthOpen(totals: readonly Stretch[], month: DateWindow): boolean {
  const its = findTotalsOf(month, totals);
  return its !== undefined && civilDateAt(its.leido) < month.hasta;
}

/** The last day that was read completely on both sides: the day before the earlier of their latest readings. Undefined if a side was never read. */
export function findLastClosedDay(one: Side, other: Side): CivilDate | undefined {
  if (one.ultima === null || other.ultima === null) return undefined;
  return addDays(one.ultima < other.ultima ? one.ultima : other.ultima, -1);
}

/** The last day that was read after it had ended; undefined if no day was. */
export const findLastWholeDay = (stretches: readonly Stretch[]): CivilDate | undefined =>
  cutAtReading(stretches, true)
    .map(({ hasta }) => hasta)
    .sort()
    .at(-1);

/** Whether the day was read on that same day, so that only a part of it is known. */
export const isReadInPart = (stretches: readonly Stretch[], day: CivilDate): boolean =>
  stretches.some(({ desde, hasta, leido }) => desde <= day && day <= hasta && civilDateAt(leido) === day);

/** The parts of each total of a tax record, by the names of the API. */
export const IMPUESTO_PARTS: Readonly<Record<string, readonly string[]>> = {
  imp_iva: ['impuesto_iva_105', 'impuesto_iva_21'],
  total_impuestos: ['imp_iva', 'impuesto_otros'],
  total_retenciones: ['retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros'],
  total_percepciones: ['percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros'],
};

/** For each field of the service's settlement totals, the field of a settlement that it sums. */
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

/** For each field of the service's tax totals, the field of a tax record that it sums. */
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
