/** One run: reads as many units at the same time as the service bears, hands them to the writing thread, and notes what became of each. */
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
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
import { isWithoutService, type SyncCounts } from './counts.ts';
import type { UnitReader, ReaderDeps } from './reader.ts';
import { readerOf } from './readers.ts';
import { createMemory } from './memory.ts';
import { createUnread } from './unread.ts';
import { createTolerance } from './tolerance.ts';
import type { Unit } from './units.ts';

/** The same request resumes an interrupted run within this time; later, everything is read anew. */
const RESUMABLE_MS = 2 * 3_600_000;

interface RunDeps {
  readonly session: Session;
  readonly cache: ReadableCache;
  readonly writer: CacheWriter;
  readonly listeners: Listeners;
  readonly clock: Clock;
  readonly counts: SyncCounts;
}

export interface Run {
  /** The request as text: the same request resumes an interrupted run. */
  readonly pedido: string;
  readonly metodos: readonly ServiceMethod[];
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** In the order in which they are wanted. */
  readonly units: readonly Unit[];
}

/** Why the rest of the run is skipped: nobody answers, or this machine cannot go on. */
export interface Cutoff {
  servicio: AppError | undefined;
  grave: unknown;
}

/** When a method does not answer, a service that answered before gets this long to show that it is still there. */
const STILL_THERE_MS = 15_000;

const isOfMachine = (error: unknown): boolean =>
  !isAppError(error) || isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO') || isDamaged(error);

function toVanishedError(howMany: number): AppError {
  return new AppError('FILAS_DESAPARECIDAS', {
    mensaje: REFUSALS.rowsVanished(howMany),
  });
}

/** The same login reads other methods, so the account has no permission for this one. */
function toPermissionError(error: AppError): AppError {
  return new AppError('TOKEN_RECHAZADO', {
    cause: error,
    detail: error.detail,
    mensaje: REFUSALS.noPermissionForThis,
  });
}

