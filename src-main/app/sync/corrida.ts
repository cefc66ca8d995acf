/** One run: its units read at the same time as the service bears, handed to the thread that writes, and what became of each. */
import { AppError, isAppError } from '#contract/errors.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import {
  codificador,
  isDamaged,
  sinPlanas,
  TABLAS,
  type Escrito,
  type Escritor,
  type LeidoPlano,
  type ReadableCache,
} from '#storage/cache/index.ts';
import type { Escuchas } from '../compose/escuchas.ts';
import type { Sesion } from '../compose/sesiones.ts';
import { isLoginFailure } from '#service/token/login-failure.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { esSinServicio, type Cuentas } from './cuentas.ts';
import type { Lector, LectorDeps } from './lector.ts';
import { lectorDe } from './lectores.ts';
import { crearMemoria } from './memoria.ts';
import { crearNoLeidas } from './no-leidas.ts';
import { crearTolerancia } from './tolerancia.ts';
import type { Unidad } from './unidades.ts';

/** A run that was cut is taken up again by the same request made within this time; later, everything is read anew. */
const RETOMABLE_MS = 2 * 3_600_000;

interface CorridaDeps {
  readonly sesion: Sesion;
  readonly cache: ReadableCache;
  readonly escritor: Escritor;
  readonly escuchas: Escuchas;
  readonly clock: Clock;
  readonly cuentas: Cuentas;
}

export interface Corrida {
  /** What is asked, so that the same request takes up a run that was cut. */
  readonly pedido: string;
  readonly metodos: readonly Metodo[];
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** In the order in which they should be there. */
  readonly unidades: readonly Unidad[];
}

/** Why everything else of the run is left: nobody answers, or this machine cannot go on. */
export interface Corte {
  servicio: AppError | undefined;
  grave: unknown;
}

/** How long a service that answered before is asked whether it is still there, when one of its methods does not answer. */
const ESTA_MS = 15_000;

const esDeLaMaquina = (error: unknown): boolean =>
  !isAppError(error) || isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO') || isDamaged(error);

function desaparecidas(cuantas: number): AppError {
  return new AppError('FILAS_DESAPARECIDAS', {
    mensaje:
      `El servicio dejó de informar ${String(cuantas)} filas de golpe. Siguen acá como estaban. ` +
      'Mirá si el servicio está bien y sincronizá de nuevo más tarde.',
  });
}

/** The same access reads other methods: it is this one that the service does not give to the account. */
function sinPermiso(error: AppError): AppError {
  return new AppError('TOKEN_RECHAZADO', {
    cause: error,
    detail: error.detail,
    mensaje:
      'El servicio no deja leer esto con el acceso de la cuenta, que para lo demás sirve. Lo que había acá quedó como estaba. ' +
      'Si lo tenés contratado, pedile al servicio que lo habilite.',
  });
}

