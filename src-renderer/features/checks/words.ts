import type { CheckDocument, CheckStatus, CheckRow, NamedBy } from '#contract/checks.ts';
import type { DateRange } from '../../shared/period.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { formatAmount, formatDate, formatNumber, withOtherSign } from '../../ui/format.ts';
import { capitalize, formatDayAndMonth, daysOf } from '../../ui/dates.ts';
import type { StateName } from '../../ui/icons.ts';

const RECORDS: Readonly<Record<NamedBy['vista'], () => string>> = {
  impuestos: m.seccion_impuestos,
  liquidaciones: m.seccion_liquidaciones,
  'liquidaciones-conciliadas': m.datos_solapa_conciliadas,
  operaciones: m.seccion_operaciones,
  movimientos: m.seccion_movimientos,
};
/** Says that the service withdrew a row, that the row is in doubt, or which records mention it; empty for any other row. */
export function describeRow({ retirada, enDuda, nombradaPor }: CheckRow): string {
  if (retirada === true) return m.datos_retirada().toLowerCase();
  if (enDuda === true) return m.datos_en_duda().toLowerCase();
  if (nombradaPor === undefined) return '';
  const where = nombradaPor.map(
    ({ vista, filas }) => `${RECORDS[vista]()}${filas > 1 ? ` (${formatNumber(filas)})` : ''}`,
  );
  return `${m.controles_falta()} · ${m.controles_figura_en({ donde: where.join(', ') })}`;
}

/** Says by how much the total of a list exceeds the amount that the check compared, or falls short of it. */
export const describeExtra = (more: string): string =>
  more.startsWith('-')
    ? m.acreditar_incluye({ importe: formatAmount(withOtherSign(more)) })
    : m.controles_lista_de_mas({ importe: formatAmount(more) });

const describeRange = ({ desde, hasta }: DateRange, format: (day: string) => string): string =>
  desde === hasta
    ? m.controles_dia({ dia: format(desde) })
    : m.controles_dias({ desde: format(desde), hasta: format(hasta) });

export const describePeriod = (days: DateRange): string => describeRange(days, formatDate);

const MAX_RANGES = 3;
/** The days that were not read: the first ranges, and how many more. */
export function describeUnread(ranges: readonly DateRange[]): string {
  const shown = ranges.slice(0, MAX_RANGES).map((range) => describeRange(range, formatDayAndMonth));
  if (ranges.length > MAX_RANGES)
    return [...shown, m.controles_y_mas({ texto: formatNumber(ranges.length - MAX_RANGES) })].join(', ');
  return new Intl.ListFormat(getLocale()).format(shown);
}

/**
 * The days that a check compared, in words; empty for a whole month within the asked days. The service adds up whole months, so these days may exceed the asked
 * ones.
 */
export function describeDays({ periodo, desde, hasta }: CheckDocument, asked: DateRange, today: string): string {
  if (desde < asked.desde || hasta > asked.hasta) {
    return daysOf(periodo).hasta > today
      ? m.datos_hasta({ hasta: formatDayAndMonth(today) })
      : m.controles_mes_entero();
  }
  const whole = desde === `${periodo}-01` && hasta >= daysOf(periodo).hasta;
  return whole ? '' : describeRange({ desde, hasta }, formatDayAndMonth);
}

export const statusOf = (status: CheckStatus): { readonly state: StateName; readonly word: string } =>
  ({
    coincide: { state: 'conciliado', word: m.control_coincide() } as const,
    difiere: { state: 'error', word: m.control_difiere() } as const,
    sin_datos: { state: 'sin-datos', word: capitalize(m.sin_datos()) } as const,
  })[status];

export const keyOf = ({ control, campo, periodo, tarjeta }: CheckDocument): string =>
  [control, periodo, tarjeta ?? '', campo].join('/');
