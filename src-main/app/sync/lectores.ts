/** Reading one unit of each kind of method and writing it: lists by windows; calendar and totals by whole months; shops whole. */
import { AppError, isAppError } from '#contract/errors.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { centavos } from '#domain/money.ts';
import type { Service } from '#service/index.ts';
import { TABLAS, type FilaServicio, type Leido, type WritableCache } from '#storage/cache/index.ts';
import { crearFiltros } from './filtros.ts';
import { fuenteDe, type FilaLeida, type MetodoConVentana } from './fuentes.ts';
import { faltantes, finDeMes, type Unidad } from './unidades.ts';
import { inicioDeMes } from '../browse/cobertura.ts';
import { crearLectura, type Tramo } from './ventanas.ts';

/** Rows of one transaction (SQLITE.md). */
const POR_TRANSACCION = 10_000;
const PRINCIPIO = parseIsoDate('0001-01-01');
const FINAL = parseIsoDate('9999-12-31');
const LEJOS = parseIsoDate('2000-01-01');

export interface LectorDeps {
  readonly servicio: Service;
  readonly cache: WritableCache;
  readonly clock: Clock;
  /** When the run that is taken up again began: what was read since is not read again. */
  readonly retomada: number | undefined;
  /** Takes what was read; throws what the disk says. */
  readonly escribir: (unidad: Unidad, leido: Leido) => void;
  /** Shops, once they were read. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  readonly ponerComercios: (filas: readonly { readonly id: string; readonly nombre: string | null }[]) => void;
}

type Lector = (unidad: Unidad, signal: AbortSignal) => Promise<void>;

/** How long a window may be, learnt per method and kept for the next run. */
function maxDiasDe(cache: WritableCache, metodo: string) {
  const clave = `max_dias:${metodo}`;
  return {
    get: () => Number(cache.saber(clave) ?? Number.POSITIVE_INFINITY),
    set: (dias: number) => {
      cache.aprender(clave, String(dias));
    },
  };
}

const pendientes = ({ cache, retomada }: LectorDeps, unidad: Unidad, campo: string) =>
  faltantes(
    unidad,
    retomada === undefined
      ? []
      : cache.tramos(unidad.metodo, campo).filter(({ leido, estado }) => leido >= retomada && estado === 'completa'),
  );

function lectorDeVentanas(deps: LectorDeps, metodo: MetodoConVentana, campo: Unidad['campo']): Lector {
  const { servicio, cache, clock, escribir, comercios } = deps;
  const fuente = fuenteDe(servicio, metodo, campo);
  const filtros = crearFiltros(fuente, cache);
  const leer = crearLectura({ fuente, revisar: filtros.revisar, comercios, maxDias: maxDiasDe(cache, metodo) });

  return async (unidad, signal) => {
    for (const { desde, hasta } of pendientes(deps, unidad, filtros.campo() ?? '')) {
      let juntas: FilaLeida[] = [];
      let inicio: CivilDate = desde;
      let leido = clock.now();
      const volcar = (fin: CivilDate, { estado, contratado }: Pick<Tramo, 'estado' | 'contratado'>): void => {
        if (fin < inicio) return;
        escribir(unidad, {
          metodo,
          campo: filtros.campo(),
          desde: inicio,
          hasta: fin,
          filas: juntas,
          estado,
          contratado,
          leido,
        });
        juntas = [];
        inicio = addDays(fin, 1);
        leido = clock.now();
      };
      const limpio = { estado: 'completa', contratado: true } as const;
      for await (const tramo of leer(desde, hasta, signal)) {
        const especial = tramo.estado !== 'completa' || !tramo.contratado;
        if (especial) volcar(addDays(tramo.desde, -1), limpio);
        juntas = juntas.concat(tramo.filas);
        if (especial || juntas.length >= POR_TRANSACCION) volcar(tramo.hasta, tramo);
      }
      volcar(hasta, limpio);
    }
  };
}

const lectorDeComercios =
  ({ servicio, clock, escribir, ponerComercios }: LectorDeps): Lector =>
  async (unidad, signal) => {
    const leido = clock.now();
    const { filas, total, cuarentena } = await servicio.comercios(signal);
    ponerComercios(filas);
    if (PRINCIPIO === undefined || FINAL === undefined) return;
    escribir(unidad, {
      metodo: 'comercios',
      campo: '',
      desde: PRINCIPIO,
      hasta: FINAL,
      filas: filas.map((fila) => ({ id: fila.id, fila: { ...fila } })),
      estado: filas.length + cuarentena === total ? 'completa' : 'inestable',
      contratado: true,
      leido,
    });
  };

/** A month as the service has it, whatever days of it were asked. */
const mesEntero = ({ desde, hasta }: Unidad): { desde: CivilDate; hasta: CivilDate } => ({
  desde: inicioDeMes(desde),
  hasta: finDeMes(hasta),
});

const lectorDeCalendario =
  (deps: LectorDeps): Lector =>
  async (unidad, signal) => {
    const mes = mesEntero(unidad);
    if (pendientes(deps, { ...unidad, ...mes }, 'fecha').length === 0) return;
    const leido = deps.clock.now();
    const { filas, cuarentena } = await deps.servicio.calendario({ mes: mes.desde.slice(0, 7) }, signal);
    if (filas.some(({ fecha }) => fecha < mes.desde || fecha > mes.hasta)) {
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: 'calendario' } });
    }
    deps.escribir(unidad, {
      metodo: 'calendario',
      campo: 'fecha',
      ...mes,
      filas: filas.map((fila) => ({ id: fila.fecha, fila: { ...fila } })),
      estado: filas.length + cuarentena === daysBetween(mes.desde, mes.hasta) + 1 ? 'completa' : 'inestable',
      contratado: true,
      leido,
    });
  };

