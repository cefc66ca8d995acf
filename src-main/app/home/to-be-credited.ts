/** What was and will be credited, day by day. */
import type { FigureTarget, HomeCredit, HomeDocument } from '#contract/home.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { UpcomingCredit } from '#storage/cache/index.ts';
import type { Receivable } from './receivable.ts';
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
  readonly credits: Receivable;
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

/** What is left of a day's credits: of unsettled sales, less the taxes that the account pays on average. */
const netOf = ({ liquidado, estimado }: UpcomingCredit, rate: number | null): bigint =>
  liquidado + estimado - (estimado * BigInt(rate ?? 0)) / 10_000n;

const toPendingDay = (day: UpcomingCredit, rate: number | null): HomeCredit => ({
  fecha: day.fecha,
  clase: 'por_acreditar',
  importe: formatPlain(netOf(day, rate)),
  liquidaciones: day.liquidaciones,
  estimado: day.estimado !== 0n,
  abrir: byPayDate(day.fecha, day.fecha),
});

const toUnpaid = ({ liquidaciones, importe, desde, hasta }: Receivable['vencido']) => ({
  liquidaciones,
  importe: formatPlain(importe),
  abrir: {
    vista: 'liquidaciones',
    ...(desde === null || hasta === null ? {} : { desde, hasta }),
    filtros: [{ campo: 'acreditada', valor: 'false' }],
  } satisfies FigureTarget,
});

const nothing = { liquidaciones: 0, estimado: false } as const;

export function sumDueCredits({
  hoy,
  leidos: days,
  pendientes,
  banco,
  credits: { vencido, cargos, tasa },
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
    if (day !== undefined) return toPendingDay(day, tasa);
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
  const sum = coming.reduce((total, day) => total + netOf(day, tasa), cargos.importe);
  return {
    linea: line,
    proximas: coming.slice(0, MAX_UPCOMING).map((day) => toPendingDay(day, tasa)),
    porAcreditar: {
      importe: pendientes === undefined ? null : formatPlain(sum),
      liquidaciones: coming.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
      operaciones: coming.reduce((n, { operaciones }) => n + operaciones, 0),
      desde: coming[0]?.fecha ?? null,
      estimado: coming.some(({ estimado }) => estimado !== 0n),
      tasaImpuestos: coming.some(({ estimado }) => estimado !== 0n) ? tasa : null,
      cargos: toUnpaid(cargos),
      vencido: toUnpaid(vencido),
      abrir: byPayDate(addDays(hoy, 1)),
    },
  };
}
