/** How much of each month of a paper was read, in words: in the row of an incomplete month, and in every total that contains the month. */
import { readSide, type NotRead } from '#domain/checks.ts';
import {
  type CivilDate,
  type DateWindow,
  clipMonth,
  daysOfMonth,
  listMonthsBetween,
  monthOf,
} from '#domain/civil-date.ts';
import { failuresIn } from '../coverage/failure.ts';
import { isReadByOtherDate, readStretches } from '../checks/compare.ts';
import type { FigureData } from '../figures/adder.ts';
import type { Paper } from '#contract/checks.ts';
import { LABELS } from '#domain/texts/labels.ts';

const NOT_READ: Readonly<Record<NotRead, string>> = {
  sin_leer: 'Sin datos: no se leyó',
  parcial: 'Parcial: faltan días',
  inestable: LABELS.changedWhileRead.es,
  otro_dia: 'Parcial: faltan días',
  no_contratado: LABELS.notContracted.es,
};
/** Rows dated on any day of the month and paid outside the days that were read were not asked for: no day of it is known to be whole. */
const BY_PAYMENT = 'Leído por fecha de pago: pueden faltar filas de cualquiera de sus días';
export const WITHOUT_AMOUNTS = 'Con importes sin informar';

export interface MonthCoverage {
  /** `YYYY-MM`. */
  readonly mes: string;
  /** Why nothing is known of the month; null where it was read. */
  readonly motivo: NotRead | null;
  readonly texto: string;
  /** What a total lacks of the month, or (`maybe`) may lack; null where nothing is missing. */
  readonly missing: 'mes' | 'dias' | 'filas' | 'maybe' | null;
}

const formatDayMonth = (date: CivilDate): string => `${date.slice(8)}/${date.slice(5, 7)}`;

function describeMonth(
  data: FigureData,
  paper: Paper,
  { mes, desde, hasta, hoy }: DateWindow & { mes: string; hoy: CivilDate },
): MonthCoverage {
  const { cache } = data;
  const whole = daysOfMonth(mes);
  const end = hasta > hoy ? hoy : hasta;
  const stretches = readStretches(data, paper).filter((stretch) => stretch.hasta >= desde && stretch.desde <= end);
  const { motivo } = readSide(stretches, { desde, hasta: end });
  if (motivo !== null) {
    const refused = motivo === 'sin_leer' && failuresIn(cache, paper, { desde, hasta: end }).length > 0;
    const missing = motivo === 'sin_leer' || motivo === 'no_contratado' ? 'mes' : 'dias';
    return { mes, motivo, missing, texto: refused ? 'Sin datos: el servicio no lo dio' : NOT_READ[motivo] };
  }
  if (desde > hoy) return { mes, motivo: null, missing: null, texto: 'Todavía no llegó' };
  const readAt = Math.min(...stretches.map((stretch) => stretch.leido));
  const isByPayment = isReadByOtherDate(data, paper);
  const setAside = cache.countSetAsideIn(paper, { desde, hasta: end, leido: readAt });
  if (setAside > 0) {
    const text = setAside === 1 ? 'Falta 1 fila apartada' : `Faltan ${String(setAside)} filas apartadas`;
    return { mes, motivo: null, missing: 'filas', texto: isByPayment ? `${text} · ${BY_PAYMENT}` : text };
  }
  if (isByPayment) return { mes, motivo: null, missing: 'maybe', texto: BY_PAYMENT };
  const isWhole = desde === whole.desde && end === whole.hasta;
  return {
    mes,
    motivo: null,
    missing: null,
    texto: isWhole ? 'Completo' : `Solo del ${formatDayMonth(desde)} al ${formatDayMonth(end)}`,
  };
}

/** The months of a period, in order. A month that is not over, or of which only some days are requested, is not complete. */
export const describeMonths = (
  data: FigureData,
  paper: Paper,
  period: DateWindow,
  today: CivilDate,
): readonly MonthCoverage[] =>
  listMonthsBetween(monthOf(period.desde), monthOf(period.hasta)).map((month) =>
    describeMonth(data, paper, { mes: month, hoy: today, ...clipMonth(month, period) }),
  );

const LACKS = {
  mes: 'Falta',
  dias: 'Faltan días de',
  filas: 'Faltan filas de',
  maybe: 'Pueden faltar filas de',
} as const;

/** "Falta 2026-09; faltan días de 2026-10": what a total of those months lacks; undefined when it lacks nothing. */
export function describeMissing(months: readonly MonthCoverage[]): string | undefined {
  const parts = (['mes', 'dias', 'filas', 'maybe'] as const).flatMap((what) => {
    const lacking = months.filter(({ missing }) => missing === what).map(({ mes }) => mes);
    return lacking.length === 0 ? [] : [`${LACKS[what]} ${lacking.join(', ')}`];
  });
  const [first, ...rest] = parts;
  return first === undefined
    ? undefined
    : [first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join('; ');
}