/** Runs the units. Never throws errors of the service or of this machine: those are in its answer and in `counts`. */
export async function runSync(
  { session, cache, writer, listeners, clock, counts }: RunDeps,
  { pedido: request, metodos, desde, hasta, units }: Run,
  { signal, onProgress }: MethodContext,
): Promise<Cutoff> {
  const outcome: Cutoff = { servicio: undefined, grave: undefined };
  const tolerance = createTolerance();
  const good = new Set<ServiceMethod>();
  /** Units that were refused before any method answered. Only the end shows whether the login or the method was refused. */
  const rejected: { readonly unit: Unit; readonly error: AppError }[] = [];
  const down = new Set<ServiceMethod>();
  let lastGood = -1;
  let begunCount = 0;
  let done = 0;
  let comercios: readonly { readonly id: string; readonly nombre: string | null }[] = [];

  /** Writes that nobody waits for: a failure of one ends the run. */
  const unwaited = new Set<Promise<unknown>>();
  const trackWrite = (writing: Promise<unknown>): void => {
    const unwaitedWrite = writing
      .catch((error: unknown) => (outcome.grave ??= error))
      .finally(() => unwaited.delete(unwaitedWrite));
    unwaited.add(unwaitedWrite);
  };
  const memory = createMemory(cache, writer, trackWrite);
  const unread = createUnread({ cache, memory });

  const stopListening = listeners.listen(session.cuenta.id, {
    noteRequest: (method, ms) => {
      counts.noteRequest(method);
      tolerance.answered(ms);
    },
    noteWait: () => {
      tolerance.slowDown();
    },
    noteQuarantined: (name, { raw, problemas }, window) => {
      const method = counts.byName(name);
      if (method === undefined) return false;
      trackWrite(
        writer
          .setAside({ metodo: method, crudo: raw, problemas, cuando: clock.now(), ventana: window })
          .then((fresh) => {
            if (fresh) counts.noteQuarantined(method);
          }),
      );
      return true;
    },
  });

  function count(
    unit: Unit,
    { metodo: _, ...reading }: Pick<FlatRead, 'metodo' | 'desde' | 'hasta' | 'estado'>,
    written: Written,
  ): void {
    // Operations to be credited were mostly read by their date of sale before: rows are counted once.
    counts.addUp(unit.metodo, unit.campo === undefined ? written : { ...written, iguales: 0 });
    const where = { ...unit, desde: reading.desde, hasta: reading.hasta };
    if (written.retenidas > 0) counts.fail(where, toVanishedError(written.retenidas));
    if (reading.estado === 'inestable') counts.fail(where, new AppError('LECTURA_INESTABLE'));
  }
  // Rows are counted once they are written, even if reading the rest fails and nobody waits any more.
  const writeFlat: ReaderDeps['writeFlat'] = (unit, reading) => {
    const writing = writer.writeFlat(reading).then((written) => {
      count(unit, reading, written);
    });
    trackWrite(writing);
    return writing;
  };
  const createDeps = (resumed: number | undefined): ReaderDeps => ({
    service: session.servicio,
    cache,
    memory,
    clock,
    resumed,
    writeFlat,
    write(unit, { filas, ...reading }) {
      const flatRows = createFlatRows();
      const encode = createEncoder(TABLES[reading.metodo]);
      for (const { id, fila } of filas) encode(fila, id, flatRows);
      return writeFlat(unit, { ...reading, flatRows: [flatRows] });
    },
    async touch(unit, reading, rows) {
      await writer.touch(reading);
      counts.addUp(unit.metodo, {
        nuevos: 0,
        cambiados: 0,
        iguales: unit.campo === undefined ? rows : 0,
        bajas: 0,
      });
    },
    comercios: () => comercios,
    setComercios: (rows) => (comercios = rows),
  });

  /** A service with one method that never answers may still be there: a method that answered before is asked again. */
  async function isStillThere(): Promise<boolean> {
    if (good.size === 0) return false;
    try {
      await session.servicio.comercios(AbortSignal.any([signal, clock.timeout(STILL_THERE_MS)]));
      return true;
    } catch (error) {
      if (isOfMachine(error)) outcome.grave ??= error;
      return false; // the first failure is told, not this one
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
    // The failure was of the login: the service said nothing of these days.
    if (!couldNotSignIn) unread.failed({ unit, error, cuando: clock.now() });
    const isOnlyThis = isAppError(error, 'TOKEN_RECHAZADO') && good.size > 0 && !good.has(unit.metodo);
    // Units in progress when their method was given up fail for the same reason, which is told once.
    const isAlreadyTold = down.has(unit.metodo) && !good.has(unit.metodo);
    if (!isAlreadyTold && !isOnlyThis && isAppError(error, 'TOKEN_RECHAZADO') && good.size === 0) {
      rejected.push({ unit, error });
    } else if (!isAlreadyTold) counts.fail(unit, isOnlyThis ? toPermissionError(error) : error);
    // A method that never answered is not tried month by month; nor is one that ignores its filters.
    if (!good.has(unit.metodo) || isAppError(error, 'FILTRO_IGNORADO')) down.add(unit.metodo);
    // Without a login nothing else can be read.
    if (couldNotSignIn || isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION'))
      outcome.servicio ??= error;
    const nobodyAnswers = doesNotAnswer && lastGood < startedAt;
    if (!nobodyAnswers || outcome.servicio !== undefined) return;
    asking ??= isStillThere().finally(() => (asking = undefined));
    if (!(await asking)) outcome.servicio ??= error;
  }

  function tellRefused(): void {
    for (const { unit, error } of rejected.splice(0)) {
      counts.fail(unit, good.size > 0 ? toPermissionError(error) : error);
    }
  }

  const total = units.length + 1;
  const readers = new Map<string, UnitReader>();
  async function readUnit(unit: Unit, reader: (unit: Unit) => UnitReader): Promise<void> {
    if (signal.aborted || outcome.servicio !== undefined || outcome.grave !== undefined) return;
    // A method that was given up counts as done: the progress reaches its total.
    if (!down.has(unit.metodo)) {
      const startedAt = (begunCount += 1);
      try {
        await reader(unit)(unit, signal);
        lastGood = begunCount;
        good.add(unit.metodo);
        unread.noteRead(unit);
      } catch (error) {
        await handleFailure(unit, error, startedAt);
      }
    }
    done += 1;
    onProgress({ fase: 'sincronizacion', hecho: done, total, texto: `${unit.metodo} ${unit.desde.slice(0, 7)}` });
  }

  try {
    await writer.setIngest(true);
    const now = clock.now();
    const resumed = await writer.beginRun(request, { ahora: now, desde: now - RESUMABLE_MS });
    const commonDeps = createDeps(resumed);
    const findReader = (unit: Unit): UnitReader => {
      const key = `${unit.metodo}/${unit.campo ?? ''}`;
      const known = readers.get(key) ?? readerOf(commonDeps, unit);
      readers.set(key, known);
      return known;
    };
    // These are read first and alone: the shops, by which other methods are split, and one unit that shows what this server wants (docs/gaps.md,
    // `parametros`).
    const [first, ...rest] = units;
    await readUnit({ metodo: 'comercios', desde, hasta }, findReader);
    if (first !== undefined) await readUnit(first, findReader);
    const toCollect = rest.filter(({ campo }) => campo !== undefined);
    const byMonth = rest.filter(({ campo }) => campo === undefined);
    await Promise.all(byMonth.map((unit) => tolerance.run(() => readUnit(unit, findReader))));
    // These are by another date than the one whose index always exists.
    if (toCollect.length > 0) await writer.makeIndexes();
    for (const unit of toCollect) await readUnit(unit, findReader);
    await Promise.all(unwaited);
    unread.save(resumed ?? now);
    await Promise.all(unwaited);
    tellRefused();
    for (const method of metodos) {
      const wasAnswered = counts.fallas().some((failure) => failure.metodo === method) || good.has(method);
      if (outcome.servicio !== undefined && !wasAnswered)
        counts.fail({ metodo: method, desde, hasta }, outcome.servicio);
    }
    if (outcome.servicio === undefined && outcome.grave === undefined && !signal.aborted) {
      const isCutOff = counts.fallas().some(({ codigo }) => isWithoutService(new AppError(codigo)));
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
