/** What has changed since the person last looked on an earlier day. */
import { z } from 'zod';
import type { HomeContracargos, HomeCost, HomeNews } from '#contract/home.ts';
import { addDays, monthOf, type CivilDate } from '#domain/civil-date.ts';
import { centavosOf, formatPlain } from '#domain/money.ts';
import { listDatesBetween, type DayImportes } from '../figures/days.ts';
import { linkToCredited, type CompareList } from './listed.ts';
import { CONTRACARGO } from './costs.ts';
import type { UploadSeen } from '../uploaded/uploads.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { civilDate } from '#domain/forms.ts';

/** When a card's share of costs rises by this much in a month, that is news (hundredths of a percent). */
const RISE = 15;

interface TodayFacts {
  readonly hoy: CivilDate;
  readonly banco: boolean;
  readonly compareList: CompareList;
  readonly leidos: ReadonlyMap<string, DayImportes>;
  readonly costos: readonly HomeCost[];
  readonly contracargos: readonly HomeContracargos[];
  readonly cargas: readonly UploadSeen[];
  /** When the calendar was read, `YYYY-MM-DD HH:MM:SS`. */
  readonly readUntil: string | null;
}

/** The figures that *Inicio* shows today, stored to compare them on another day. */
export function visitOf({ hoy, contracargos, cargas }: Pick<TodayFacts, 'hoy' | 'contracargos' | 'cargas'>): Visit {
  const known = contracargos.flatMap(({ mes, sinLeer: unread, cantidad, importe }) =>
    unread > 0 || cantidad === null || importe === null
      ? []
      : [[mes, { cantidad, importe: String(centavosOf(importe)) }] as const],
  );
  return {
    dia: hoy,
    contracargos: Object.fromEntries(known),
    conciliados: Object.fromEntries(cargas.map(({ carga, conciliados }) => [carga, conciliados])),
  };
}

/** The amount credited since the last visit; nothing unless all days since then are known. */
function listCreditedNews({ hoy, leidos: days, banco, compareList }: TodayFacts, from: CivilDate): HomeNews[] {
  let importe = 0n;
  for (const date of listDatesBetween(from, hoy)) {
    const { acreditado: its = null } = days.get(date) ?? {};
    if (its === null) return [];
    importe += its;
  }
  if (importe === 0n) return [];
  const lista = compareList({ desde: from, hasta: hoy }, importe);
  return [{ clase: 'acreditado', importe: formatPlain(importe), lista, abrir: linkToCredited(from, hoy, banco) }];
}

/** The coupons that have matched since the last visit, in uploads that existed then. */
function listNowMatched({ cargas }: TodayFacts, { conciliados }: Visit): HomeNews[] {
  const added = cargas.flatMap(({ carga, conciliacion, conciliados: now }) => {
    const before = conciliados[carga];
    return before === undefined || now <= before ? [] : [{ conciliacion, cupones: now - before }];
  });
  const cupones = added.reduce((sum, each) => sum + each.cupones, 0);
  const conciliacion = added.length === 1 ? (added[0]?.conciliacion ?? null) : null;
  return cupones === 0 ? [] : [{ clase: 'concilio', cupones, conciliacion }];
}

/** New chargebacks: in months that were known at the last visit, and in months that began after it. */
export function listNewContracargos(
  { contracargos, hoy }: Pick<TodayFacts, 'contracargos' | 'hoy'>,
  visit: Visit,
): HomeNews[] {
  let count = 0;
  let importe = 0n;
  let from: string | undefined;
  for (const each of contracargos) {
    if (each.sinLeer > 0 || each.cantidad === null || each.importe === null) continue;
    const startedAt = each.mes > monthOf(visit.dia);
    const before = visit.contracargos[each.mes] ?? (startedAt ? { cantidad: 0, importe: '0' } : undefined);
    if (before === undefined || each.cantidad <= before.cantidad) continue;
    count += each.cantidad - before.cantidad;
    importe += centavosOf(each.importe) - BigInt(before.importe);
    from ??= `${each.mes}-01`;
  }
  if (from === undefined) return [];
  const filters = [{ campo: 'motivo', valor: CONTRACARGO }];
  const open = { vista: 'rechazos', desde: from, hasta: hoy, filtros: filters } as const;
  return [{ clase: 'contracargos', cantidad: count, importe: formatPlain(importe), abrir: open }];
}

/** The card whose share of costs grew most against the month before. */
function listCostNews({ costos }: TodayFacts): HomeNews[] {
  const rises = costos.flatMap(({ tarjeta, meses, abrir }): Extract<HomeNews, { clase: 'costo' }>[] => {
    const now = meses.at(-1)?.total ?? null;
    const before = meses.at(-2)?.total ?? null;
    if (tarjeta === null || now === null || before === null || now - before < RISE) return [];
    return [{ clase: 'costo', tarjeta, antes: before, ahora: now, abrir }];
  });
  return rises.sort((a, b) => b.ahora - b.antes - (a.ahora - a.antes)).slice(0, 1);
}

/** The news, most important first. Without an earlier visit, credited amounts count from yesterday. */
export function newsOf(today: TodayFacts, visit: Visit | undefined): readonly HomeNews[] {
  const readUntil = today.leidos.has(today.hoy) ? today.readUntil : null;
  return [
    ...listCreditedNews(today, visit === undefined ? addDays(today.hoy, -1) : addDays(visit.dia, 1)),
    ...(visit === undefined ? [] : listNowMatched(today, visit)),
    ...(visit === undefined ? [] : listNewContracargos(today, visit)),
    ...listCostNews(today),
    ...(readUntil === null ? [] : [{ clase: 'leido', hasta: readUntil } as const]),
  ];
}

const visit = z.object({
  dia: civilDate,
  /** Chargebacks of each month that was read completely: number, and centavos as text. */
  contracargos: z.record(z.string(), z.object({ cantidad: z.number().int(), importe: z.string() })),
  /** Matched coupons by upload. */
  conciliados: z.record(z.string(), z.number().int()),
});
const file = z.object({ version: z.literal(1), anterior: visit.nullable(), ultima: visit.nullable() });

export type Visit = z.output<typeof visit>;
type VisitsFile = z.output<typeof file>;

const NONE: VisitsFile = { version: 1, anterior: null, ultima: null };

/** Sets an unreadable file aside; the next visit then counts as the first. */
const readVisits = async (path: string): Promise<VisitsFile> =>
  (await readJsonFile(path, (value) => file.parse(value))) ?? NONE;

export async function findPreviousVisit(path: string, today: CivilDate): Promise<Visit | undefined> {
  const { anterior, ultima } = await readVisits(path);
  return [ultima, anterior].find((one) => one !== null && one.dia < today) ?? undefined;
}

/** Saves today's figures, in place of an earlier visit of today. */
export async function saveVisit(path: string, fresh: Visit): Promise<void> {
  const { anterior, ultima } = await readVisits(path);
  const earlier = ultima !== null && ultima.dia < fresh.dia ? ultima : anterior;
  await writeJsonAtomic(path, { version: 1, anterior: earlier, ultima: fresh } satisfies VisitsFile);
}
