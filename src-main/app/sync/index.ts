import { AppError, ERROR_CATALOGUE, isAppError } from '#contract/errors.ts';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import { isDamaged, type Leido, type WritableCache } from '#storage/cache/index.ts';
import { coberturaDe } from '../browse/cobertura.ts';
import type { Caches } from '../compose/caches.ts';
import type { Escuchas } from '../compose/escuchas.ts';
import type { Sesion, Sesiones } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { crearCuentas, esSinServicio, type Cuentas } from './cuentas.ts';
import { lectorDe } from './lectores.ts';
import { crearTolerancia } from './tolerancia.ts';
import { mesesDe, type Unidad } from './unidades.ts';

/** How far back is read unless it is said (CLI.md). */
const DIAS = 90;
/** What is still to be credited is read by payment date, this far ahead. */
const DIAS_A_COBRAR = 365;
/** A run that was cut is taken up again by the same request made within this time; later, everything is read anew. */
const RETOMABLE_MS = 2 * 3_600_000;

interface Deps {
  readonly sesiones: Pick<Sesiones, 'abrir'>;
  readonly caches: Caches;
  readonly escuchas: Escuchas;
  readonly clock: Clock;
}

/** Brings the service's data into the local cache. */
export interface Sincronizar {
  /**
   * Reads what is asked, always again. What fails is told in `fallas` and does not stop the rest; what was read stays. Throws only what
   * keeps it from beginning, and what this machine causes.
   */
  sincronizar(input: MethodParsed<'datos.sincronizar'>, context: MethodContext): Promise<SincronizacionDocumento>;
}

interface Corrida {
  readonly sesion: Sesion;
  readonly cache: WritableCache;
  readonly metodos: readonly Metodo[];
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** Nobody named a period: also what is to be credited is read. */
  readonly porDefecto: boolean;
}

function unidadesDe({ metodos, desde, hasta, porDefecto }: Corrida): readonly Unidad[] {
  const meses = mesesDe(desde, hasta);
  // By month first: the newest of everything comes before the older of anything.
  const unidades: Unidad[] = meses.flatMap((mes) =>
    metodos.filter((metodo) => metodo !== 'comercios').map((metodo) => ({ metodo, ...mes })),
  );
  const cobrar: Unidad[] =
    porDefecto && metodos.includes('operaciones')
      ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(hasta, 1), hasta: addDays(hasta, DIAS_A_COBRAR) }]
      : [];
  return [...unidades, ...cobrar];
}

/** Why everything else of the run is left: nobody answers, or this machine cannot go on. */
interface Corte {
  servicio: AppError | undefined;
  grave: unknown;
}

const esDeLaMaquina = (error: unknown): boolean =>
  !isAppError(error) || isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO') || isDamaged(error);

