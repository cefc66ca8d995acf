/**
 * What is due to be read again (issue: sync): the current month and the two before it daily, months of the last 180 days with rows that are not
 * settled yet daily too, older ones monthly. Only periods that somebody asked for once, up to today. What was read on a day that has not come was
 * read by a clock that was wrong: nobody knows when.
 */
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import { TABLAS, type Consulta, type ReadableCache, type Tramo } from '#storage/cache/index.ts';
import { inicioDeMes } from '../cobertura/cobertura.ts';
import { faltantes, mesesDe, stretchesRead, type Unidad } from './unidades.ts';

const MESES_RECIENTES = 2;
const DIAS_SIN_LIQUIDAR = 180;
const MES_MS = 31 * 86_400_000;
/** What is to be credited is read this far ahead. */
export const DIAS_A_COBRAR = 365;

type Cache = Pick<ReadableCache, 'tramos' | 'contar'>;

/** Rows that will still change: what says so, by method. */
const SIN_LIQUIDAR: Readonly<Partial<Record<Metodo, NonNullable<Consulta['filtros']>>>> = {
  operaciones: [{ campo: 'liquidaciones_id', valores: [null] }],
  liquidaciones: [{ campo: 'acreditada', valores: [0] }],
};

function falta(cache: Cache, { metodo, desde, hasta }: Unidad): boolean {
  const filtros = SIN_LIQUIDAR[metodo];
  return filtros !== undefined && cache.contar({ metodo, desde, hasta, filtros }) > 0;
}

interface Momento {
  readonly hoy: CivilDate;
  readonly ahora: Instant;
}

function vencida(
  cache: Cache,
  unidad: Unidad,
  { tramos, hoy, ahora }: Momento & { tramos: readonly Tramo[] },
): boolean {
  if (faltantes(unidad, tramos).length > 0 || tramos.some(({ estado }) => estado === 'inestable')) return true;
  const leido = Math.min(...tramos.map((tramo) => tramo.leido));
  if (civilDateAt(leido) === hoy) return false;
  if (leido > ahora) return true;
  if (unidad.hasta >= inicioDeMes(hoy, MESES_RECIENTES) || ahora - leido > MES_MS) return true;
  return unidad.hasta >= addDays(hoy, -DIAS_SIN_LIQUIDAR) && falta(cache, unidad);
}

function deMetodo(cache: Cache, metodo: Metodo, momento: Momento): readonly Unidad[] {
  if (TABLAS[metodo].fecha === null) return [];
  const { hoy } = momento;
  const todos = stretchesRead(cache, metodo);
  const [primero] = todos;
  const ultimo = todos.at(-1);
  if (primero === undefined || ultimo === undefined) return [];
  // Days that came since, unless what was read is a period of long ago.
  const hasta = ultimo.hasta >= inicioDeMes(hoy, MESES_RECIENTES) || ultimo.hasta > hoy ? hoy : ultimo.hasta;
  return mesesDe(primero.desde, hasta).flatMap((mes): Unidad[] => {
    const tramos = todos.filter((tramo) => tramo.desde <= mes.hasta && tramo.hasta >= mes.desde);
    const reciente = mes.hasta >= inicioDeMes(hoy, MESES_RECIENTES);
    if (tramos.length === 0 && !reciente) return [];
    const unidad = { metodo, ...mes };
    return tramos.length === 0 || vencida(cache, unidad, { ...momento, tramos }) ? [unidad] : [];
  });
}

/** The units that are due, newest first. */
export function vencidas(cache: Cache, ahora: Instant): readonly Unidad[] {
  const hoy = civilDateAt(ahora);
  const unidades = METODOS.flatMap((metodo) => deMetodo(cache, metodo, { hoy, ahora }));
  const cobrar = cache.tramos('operaciones', 'fecha_pago');
  const aCobrar: Unidad[] = cobrar.some(({ hasta, leido }) => hasta > hoy && civilDateAt(leido) !== hoy)
    ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(hoy, 1), hasta: addDays(hoy, DIAS_A_COBRAR) }]
    : [];
  return [...unidades.toSorted((a, b) => (a.hasta < b.hasta ? 1 : a.hasta > b.hasta ? -1 : 0)), ...aCobrar];
}
