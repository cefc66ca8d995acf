/** What was and will be credited, day by day. */
import type { FigureTarget, HomeCredit, HomeDocument } from '#contract/home.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { UpcomingCredit } from '#storage/cache/index.ts';
import { daysBetweenDates, type DayImportes } from '../figures/days.ts';

/** The line shows so many days before and after today. */
const ANTES = 12;
const DAYS_AFTER = 16;
const MAX_UPCOMING = 3;

interface Params {
  readonly hoy: CivilDate;
  readonly leidos: ReadonlyMap<string, DayImportes>;
  /** Undefined while operations by payment date were never read. */
  readonly pendientes: readonly UpcomingCredit[] | undefined;
  /** The account has a bank feed. */
  readonly banco: boolean;
}

export const timelineStart = (hoy: CivilDate): CivilDate => addDays(hoy, -ANTES);

const byPayDate = (desde: string, hasta?: string): FigureTarget => ({
  vista: 'operaciones',
  campoFecha: 'fecha_pago',
  desde,
  ...(hasta === undefined ? {} : { hasta }),
});

/** The rows of what was credited: where there is a bank feed, the bank's movements that pay something; else the operations that were due. */
export const linkToCredited = (desde: string, hasta: string, banco: boolean): FigureTarget =>
  banco
    ? { vista: 'movimientos', desde, hasta, filtros: [{ campo: 'conciliado', valor: 'true' }] }
    : byPayDate(desde, hasta);

const pendingDay = (dia: UpcomingCredit): HomeCredit => ({
  fecha: dia.fecha,
  clase: 'por_acreditar',
  importe: formatPlain(dia.liquidado + dia.estimado),
  liquidaciones: dia.liquidaciones,
  estimado: dia.estimado !== 0n,
  abrir: byPayDate(dia.fecha, dia.fecha),
});

const nothing = { liquidaciones: 0, estimado: false } as const;

export function dueCredits({
  hoy,
  leidos: days,
  pendientes,
  banco,
}: Params): Pick<HomeDocument, 'linea' | 'proximas' | 'porAcreditar'> {
  const byDate = new Map((pendientes ?? []).map((dia) => [dia.fecha, dia]));
  const linea = [...daysBetweenDates(timelineStart(hoy), addDays(hoy, DAYS_AFTER))].map((fecha): HomeCredit => {
    if (fecha <= hoy) {
      const dia = days.get(fecha);
      const acreditado = dia?.acreditado ?? null;
      const importe = acreditado === null ? null : formatPlain(acreditado);
      const abrir = linkToCredited(fecha, fecha, banco);
      return { fecha, clase: importe === null ? 'sin_leer' : 'acreditado', importe, ...nothing, abrir };
    }
    const dia = byDate.get(fecha);
    if (dia !== undefined) return pendingDay(dia);
    const leida = pendientes !== undefined;
    const abrir = byPayDate(fecha, fecha);
    return { fecha, clase: leida ? 'por_acreditar' : 'sin_leer', importe: leida ? '0.00' : null, ...nothing, abrir };
  });
  const proximas = (pendientes ?? []).filter(({ liquidado, estimado }) => liquidado + estimado !== 0n);
  const sum = proximas.reduce((total, { liquidado, estimado }) => total + liquidado + estimado, 0n);
  return {
    linea,
    proximas: proximas.slice(0, MAX_UPCOMING).map(pendingDay),
    porAcreditar: {
      importe: pendientes === undefined ? null : formatPlain(sum),
      liquidaciones: proximas.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
      operaciones: proximas.reduce((n, { operaciones }) => n + operaciones, 0),
      desde: proximas[0]?.fecha ?? null,
      estimado: proximas.some(({ estimado }) => estimado !== 0n),
      abrir: byPayDate(addDays(hoy, 1)),
    },
  };
}