type Totales = Readonly<Record<string, unknown>>;
interface Ventana {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** The amounts of two totals of the same thing, added up: windows do not overlap. */
function sumar(a: Totales, b: Totales): Totales {
  const suma: Record<string, unknown> = { ...a };
  for (const [campo, valor] of Object.entries(b)) {
    const previo = suma[campo];
    if (typeof valor === 'number' && typeof previo === 'number') suma[campo] = centavos(previo + valor);
  }
  return suma;
}

/** Totals of a period; in halves where the service takes no window so long. */
async function totalesDe(
  { desde, hasta }: Ventana,
  {
    pedir,
    maxDias,
  }: { pedir: (ventana: Ventana) => Promise<readonly Totales[]>; maxDias: ReturnType<typeof maxDiasDe> },
): Promise<readonly Totales[]> {
  const days = daysBetween(desde, hasta) + 1;
  const enDos = async (): Promise<readonly Totales[]> => {
    const medio = addDays(desde, Math.min(Math.ceil(days / 2), maxDias.get()) - 1);
    const primera = await totalesDe({ desde, hasta: medio }, { pedir, maxDias });
    const segunda = await totalesDe({ desde: addDays(medio, 1), hasta }, { pedir, maxDias });
    const juntas = new Map<unknown, Totales>();
    for (const fila of [...primera, ...segunda]) {
      const previa = juntas.get(fila['tarjeta']);
      juntas.set(fila['tarjeta'], previa === undefined ? fila : sumar(previa, fila));
    }
    return [...juntas.values()];
  };
  if (days > maxDias.get()) return enDos();
  try {
    return await pedir({ desde, hasta });
  } catch (error) {
    const estado = isAppError(error, 'PEDIDO_RECHAZADO') ? error.detail['estado'] : undefined;
    if (days < 2 || (estado !== 400 && estado !== 413)) throw error;
    maxDias.set(Math.ceil(days / 2));
    return enDos();
  }
}

const tieneImportes = (fila: Totales): boolean =>
  Object.values(fila).some((valor) => typeof valor === 'number' && valor !== 0);

function lectorDeTotales(deps: LectorDeps, metodo: 'liquidaciones-totales' | 'impuestos-totales'): Lector {
  const { servicio, cache, clock, escribir } = deps;
  const pedirDe =
    (signal: AbortSignal) =>
    async (ventana: Ventana): Promise<readonly Totales[]> =>
      metodo === 'liquidaciones-totales'
        ? (await servicio.liquidacionesTotales({ ventana }, signal)).filas.map((fila) => ({ ...fila }))
        : [{ ...(await servicio.impuestosTotales({ ventana }, signal)) }];
  let probado = false;

  /** Totals carry no date: only a window where there can be nothing shows whether dates are read. */
  async function probar(pedir: (ventana: Ventana) => Promise<readonly Totales[]>): Promise<void> {
    if (probado || LEJOS === undefined) return;
    try {
      if ((await pedir({ desde: LEJOS, hasta: LEJOS })).some(tieneImportes)) {
        throw new AppError('FILTRO_IGNORADO', { detail: { metodo } });
      }
    } catch (error) {
      if (!isAppError(error, 'PEDIDO_RECHAZADO')) throw error;
    }
    probado = true;
  }

  return async (unidad, signal) => {
    const mes = mesEntero(unidad);
    if (pendientes(deps, { ...unidad, ...mes }, 'desde').length === 0) return;
    const leido = clock.now();
    const pedir = pedirDe(signal);
    const totales = await totalesDe(mes, { pedir, maxDias: maxDiasDe(cache, metodo) });
    if (totales.some(tieneImportes)) await probar(pedir);
    const filas = totales.map((total): FilaLeida => {
      const fila: FilaServicio = { ...total, ...mes };
      const tarjeta = typeof total['tarjeta'] === 'string' ? total['tarjeta'] : '';
      return {
        id: TABLAS[metodo].campos.some(({ nombre }) => nombre === 'tarjeta') ? `${mes.desde}/${tarjeta}` : mes.desde,
        fila,
      };
    });
    escribir(unidad, { metodo, campo: 'desde', ...mes, filas, estado: 'completa', contratado: true, leido });
  };
}

/** The reader of a unit's method; one for all its units. */
export function lectorDe(deps: LectorDeps, { metodo, campo }: Unidad): Lector {
  switch (metodo) {
    case 'comercios':
      return lectorDeComercios(deps);
    case 'calendario':
      return lectorDeCalendario(deps);
    case 'liquidaciones-totales':
    case 'impuestos-totales':
      return lectorDeTotales(deps, metodo);
    case 'operaciones':
    case 'movimientos':
    case 'liquidaciones':
    case 'impuestos':
    case 'rechazos':
    case 'liquidaciones-conciliadas':
    case 'conciliaciones':
      return lectorDeVentanas(deps, metodo, campo);
  }
}
