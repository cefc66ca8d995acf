/** What was and will be credited, day by day. */
import type { FigureTarget, HomeCredit, HomeDocument } from '#contract/home.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { UpcomingCredit } from '#storage/cache/index.ts';
import { listDatesBetween, type DayImportes } from '../figures/days.ts';

/** The line shows so many days before and after today. */
const DAYS_BEFORE = 12;
const DAYS_AFTER = 16;
const MAX_UPCOMING = 3;

interface KnownCredits {
  readonly hoy: CivilDate;
  readonly leidos: ReadonlyMap<string, DayImportes>;
  /** Undefined while operations by payment date were never read. */
  readonly pendientes: readonly UpcomingCredit[] | undefined;
  /** The account has a bank feed. */
  readonly banco: boolean;
}

export const getTimelineStart = (today: CivilDate): CivilDate => addDays(today, -DAYS_BEFORE);

const byPayDate = (from: string, to?: string): FigureTarget => ({
  vista: 'operaciones',
  campoFecha: 'fecha_pago',
  desde: from,
  ...(to === undefined ? {} : { hasta: to }),
});

/** The rows of what was credited: where there is a bank feed, the bank's movements that pay something; else the operations that were due. */
export const linkToCredited = (from: string, to: string, banco: boolean): FigureTarget =>
  banco
    ? { vista: 'movimientos', desde: from, hasta: to, filtros: [{ campo: 'conciliado', valor: 'true' }] }
    : byPayDate(from, to);

const toPendingDay = (day: UpcomingCredit): HomeCredit => ({
  fecha: day.fecha,
  clase: 'por_acreditar',
  importe: formatPlain(day.liquidado + day.estimado),
  liquidaciones: day.liquidaciones,
  estimado: day.estimado !== 0n,
  abrir: byPayDate(day.fecha, day.fecha),
});

const nothing = { liquidaciones: 0, estimado: false } as const;

export function sumDueCredits({
  hoy,
  leidos: days,
  pendientes,
  banco,
}: KnownCredits): Pick<HomeDocument, 'linea' | 'proximas' | 'porAcreditar'> {
  const byDate = new Map((pendientes ?? []).map((day) => [day.fecha, day]));
  const line = [...listDatesBetween(getTimelineStart(hoy), addDays(hoy, DAYS_AFTER))].map((date): HomeCredit => {
    if (date <= hoy) {
      const day = days.get(date);
      const credited = day?.acreditado ?? null;
      const importe = credited === null ? null : formatPlain(credited);
      const open = linkToCredited(date, date, banco);
      return { fecha: date, clase: importe === null ? 'sin_leer' : 'acreditado', importe, ...nothing, abrir: open };
    }
    const day = byDate.get(date);
    if (day !== undefined) return toPendingDay(day);
    const isKnown = pendientes !== undefined;
    const open = byPayDate(date, date);
    return {
      fecha: date,
      clase: isKnown ? 'por_acreditar' : 'sin_leer',
      importe: isKnown ? '0.00' : null,
      ...nothing,
      abrir: open,
    };
  });
  const coming = (pendientes ?? []).filter(({ liquidado, estimado }) => liquidado + estimado !== 0n);
  const sum = coming.reduce((total, { liquidado, estimado }) => total + liquidado + estimado, 0n);
  return {
    linea: line,
    proximas: coming.slice(0, MAX_UPCOMING).map(toPendingDay),
    porAcreditar: {
      importe: pendientes === undefined ? null : formatPlain(sum),
      liquidaciones: coming.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
      operaciones: coming.reduce((n, { operaciones }) => n + operaciones, 0),
      desde: coming[0]?.fecha ?? null,
      estimado: coming.some(({ estimado }) => estimado !== 0n),
      abrir: byPayDate(addDays(hoy, 1)),
    },
  };
}
