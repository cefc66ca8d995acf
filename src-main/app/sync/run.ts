/** One run: its units read at the same time as the service bears, handed to the thread that writes, and what became of each. */
import { AppError, isAppError } from '#contract/errors.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import {
  createEncoder,
  isDamaged,
  createFlatRows,
  TABLES,
  type Written,
  type CacheWriter,
  type FlatRead,
  type ReadableCache,
} from '#storage/cache/index.ts';
import type { Listeners } from '../open/listeners.ts';
import type { Session } from '../open/sessions.ts';
import { isLoginFailure } from '#service/token/login-failure.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { isWithoutService, type SyncCounts } from './accounts.ts';
import type { UnitReader, ReaderDeps } from './reader.ts';
import { readerOf } from './readers.ts';
import { createMemory } from './memory.ts';
import { createUnread } from './unread.ts';
import { createTolerance } from './tolerance.ts';
import type { Unit } from './units.ts';

/** A run that was cut is taken up again by the same request made within this time; later, everything is read anew. */
const RESUMABLE_MS = 2 * 3_600_000;

interface RunDeps {
  readonly sesion: Session;
  readonly cache: ReadableCache;
  readonly writer: CacheWriter;
  readonly listeners: Listeners;
  readonly clock: Clock;
  readonly cuentas: SyncCounts;
}

export interface Run {
  /** What is asked, so that the same request takes up a run that was cut. */
  readonly pedido: string;
  readonly metodos: readonly ServiceMethod[];
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** In the order in which they should be there. */
  readonly units: readonly Unit[];
}

/** Why everything else of the run is left: nobody answers, or this machine cannot go on. */
export interface Cutoff {
  servicio: AppError | undefined;
  grave: unknown;
}

/** How long a service that answered before is asked whether it is still there, when one of its methods does not answer. */
const STILL_THERE_MS = 15_000;

const isOfMachine = (error: unknown): boolean =>
  !isAppError(error) || isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO') || isDamaged(error);

function rowsVanished(howMany: number): AppError {
  return new AppError('FILAS_DESAPARECIDAS', {
    mensaje:
      `El servicio dejó de informar ${String(howMany)} filas de golpe. Siguen acá como estaban. ` +
      'Mirá si el servicio está bien y sincronizá de nuevo más tarde.',
  });
}

/** The same access reads other methods: it is this one that the service does not give to the account. */
function noPermission(error: AppError): AppError {
  return new AppError('TOKEN_RECHAZADO', {
    cause: error,
    detail: error.detail,
    mensaje:
      'El servicio no deja leer esto con el acceso de la cuenta, que para lo demás sirve. Lo que había acá quedó como estaba. ' +
      'Si lo tenés contratado, pedile al servicio que lo habilite.',
  });
}

