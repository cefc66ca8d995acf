/** What changed since the last time that the person looked, on an earlier day. */
import type { InicioContracargos, InicioCosto, InicioNovedad } from '#contract/inicio.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import type { Importes } from './dias.ts';
import { abrirAcreditado } from './acreditar.ts';
import { CONTRACARGO } from './costos.ts';
import type { CargaVista } from './edades.ts';
import type { Datos } from './sumador.ts';
import type { Visita } from './visitas.ts';

/** A card's share that grew by this much in a month is news, in hundredths of a percent. */
const SUBA = 15;

interface Hoy {
  readonly hoy: CivilDate;
  readonly banco: boolean;
  readonly leidos: ReadonlyMap<string, Importes>;
  readonly costos: readonly InicioCosto[];
  readonly contracargos: readonly InicioContracargos[];
  readonly cargas: readonly CargaVista[];
  /** When the calendar was read, `YYYY-MM-DD HH:MM:SS`. */
  readonly leidoHasta: string | null;
}

const centavosDe = (importe: string): bigint => BigInt(parseMoney(importe, 'sin-miles') ?? 0);

/** What there is to see today, to be compared another day. */
export function visitaDe({ hoy, contracargos, cargas }: Pick<Hoy, 'hoy' | 'contracargos' | 'cargas'>): Visita {
  const leidos = contracargos.flatMap(({ mes, cantidad, importe }) =>
    cantidad === null || importe === null ? [] : [[mes, { cantidad, importe: String(centavosDe(importe)) }] as const],
  );
  return {
    dia: hoy,
    contracargos: Object.fromEntries(leidos),
    conciliados: Object.fromEntries(cargas.map(({ carga, conciliados }) => [carga, conciliados])),
  };
}

/** What was credited in days that are all known. */
async function acreditado(datos: Datos, { hoy, leidos, banco }: Hoy, desde: CivilDate): Promise<InicioNovedad[]> {
  let importe = 0n;
  for (let fecha = desde; fecha <= hoy; fecha = addDays(fecha, 1)) {
    const { acreditado: suyo = null } = leidos.get(fecha) ?? {};
    if (suyo === null) return [];
    importe += suyo;
  }
  if (importe === 0n) return [];
  const pagadas = await datos.sumador.agrupar(
    { metodo: 'operaciones', campoFecha: 'fecha_pago', desde, hasta: hoy },
    { por: [{ campo: 'liquidaciones_id' }], sumas: [] },
  );
  const liquidaciones = pagadas.filter(({ claves }) => claves[0] !== null).length;
  return [
    { clase: 'acreditado', liquidaciones, importe: formatPlain(importe), abrir: abrirAcreditado(desde, hoy, banco) },
  ];
}

/** Coupons of uploads that were already known then. */
function conciliaron({ cargas }: Hoy, { conciliados }: Visita): InicioNovedad[] {
  const nuevos = cargas.flatMap(({ carga, conciliacion, conciliados: ahora }) => {
    const antes = conciliados[carga];
    return antes === undefined || ahora <= antes ? [] : [{ conciliacion, cupones: ahora - antes }];
  });
  const cupones = nuevos.reduce((suma, cada) => suma + cada.cupones, 0);
  const conciliacion = nuevos.length === 1 ? (nuevos[0]?.conciliacion ?? null) : null;
  return cupones === 0 ? [] : [{ clase: 'concilio', cupones, conciliacion }];
}

/** Chargebacks of months that were known then, and of those that have begun since. */
export function contracargosNuevos(
  { contracargos, hoy }: Pick<Hoy, 'contracargos' | 'hoy'>,
  visita: Visita,
): InicioNovedad[] {
  let cantidad = 0;
  let importe = 0n;
  let desde: string | undefined;
  for (const cada of contracargos) {
    if (cada.cantidad === null || cada.importe === null) continue;
    const empezo = cada.mes > visita.dia.slice(0, 7);
    const antes = visita.contracargos[cada.mes] ?? (empezo ? { cantidad: 0, importe: '0' } : undefined);
    if (antes === undefined || cada.cantidad <= antes.cantidad) continue;
    cantidad += cada.cantidad - antes.cantidad;
    importe += centavosDe(cada.importe) - BigInt(antes.importe);
    desde ??= `${cada.mes}-01`;
  }
  if (desde === undefined) return [];
  const filtros = [{ campo: 'motivo', valor: CONTRACARGO }];
  const abrir = { vista: 'rechazos', desde, hasta: hoy, filtros } as const;
  return [{ clase: 'contracargos', cantidad, importe: formatPlain(importe), abrir }];
}

/** The card whose share grew most over the month before. */
function costo({ costos }: Hoy): InicioNovedad[] {
  const subas = costos.flatMap(({ tarjeta, meses, abrir }): Extract<InicioNovedad, { clase: 'costo' }>[] => {
    const ahora = meses.at(-1)?.total ?? null;
    const antes = meses.at(-2)?.total ?? null;
    if (tarjeta === null || ahora === null || antes === null || ahora - antes < SUBA) return [];
    return [{ clase: 'costo', tarjeta, antes, ahora, abrir }];
  });
  return subas.sort((a, b) => b.ahora - b.antes - (a.ahora - a.antes)).slice(0, 1);
}

/** In the order of what a person would ask first. Without an earlier visit, what was credited is since yesterday. */
export async function novedadesDe(
  datos: Datos,
  hoy: Hoy,
  visita: Visita | undefined,
): Promise<readonly InicioNovedad[]> {
  const leida = hoy.leidos.has(hoy.hoy) ? hoy.leidoHasta : null;
  return [
    ...(await acreditado(datos, hoy, visita === undefined ? addDays(hoy.hoy, -1) : addDays(visita.dia, 1))),
    ...(visita === undefined ? [] : conciliaron(hoy, visita)),
    ...(visita === undefined ? [] : contracargosNuevos(hoy, visita)),
    ...costo(hoy),
    ...(leida === null ? [] : [{ clase: 'leido', hasta: leida } as const]),
  ];
}
