/** How much of what was asked the cache covers, and since when (docs/screens.md, coverage). */
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { CoberturaEstado, Metodo } from '#domain/vista.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import { TABLAS, type ReadableCache, type Tramo } from '#storage/cache/index.ts';
import { fallaDe, fallasEn } from './falla.ts';

const DAY_MS = 86_400_000;
/** The current month and the two before it are to be read daily; older ones monthly (issue: sync). */
const RECENT_MONTHS = 2;
const OLD_MS = 31 * DAY_MS;

interface Pedido {
  readonly metodo: Metodo;
  readonly campoFecha?: string | undefined;
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
  readonly ahora: Instant;
}

export const SIN_COBERTURA: CoberturaDocumento = {
  estado: 'nunca',
  contratado: true,
  desde: null,
  hasta: null,
  sincronizado: null,
  enDuda: 0,
};

/** First day of the month `months` before the one of a date. */
export function inicioDeMes(date: CivilDate, months = 0): CivilDate {
  let first = addDays(date, 1 - Number(date.slice(8, 10)));
  for (let i = 0; i < months; i++) {
    const before = addDays(first, -1);
    first = addDays(before, 1 - Number(before.slice(8, 10)));
  }
  return first;
}

const vence = (tramo: Tramo, ahora: Instant): Instant => {
  const recent = inicioDeMes(civilDateAt(ahora), RECENT_MONTHS);
  return tramo.leido + (tramo.hasta >= recent ? DAY_MS : OLD_MS);
};

function estadoDe(tramos: readonly Tramo[], { desde, hasta, ahora }: Pedido): CoberturaEstado {
  let falta = desde;
  for (const tramo of tramos) {
    if (falta !== undefined && tramo.desde > falta) return 'parcial';
    falta = addDays(tramo.hasta, 1);
  }
  // Days that have not come yet are not missing.
  const hoy = civilDateAt(ahora);
  const fin = hasta === undefined || hasta > hoy ? undefined : hasta;
  if (fin !== undefined && falta !== undefined && falta <= fin) return 'parcial';
  if (hasta !== undefined && hasta > hoy && falta !== undefined && falta <= hoy) return 'parcial';
  if (tramos.some(({ estado }) => estado === 'inestable')) return 'inestable';
  // Read on a day that has not come: by a clock that was wrong, nobody knows when.
  const esViejo = (tramo: Tramo): boolean => vence(tramo, ahora) < ahora || civilDateAt(tramo.leido) > hoy;
  return tramos.some(esViejo) ? 'desactualizada' : 'al_dia';
}

/** The date that rows have; none where the service filters by another (`campoFecha` empty). */
const campoDe = ({ metodo, campoFecha }: Pedido): string | undefined =>
  campoFecha === '' ? (TABLAS[metodo].fecha ?? undefined) : campoFecha;

/** Whether days are missing, and not only rows that were set aside. */
export const faltanDias = ({ estado, soloApartadas }: CoberturaDocumento): boolean =>
  estado === 'nunca' || (estado === 'parcial' && soloApartadas !== true);

/** The coverage of a period of a view by one of its dates; the whole of what was read when no period is given. */
export function coberturaDe(
  cache: Pick<ReadableCache, 'tramos' | 'sinEntender' | 'apartadasEn' | 'contar' | 'saber'>,
  pedido: Pedido,
): CoberturaDocumento {
  const { metodo, desde, hasta } = pedido;
  const { fecha } = TABLAS[metodo];
  const enDuda = cache.contar({ metodo, desde, hasta, campoFecha: campoDe(pedido), enDuda: true });
  const fallas = fallasEn(cache, metodo, pedido);
  const deDias = fallas.length === 0 ? {} : { fallas };
  const ultima = fallaDe(cache, metodo);
  const deMetodo = ultima === undefined ? {} : { falla: ultima };
  const campo = pedido.campoFecha ?? fecha ?? '';
  const dentro = (tramo: Tramo): boolean =>
    fecha === null || ((desde === undefined || tramo.hasta >= desde) && (hasta === undefined || tramo.desde <= hasta));
  const propios = cache.tramos(metodo, campo).filter(dentro);
  // Read by another date than the one asked: how much of it there is nobody can say.
  const otros = [fecha ?? '', ''].filter((otro) => otro !== campo).flatMap((otro) => cache.tramos(metodo, otro));
  const [primero] = propios;
  const ultimo = propios.at(-1);
  if (primero === undefined || ultimo === undefined) {
    // Nothing of what is asked could be read: as good as the whole method.
    const [deTodo = ultima] = fallas.toReversed().map(({ desde: _, hasta: _hasta, ...cual }) => cual);
    const falla = deTodo === undefined ? {} : { falla: deTodo };
    if (otros.length === 0) return { ...SIN_COBERTURA, enDuda, ...falla, ...deDias };
    const leido = Math.min(...otros.map((tramo) => tramo.leido));
    const contratado = otros.every((tramo) => tramo.contratado);
    return {
      estado: 'parcial',
      contratado,
      desde: null,
      hasta: null,
      sincronizado: civilDateTimeAt(leido),
      enDuda,
      porOtraFecha: true,
      ...falla,
      ...deDias,
    };
  }
  const sinFechas = fecha === null;
  // A row of totals is of its whole month, whatever days of it are asked.
  const deMeses = metodo === 'liquidaciones-totales' || metodo === 'impuestos-totales';
  // What came and was set aside whole was read, but nothing of it is here.
  const entre = { desde, hasta, leido: Math.min(...propios.map(({ leido }) => leido)) };
  const apartada = cache.sinEntender(metodo, entre);
  const apartadas = cache.apartadasEn(metodo, entre);
  const estado = apartada
    ? 'parcial'
    : estadoDe(propios, sinFechas ? { ...pedido, desde: undefined, hasta: undefined } : pedido);
  const soloApartadas = estado === 'al_dia' && apartadas > 0;
  return {
    estado: soloApartadas ? 'parcial' : estado,
    contratado: propios.every((tramo) => tramo.contratado),
    desde: sinFechas ? null : !deMeses && desde !== undefined && primero.desde < desde ? desde : primero.desde,
    hasta: sinFechas ? null : !deMeses && hasta !== undefined && ultimo.hasta > hasta ? hasta : ultimo.hasta,
    sincronizado: civilDateTimeAt(entre.leido),
    enDuda,
    ...(apartadas === 0 ? {} : { apartadas }),
    ...(soloApartadas ? { soloApartadas } : {}),
    ...deMetodo,
    ...deDias,
  };
}