/** Runs it. Never throws what the service or this machine cause: that is in what it answers and in `cuentas`. */
export async function runSync(
  { sesion, cache, writer, listeners, clock, cuentas }: RunDeps,
  { pedido: request, metodos, desde, hasta, units }: Run,
  { signal, onProgress }: MethodContext,
): Promise<Cutoff> {
  const outcome: Cutoff = { servicio: undefined, grave: undefined };
  const tolerance = createTolerance();
  const good = new Set<ServiceMethod>();
  /** Refused while nothing else had been answered: whether it is the access or only that is known at the end. */
  const rechazadas: { readonly unit: Unit; readonly error: AppError }[] = [];
  const down = new Set<ServiceMethod>();
  let lastGood = -1;
  let begunCount = 0;
  let done = 0;
  let comercios: readonly { readonly id: string; readonly nombre: string | null }[] = [];

  /** What is written without anybody waiting for it: its failure ends the run. */
  const unwaited = new Set<Promise<unknown>>();
  const trackWrite = (writing: Promise<unknown>): void => {
    const unwaitedWrite = writing
      .catch((error: unknown) => (outcome.grave ??= error))
      .finally(() => unwaited.delete(unwaitedWrite));
    unwaited.add(unwaitedWrite);
  };
  const memory = createMemory(cache, writer, trackWrite);
  const unread = createUnread({ cache, memory });

  const stopListening = listeners.listen(sesion.cuenta.id, {
    noteRequest: (metodo, ms) => {
      cuentas.noteRequest(metodo);
      tolerance.answered(ms);
    },
    noteWait: () => {
      tolerance.slowDown();
    },
    noteQuarantined: (nombre, crudo, motivo, ventana) => {
      const metodo = cuentas.byName(nombre);
      if (metodo === undefined) return false;
      trackWrite(
        writer.setAside({ metodo, crudo, motivo, cuando: clock.now(), ventana }).then((fresh) => {
          if (fresh) cuentas.noteQuarantined(metodo);
        }),
      );
      return true;
    },
  });

  function count(
    unit: Unit,
    { metodo: _, ...leido }: Pick<FlatRead, 'metodo' | 'desde' | 'hasta' | 'estado'>,
    written: Written,
  ): void {
    // What is to be credited was mostly read by its date of sale already: rows are counted once.
    cuentas.addUp(unit.metodo, unit.campo === undefined ? written : { ...written, iguales: 0 });
    const where = { ...unit, desde: leido.desde, hasta: leido.hasta };
    if (written.retenidas > 0) cuentas.fail(where, rowsVanished(written.retenidas));
    if (leido.estado === 'inestable') cuentas.fail(where, new AppError('LECTURA_INESTABLE'));
  }
  // Also when what follows cannot be read, and nobody is left to wait for it.
  const writeFlat: ReaderDeps['writeFlat'] = (unit, leido) => {
    const writing = writer.writeFlat(leido).then((written) => {
      count(unit, leido, written);
    });
    trackWrite(writing);
    return writing;
  };
  const deps = (retomada: number | undefined): ReaderDeps => ({
    servicio: sesion.servicio,
    cache,
    memory,
    clock,
    retomada,
    writeFlat,
    write(unit, { filas, ...leido }) {
      const flatRows = createFlatRows();
      const encode = createEncoder(TABLES[leido.metodo]);
      for (const { id, fila } of filas) encode(fila, id, flatRows);
      return writeFlat(unit, { ...leido, flatRows: [flatRows] });
    },
    async touch(unit, leido, filas) {
      await writer.touch(leido);
      cuentas.addUp(unit.metodo, {
        nuevos: 0,
        cambiados: 0,
        iguales: unit.campo === undefined ? filas : 0,
        bajas: 0,
      });
    },
    comercios: () => comercios,
    setComercios: (filas) => (comercios = filas),
  });

  /** One method that never answers is not a service that is gone: what answered before is asked once more. */
  async function isStillThere(): Promise<boolean> {
    if (good.size === 0) return false;
    try {
      await sesion.servicio.comercios(AbortSignal.any([signal, clock.timeout(STILL_THERE_MS)]));
      return true;
    } catch (error) {
      if (isOfMachine(error)) outcome.grave ??= error;
      return false; // what the service says now is told as what failed first
    }
  }
  let asking: Promise<boolean> | undefined;

  async function handleFailure(unit: Unit, error: unknown, startedAt: number): Promise<void> {
    if (signal.aborted) return;
    if (isOfMachine(error)) {
      outcome.grave ??= error;
      return;
    }
    if (!isAppError(error)) return;
    tolerance.slowDown();
    const doesNotAnswer = isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO');
    const couldNotSignIn = isLoginFailure(error) && !doesNotAnswer;
    // Nothing was asked of these days: what the service said is of the login.
    if (!couldNotSignIn) unread.failed({ unit, error, cuando: clock.now() });
    const isOnlyThis = isAppError(error, 'TOKEN_RECHAZADO') && good.size > 0 && !good.has(unit.metodo);
    // What was under way when its method was given up fails for the same reason: told once.
    const isAlreadyTold = down.has(unit.metodo) && !good.has(unit.metodo);
    if (!isAlreadyTold && !isOnlyThis && isAppError(error, 'TOKEN_RECHAZADO') && good.size === 0) {
      rechazadas.push({ unit, error });
    } else if (!isAlreadyTold) cuentas.fail(unit, isOnlyThis ? noPermission(error) : error);
    // A method that never answered well is not tried month by month; nor is one whose filters mean nothing.
    if (!good.has(unit.metodo) || isAppError(error, 'FILTRO_IGNORADO')) down.add(unit.metodo);
    // Without logging in nothing else can be read.
    if (couldNotSignIn || isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION'))
      outcome.servicio ??= error;
    const nobodyAnswers = doesNotAnswer && lastGood < startedAt;
    if (!nobodyAnswers || outcome.servicio !== undefined) return;
    asking ??= isStillThere().finally(() => (asking = undefined));
    if (!(await asking)) outcome.servicio ??= error;
  }

  function tellRefused(): void {
    for (const { unit, error } of rechazadas.splice(0)) {
      cuentas.fail(unit, good.size > 0 ? noPermission(error) : error);
    }
  }

  const total = units.length + 1;
  const readers = new Map<string, UnitReader>();
  async function readUnit(unit: Unit, reader: (unit: Unit) => UnitReader): Promise<void> {
    if (signal.aborted || outcome.servicio !== undefined || outcome.grave !== undefined) return;
    if (down.has(unit.metodo)) return;
    const startedAt = (begunCount += 1);
    try {
      await reader(unit)(unit, signal);
      lastGood = begunCount;
      good.add(unit.metodo);
      unread.noteRead(unit);
    } catch (error) {
      await handleFailure(unit, error, startedAt);
    }
    done += 1;
    onProgress({ fase: 'sincronizacion', hecho: done, total, texto: `${unit.metodo} ${unit.desde.slice(0, 7)}` });
  }

  try {
    await writer.setIngest(true);
    const ahora = clock.now();
    const retomada = await writer.beginRun(request, { ahora, desde: ahora - RESUMABLE_MS });
    const commonDeps = deps(retomada);
    const cachedReader = (unit: Unit): UnitReader => {
      const clave = `${unit.metodo}/${unit.campo ?? ''}`;
      const known = readers.get(clave) ?? readerOf(commonDeps, unit);
      readers.set(clave, known);
      return known;
    };
    // First alone: the shops, which others are divided by, and one unit that shows what this server wants (docs/gaps.md, `parametros`).
    const [primera, ...rest] = units;
    await readUnit({ metodo: 'comercios', desde, hasta }, cachedReader);
    if (primera !== undefined) await readUnit(primera, cachedReader);
    const toCollect = rest.filter(({ campo }) => campo !== undefined);
    const byMonth = rest.filter(({ campo }) => campo === undefined);
    await Promise.all(byMonth.map((unit) => tolerance.run(() => readUnit(unit, cachedReader))));
    // By another date than the one whose index is always there.
    if (toCollect.length > 0) await writer.makeIndexes();
    for (const unit of toCollect) await readUnit(unit, cachedReader);
    await Promise.all(unwaited);
    unread.save(retomada ?? ahora);
    await Promise.all(unwaited);
    tellRefused();
    for (const metodo of metodos) {
      const leido = cuentas.fallas().some((falla) => falla.metodo === metodo) || good.has(metodo);
      if (outcome.servicio !== undefined && !leido) cuentas.fail({ metodo, desde, hasta }, outcome.servicio);
    }
    if (outcome.servicio === undefined && outcome.grave === undefined && !signal.aborted) {
      const isCutOff = cuentas.fallas().some(({ codigo }) => isWithoutService(new AppError(codigo)));
      if (!isCutOff) await writer.finishRun(request, clock.now());
    }
    await writer.setIngest(false);
  } catch (error) {
    outcome.grave ??= error;
  } finally {
    tellRefused();
    stopListening();
  }
  return outcome;
}