/** Runs it. Never throws what the service or this machine cause: that is in what it answers and in `cuentas`. */
export async function correr(
  { sesion, cache, escritor, escuchas, clock, cuentas }: CorridaDeps,
  { pedido, metodos, desde, hasta, unidades }: Corrida,
  { signal, onProgress }: MethodContext,
): Promise<Corte> {
  const corte: Corte = { servicio: undefined, grave: undefined };
  const tolerancia = crearTolerancia();
  const buenos = new Set<Metodo>();
  /** Refused while nothing else had been answered: whether it is the access or only that is known at the end. */
  const rechazadas: { readonly unidad: Unidad; readonly error: AppError }[] = [];
  const caidos = new Set<Metodo>();
  let ultimaBuena = -1;
  let empezadas = 0;
  let hechas = 0;
  let comercios: readonly { readonly id: string; readonly nombre: string | null }[] = [];

  /** What is written without anybody waiting for it: its failure ends the run. */
  const sueltas = new Set<Promise<unknown>>();
  const seguir = (escribiendo: Promise<unknown>): void => {
    const suelta = escribiendo.catch((error: unknown) => (corte.grave ??= error)).finally(() => sueltas.delete(suelta));
    sueltas.add(suelta);
  };
  const memoria = crearMemoria(cache, escritor, seguir);
  const noLeidas = crearNoLeidas({ cache, memoria });

  const dejarDeEscuchar = escuchas.escuchar(sesion.cuenta.id, {
    pedido: (metodo, ms) => {
      cuentas.pedido(metodo);
      tolerancia.contesto(ms);
    },
    espera: () => {
      tolerancia.mal();
    },
    cuarentena: (nombre, crudo, motivo, ventana) => {
      const metodo = cuentas.deNombre(nombre);
      if (metodo === undefined) return false;
      seguir(
        escritor.apartar({ metodo, crudo, motivo, cuando: clock.now(), ventana }).then((nueva) => {
          if (nueva) cuentas.cuarentena(metodo);
        }),
      );
      return true;
    },
  });

  function contar(
    unidad: Unidad,
    { metodo: _, ...leido }: Pick<LeidoPlano, 'metodo' | 'desde' | 'hasta' | 'estado'>,
    escrito: Escrito,
  ): void {
    // What is to be credited was mostly read by its date of sale already: rows are counted once.
    cuentas.sumar(unidad.metodo, unidad.campo === undefined ? escrito : { ...escrito, iguales: 0 });
    const donde = { ...unidad, desde: leido.desde, hasta: leido.hasta };
    if (escrito.retenidas > 0) cuentas.fallar(donde, desaparecidas(escrito.retenidas));
    if (leido.estado === 'inestable') cuentas.fallar(donde, new AppError('LECTURA_INESTABLE'));
  }
  // Also when what follows cannot be read, and nobody is left to wait for it.
  const escribirPlanas: LectorDeps['escribirPlanas'] = (unidad, leido) => {
    const escribiendo = escritor.escribirPlanas(leido).then((escrito) => {
      contar(unidad, leido, escrito);
    });
    seguir(escribiendo);
    return escribiendo;
  };
  const deps = (retomada: number | undefined): LectorDeps => ({
    servicio: sesion.servicio,
    cache,
    memoria,
    clock,
    retomada,
    escribirPlanas,
    escribir(unidad, { filas, ...leido }) {
      const planas = sinPlanas();
      const codificar = codificador(TABLAS[leido.metodo]);
      for (const { id, fila } of filas) codificar(fila, id, planas);
      return escribirPlanas(unidad, { ...leido, planas: [planas] });
    },
    async tocar(unidad, leido, filas) {
      await escritor.tocar(leido);
      cuentas.sumar(unidad.metodo, {
        nuevos: 0,
        cambiados: 0,
        iguales: unidad.campo === undefined ? filas : 0,
        bajas: 0,
      });
    },
    comercios: () => comercios,
    ponerComercios: (filas) => (comercios = filas),
  });

  /** One method that never answers is not a service that is gone: what answered before is asked once more. */
  async function sigueAhi(): Promise<boolean> {
    if (buenos.size === 0) return false;
    try {
      await sesion.servicio.comercios(AbortSignal.any([signal, clock.timeout(ESTA_MS)]));
      return true;
    } catch (error) {
      if (esDeLaMaquina(error)) corte.grave ??= error;
      return false; // what the service says now is told as what failed first
    }
  }
  let preguntado: Promise<boolean> | undefined;

  async function fallo(unidad: Unidad, error: unknown, empezo: number): Promise<void> {
    if (signal.aborted) return;
    if (esDeLaMaquina(error)) {
      corte.grave ??= error;
      return;
    }
    if (!isAppError(error)) return;
    tolerancia.mal();
    const noContesta = isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO');
    const sinEntrar = isLoginFailure(error) && !noContesta;
    // Nothing was asked of these days: what the service said is of the login.
    if (!sinEntrar) noLeidas.fallida({ unidad, error, cuando: clock.now() });
    const soloEsto = isAppError(error, 'TOKEN_RECHAZADO') && buenos.size > 0 && !buenos.has(unidad.metodo);
    // What was under way when its method was given up fails for the same reason: told once.
    const yaDicho = caidos.has(unidad.metodo) && !buenos.has(unidad.metodo);
    if (!yaDicho && !soloEsto && isAppError(error, 'TOKEN_RECHAZADO') && buenos.size === 0) {
      rechazadas.push({ unidad, error });
    } else if (!yaDicho) cuentas.fallar(unidad, soloEsto ? sinPermiso(error) : error);
    // A method that never answered well is not tried month by month; nor is one whose filters mean nothing.
    if (!buenos.has(unidad.metodo) || isAppError(error, 'FILTRO_IGNORADO')) caidos.add(unidad.metodo);
    // Without logging in nothing else can be read.
    if (sinEntrar || isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION'))
      corte.servicio ??= error;
    const nadieContesta = noContesta && ultimaBuena < empezo;
    if (!nadieContesta || corte.servicio !== undefined) return;
    preguntado ??= sigueAhi().finally(() => (preguntado = undefined));
    if (!(await preguntado)) corte.servicio ??= error;
  }

  function decirRechazadas(): void {
    for (const { unidad, error } of rechazadas.splice(0)) {
      cuentas.fallar(unidad, buenos.size > 0 ? sinPermiso(error) : error);
    }
  }

  const total = unidades.length + 1;
  const lectores = new Map<string, Lector>();
  async function unaUnidad(unidad: Unidad, lector: (unidad: Unidad) => Lector): Promise<void> {
    if (signal.aborted || corte.servicio !== undefined || corte.grave !== undefined) return;
    if (caidos.has(unidad.metodo)) return;
    const empezo = (empezadas += 1);
    try {
      await lector(unidad)(unidad, signal);
      ultimaBuena = empezadas;
      buenos.add(unidad.metodo);
      noLeidas.leida(unidad);
    } catch (error) {
      await fallo(unidad, error, empezo);
    }
    hechas += 1;
    onProgress({ fase: 'sincronizacion', hecho: hechas, total, texto: `${unidad.metodo} ${unidad.desde.slice(0, 7)}` });
  }

  try {
    await escritor.ingesta(true);
    const ahora = clock.now();
    const retomada = await escritor.empezarCorrida(pedido, { ahora, desde: ahora - RETOMABLE_MS });
    const comunes = deps(retomada);
    const lector = (unidad: Unidad): Lector => {
      const clave = `${unidad.metodo}/${unidad.campo ?? ''}`;
      const known = lectores.get(clave) ?? lectorDe(comunes, unidad);
      lectores.set(clave, known);
      return known;
    };
    // First alone: the shops, which others are divided by, and one unit that shows what this server wants (docs/gaps.md, `parametros`).
    const [primera, ...resto] = unidades;
    await unaUnidad({ metodo: 'comercios', desde, hasta }, lector);
    if (primera !== undefined) await unaUnidad(primera, lector);
    const aCobrar = resto.filter(({ campo }) => campo !== undefined);
    const porMes = resto.filter(({ campo }) => campo === undefined);
    await Promise.all(porMes.map((unidad) => tolerancia.correr(() => unaUnidad(unidad, lector))));
    // By another date than the one whose index is always there.
    if (aCobrar.length > 0) await escritor.ponerIndices();
    for (const unidad of aCobrar) await unaUnidad(unidad, lector);
    await Promise.all(sueltas);
    noLeidas.guardar(retomada ?? ahora);
    await Promise.all(sueltas);
    decirRechazadas();
    for (const metodo of metodos) {
      const leido = cuentas.fallas().some((falla) => falla.metodo === metodo) || buenos.has(metodo);
      if (corte.servicio !== undefined && !leido) cuentas.fallar({ metodo, desde, hasta }, corte.servicio);
    }
    if (corte.servicio === undefined && corte.grave === undefined && !signal.aborted) {
      const cortadas = cuentas.fallas().some(({ codigo }) => esSinServicio(new AppError(codigo)));
      if (!cortadas) await escritor.terminarCorrida(pedido, clock.now());
    }
    await escritor.ingesta(false);
  } catch (error) {
    corte.grave ??= error;
  } finally {
    decirRechazadas();
    dejarDeEscuchar();
  }
  return corte;
}