export function createSincronizar({ sesiones, caches, escuchas, clock }: Deps): Sincronizar {
  async function correr(corrida: Corrida, cuentas: Cuentas, { signal, onProgress }: MethodContext): Promise<Corte> {
    const { sesion, cache, metodos, desde, hasta, porDefecto } = corrida;
    const pedido = JSON.stringify([metodos, desde, hasta, porDefecto]);
    const ahora = clock.now();
    const retomada = cache.empezarCorrida(pedido, { ahora, desde: ahora - RETOMABLE_MS });
    const tolerancia = crearTolerancia();
    const corte: Corte = { servicio: undefined, grave: undefined };
    const buenos = new Set<Metodo>();
    const caidos = new Set<Metodo>();
    let ultimaBuena = -1;
    let empezadas = 0;
    let comercios: readonly { readonly id: string; readonly nombre: string | null }[] = [];

    const dejarDeEscuchar = escuchas.escuchar(sesion.cuenta.id, {
      pedido: (metodo) => {
        cuentas.pedido(metodo);
      },
      espera: () => {
        tolerancia.mal();
      },
      cuarentena: (nombre, crudo, motivo) => {
        const metodo = cuentas.deNombre(nombre);
        if (metodo === undefined) return false;
        if (cache.apartar({ metodo, crudo, motivo, cuando: clock.now() })) cuentas.cuarentena(metodo);
        return true;
      },
    });
    const escribir = (unidad: Unidad, leido: Leido): void => {
      const escrito = cache.escribir(leido);
      // What is to be credited was mostly read by its date of sale already: rows are counted once.
      cuentas.sumar(unidad.metodo, unidad.campo === undefined ? escrito : { ...escrito, iguales: 0 });
      const donde = { ...unidad, desde: leido.desde, hasta: leido.hasta };
      if (escrito.retenidas > 0) cuentas.fallar(donde, desaparecidas(escrito.retenidas));
      if (leido.estado === 'inestable') cuentas.fallar(donde, new AppError('LECTURA_INESTABLE'));
    };
    const deps = {
      servicio: sesion.servicio,
      cache,
      clock,
      retomada,
      escribir,
      comercios: () => comercios,
      ponerComercios: (filas: typeof comercios) => (comercios = filas),
    };
    const lectores = new Map<string, ReturnType<typeof lectorDe>>();
    const lector = (unidad: Unidad): ReturnType<typeof lectorDe> => {
      const clave = `${unidad.metodo}/${unidad.campo ?? ''}`;
      const known = lectores.get(clave) ?? lectorDe(deps, unidad);
      lectores.set(clave, known);
      return known;
    };

    function fallo(unidad: Unidad, error: unknown, empezo: number): void {
      if (signal.aborted) return;
      if (esDeLaMaquina(error)) {
        corte.grave ??= error;
        return;
      }
      if (!isAppError(error)) return;
      tolerancia.mal();
      cuentas.fallar(unidad, error);
      const nadieContesta = isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO') && ultimaBuena < empezo;
      const noEntramos = isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION');
      if (nadieContesta || noEntramos) corte.servicio ??= error;
      // A method that never answered well is not tried month by month; nor is one whose filters mean nothing.
      if (!buenos.has(unidad.metodo) || isAppError(error, 'FILTRO_IGNORADO')) caidos.add(unidad.metodo);
    }

    let hechas = 0;
    async function unaUnidad(unidad: Unidad, total: number): Promise<void> {
      if (signal.aborted || corte.servicio !== undefined || corte.grave !== undefined) return;
      if (caidos.has(unidad.metodo)) return;
      const empezo = (empezadas += 1);
      try {
        await lector(unidad)(unidad, signal);
        ultimaBuena = empezadas;
        buenos.add(unidad.metodo);
        tolerancia.bien();
      } catch (error) {
        fallo(unidad, error, empezo);
      }
      hechas += 1;
      onProgress({
        fase: 'sincronizacion',
        hecho: hechas,
        total,
        texto: `${unidad.metodo} ${unidad.desde.slice(0, 7)}`,
      });
    }

    try {
      cache.ingesta(true);
      const unidades = unidadesDe(corrida);
      const total = unidades.length + 1;
      // First alone: the shops, which others are divided by, and one unit that shows what this server wants (TRAPS.md, `parametros`).
      const [primera, ...resto] = unidades;
      await unaUnidad({ metodo: 'comercios', desde, hasta }, total);
      if (primera !== undefined) await unaUnidad(primera, total);
      const aCobrar = resto.filter(({ campo }) => campo !== undefined);
      const porMes = resto.filter(({ campo }) => campo === undefined);
      await Promise.all(porMes.map((unidad) => tolerancia.correr(() => unaUnidad(unidad, total))));
      for (const unidad of aCobrar) await unaUnidad(unidad, total);
      for (const metodo of metodos) {
        const leido = cuentas.fallas().some((falla) => falla.metodo === metodo) || buenos.has(metodo);
        if (corte.servicio !== undefined && !leido) cuentas.fallar({ metodo, desde, hasta }, corte.servicio);
      }
      if (corte.servicio === undefined && corte.grave === undefined && !signal.aborted) {
        const cortadas = cuentas.fallas().some(({ codigo }) => esSinServicio(new AppError(codigo)));
        if (!cortadas) cache.terminarCorrida(pedido, clock.now());
      }
    } finally {
      dejarDeEscuchar();
      cache.ingesta(false);
    }
    return corte;
  }

  return {
    async sincronizar(input, context) {
      const hoy = civilDateAt(clock.now());
      const hasta = input.hasta ?? hoy;
      const desde = input.desde ?? addDays(hasta, -DIAS);
      if (desde > hasta) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: 'El período empieza después de terminar. No se pidió nada. Revisá --desde y --hasta.',
        });
      }
      const metodos = METODOS.filter((metodo) => input.metodos === undefined || input.metodos.includes(metodo));
      const porDefecto = input.desde === undefined && input.hasta === undefined;
      const sesion = await sesiones.abrir(input.cuenta, context.signal);
      return caches.usar(sesion.cuenta, async (cache) => {
        const cuentas = crearCuentas(metodos);
        const corte = await correr({ sesion, cache, metodos, desde, hasta, porDefecto }, cuentas, context);
        if (corte.grave !== undefined) throw corte.grave;
        const ahora = clock.now();
        const documento = {
          metodos: metodos.map((metodo) => ({
            metodo,
            ...cuentas.de(metodo),
            cobertura: coberturaDe(cache, { metodo, desde, hasta, ahora }),
          })),
          fallas: cuentas.fallas(),
        };
        return { ...documento, ...finalDe(cuentas, context.signal) };
      });
    },
  };
}

function desaparecidas(cuantas: number): AppError {
  return new AppError('FILAS_DESAPARECIDAS', {
    mensaje:
      `El servicio dejó de informar ${String(cuantas)} filas de golpe. Siguen acá como estaban. ` +
      'Mirá si el servicio está bien y sincronizá de nuevo más tarde.',
  });
}

function finalDe(cuentas: Cuentas, signal: AbortSignal): Pick<SincronizacionDocumento, 'codigo' | 'mensaje'> {
  if (signal.aborted) return { codigo: 'CANCELADO', mensaje: ERROR_CATALOGUE.CANCELADO.mensaje };
  const [primera] = cuentas.fallas();
  return primera === undefined ? {} : { codigo: primera.codigo, mensaje: primera.mensaje };
}
