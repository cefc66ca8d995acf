/** What changed since the person last looked, on an earlier day. */
import type { HomeContracargos, HomeCost, HomeNews } from '#contract/home.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import type { DayImportes } from '../figures/days.ts';
import { linkToCredited } from './to-be-credited.ts';
import { CONTRACARGO } from './costs.ts';
import type { UploadSeen } from '../uploaded/uploads.ts';
import type { HomeData } from '../figures/adder.ts';
import type { Visit } from './visits.ts';

/** A card's share that rose by this much in a month is news (hundredths of a percent). */
const RISE = 15;

interface TodayFacts {
  readonly hoy: CivilDate;
  readonly banco: boolean;
  readonly leidos: ReadonlyMap<string, DayImportes>;
  readonly costos: readonly HomeCost[];
  readonly contracargos: readonly HomeContracargos[];
  readonly cargas: readonly UploadSeen[];
  /** When the calendar was read, `YYYY-MM-DD HH:MM:SS`. */
  readonly readUntil: string | null;
}

const centavosOf = (importe: string): bigint => BigInt(parseMoney(importe, 'sin-miles') ?? 0);

/** What the first page shows today, to be compared on another day. */
export function visitOf({ hoy, contracargos, cargas }: Pick<TodayFacts, 'hoy' | 'contracargos' | 'cargas'>): Visit {
  const known = contracargos.flatMap(({ mes, cantidad, importe }) =>
    cantidad === null || importe === null ? [] : [[mes, { cantidad, importe: String(centavosOf(importe)) }] as const],
  );
  return {
    dia: hoy,
    contracargos: Object.fromEntries(known),
    conciliados: Object.fromEntries(cargas.map(({ carga, conciliados }) => [carga, conciliados])),
  };
}

/** The amount credited since; only when all those days are known. */
async function creditedNews(
  data: HomeData,
  { hoy, leidos: days, banco }: TodayFacts,
  desde: CivilDate,
): Promise<HomeNews[]> {
  let importe = 0n;
  for (let fecha = desde; fecha <= hoy; fecha = addDays(fecha, 1)) {
    const { acreditado: its = null } = days.get(fecha) ?? {};
    if (its === null) return [];
    importe += its;
  }
  if (importe === 0n) return [];
  const paid = await data.sumador.group(
    { metodo: 'operaciones', campoFecha: 'fecha_pago', desde, hasta: hoy },
    { por: [{ campo: 'liquidaciones_id' }], sumas: [] },
  );
  const liquidaciones = paid.filter(({ keys }) => keys[0] !== null).length;
  return [
    { clase: 'acreditado', liquidaciones, importe: formatPlain(importe), abrir: linkToCredited(desde, hoy, banco) },
  ];
}

/** Coupons that matched since, in uploads that the last visit already had. */
function nowMatched({ cargas }: TodayFacts, { conciliados }: Visit): HomeNews[] {
  const nuevos = cargas.flatMap(({ carga, conciliacion, conciliados: ahora }) => {
    const antes = conciliados[carga];
    return antes === undefined || ahora <= antes ? [] : [{ conciliacion, cupones: ahora - antes }];
  });
  const cupones = nuevos.reduce((sum, each) => sum + each.cupones, 0);
  const conciliacion = nuevos.length === 1 ? (nuevos[0]?.conciliacion ?? null) : null;
  return cupones === 0 ? [] : [{ clase: 'concilio', cupones, conciliacion }];
}

/** New chargebacks, of months that the last visit knew and of months that began since. */
export function newContracargos(
  { contracargos, hoy }: Pick<TodayFacts, 'contracargos' | 'hoy'>,
  visit: Visit,
): HomeNews[] {
  let cantidad = 0;
  let importe = 0n;
  let desde: string | undefined;
  for (const each of contracargos) {
    if (each.cantidad === null || each.importe === null) continue;
    const startedAt = each.mes > visit.dia.slice(0, 7);
    const antes = visit.contracargos[each.mes] ?? (startedAt ? { cantidad: 0, importe: '0' } : undefined);
    if (antes === undefined || each.cantidad <= antes.cantidad) continue;
    cantidad += each.cantidad - antes.cantidad;
    importe += centavosOf(each.importe) - BigInt(antes.importe);
    desde ??= `${each.mes}-01`;
  }
  if (desde === undefined) return [];
  const filtros = [{ campo: 'motivo', valor: CONTRACARGO }];
  const abrir = { vista: 'rechazos', desde, hasta: hoy, filtros } as const;
  return [{ clase: 'contracargos', cantidad, importe: formatPlain(importe), abrir }];
}

/** The card whose share grew most over the month before. */
function costNews({ costos }: TodayFacts): HomeNews[] {
  const rises = costos.flatMap(({ tarjeta, meses, abrir }): Extract<HomeNews, { clase: 'costo' }>[] => {
    const ahora = meses.at(-1)?.total ?? null;
    const antes = meses.at(-2)?.total ?? null;
    if (tarjeta === null || ahora === null || antes === null || ahora - antes < RISE) return [];
    return [{ clase: 'costo', tarjeta, antes, ahora, abrir }];
  });
  return rises.sort((a, b) => b.ahora - b.antes - (a.ahora - a.antes)).slice(0, 1);
}

/** In the order in which a person would ask. Without an earlier visit, credited amounts are since yesterday. */
export async function newsOf(data: HomeData, hoy: TodayFacts, visit: Visit | undefined): Promise<readonly HomeNews[]> {
  const leida = hoy.leidos.has(hoy.hoy) ? hoy.readUntil : null;
  return [
    ...(await creditedNews(data, hoy, visit === undefined ? addDays(hoy.hoy, -1) : addDays(visit.dia, 1))),
    ...(visit === undefined ? [] : nowMatched(hoy, visit)),
    ...(visit === undefined ? [] : newContracargos(hoy, visit)),
    ...costNews(hoy),
    ...(leida === null ? [] : [{ clase: 'leido', hasta: leida } as const]),
  ];
}
