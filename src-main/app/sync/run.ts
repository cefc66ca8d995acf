/** One run: reads several units at once, passes their rows to the writing thread, and notes how each unit ended. */
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Clock } from '#domain/clock.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import {
  createEncoder,
  TABLES,
  type Written,
  type CacheWriter,
  type FlatRead,
  type ReadableCache,
} from '#storage/cache/index.ts';
import type { Listeners, Session } from '../open/sessions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { isWithoutService, createFailures, createUnread, type SyncCounts, type Cutoff } from './failures.ts';
import { createReaders } from './readers.ts';
import type { ReaderDeps, Unit, UnitReader } from './units.ts';
import { CLOCK_FACT, toClockFact } from '../coverage/coverage.ts';
import PQueue from 'p-queue';

/** Within this time, the same request continues an interrupted run; after this time, the request reads everything again. */
const RESUMABLE_MS = 2 * 3_600_000;
const AT_ONCE = 4;

interface RunDeps {
  readonly session: Session;
  readonly cache: ReadableCache;
  readonly writer: CacheWriter;
  readonly listeners: Listeners;
  readonly clock: Clock;
  readonly counts: SyncCounts;
}

export interface Run extends DateWindow {
  /** The request as text: an interrupted run of the same text is continued. */
  readonly pedido: string;
  readonly metodos: readonly ServiceMethod[];
  readonly units: readonly Unit[];
}

/** Runs the units. Never throws errors of the service or of this PC: the result and `counts` have these errors. */
export async function runSync(
  { session, cache, writer, listeners, clock, counts }: RunDeps,
  { pedido: request, metodos, desde, hasta, units }: Run,
  { signal, onProgress }: MethodContext,
): Promise<Cutoff> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const outcome: Cutoff = { servicio: undefined, grave: undefined };
  let done = 0;

  /** Writes that may outlive their unit. If a write fails, the run ends. */
  const unwaited = new Set<Promise<unknown>>();
  const trackWrite = (writing: Promise<unknown>): void => {
    const unwaitedWrite = writing
      .catch((error: unknown) => (outcome.grave ??= error))
      .finally(() => unwaited.delete(unwaitedWrite));
    unwaited.add(unwaitedWrite);
  };
  const learn = (key: string, value: string): void => trackWrite(writer.learn(key, value));
  const unread = createUnread(cache, learn);
  const failures = createFailures({ service: session.servicio, counts, unread, clock, signal, outcome });

  const stopListening = listeners.listen(session.cuenta.id, {
    noteRequest: counts.noteRequest,
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
    // Operations to be credited were mostly read by their date of sale already: does not count their unchanged rows again.
    counts.addUp(unit.metodo, unit.campo === undefined ? written : { ...written, iguales: 0 });
    const where = { ...unit, desde: reading.desde, hasta: reading.hasta };
    if (written.retenidas > 0)
      counts.fail(where, new AppError('FILAS_DESAPARECIDAS', { mensaje: REFUSALS.rowsVanished(written.retenidas) }));
    if (reading.estado === 'inestable') counts.fail(where, new AppError('LECTURA_INESTABLE'));
  }
  // Counts the rows when they are written, also if reading the rest of the unit has failed by then.
  const writeFlat: ReaderDeps['writeFlat'] = (unit, reading) => {
    const writing = writer.writeFlat(reading).then((written) => count(unit, reading, written));
    trackWrite(writing);
    return writing;
  };
  const createDeps = (resumed: number | undefined): ReaderDeps => ({
    service: session.servicio,
    cache,
    changeField: (method, field) => trackWrite(writer.changeField(method, field)),
    clock,
    resumed,
    writeFlat,
    write: (unit, { filas, ...reading }) =>
      writeFlat(unit, { ...reading, flatRows: [createEncoder(TABLES[reading.metodo])(filas)] }),
    async touch(unit, reading, rows) {
      await writer.touch(reading);
      counts.addUp(unit.metodo, { iguales: unit.campo === undefined ? rows : 0 });
    },
  });

  const total = units.length + 1;
  async function readUnit(unit: Unit, read: UnitReader): Promise<void> {
    if (signal.aborted || outcome.servicio !== undefined || outcome.grave !== undefined) return;
    // Units of a method that was given up count as done, so that the progress reaches its total.
    if (!failures.isGivenUp(unit.metodo)) await failures.watch(unit, () => read(unit, signal));
    done += 1;
    onProgress({ fase: 'sincronizacion', hecho: done, total, texto: `${unit.metodo} ${unit.desde.slice(0, 7)}` });
  }

  try {
    await writer.setIngest(true);
    const now = clock.now();
    const resumed = await writer.beginRun(request, { ahora: now, desde: now - RESUMABLE_MS });
    const read = createReaders(createDeps(resumed));
    // Reads the shops first, because other lists are split by shop; then one unit alone, to learn how this server takes parameters (docs/gaps.md).
    const [first, ...rest] = units;
    await readUnit({ metodo: 'comercios', desde, hasta }, read);
    if (first !== undefined) await readUnit(first, read);
    const toCollect = rest.filter(({ campo }) => campo !== undefined);
    const byMonth = rest.filter(({ campo }) => campo === undefined);
    await Promise.all(byMonth.map((unit) => queue.add(() => readUnit(unit, read))));
    // Sales to be credited are read by payment date, for which the cache needs other indexes.
    if (toCollect.length > 0) await writer.makeIndexes();
    for (const unit of toCollect) await readUnit(unit, read);
    await Promise.all(unwaited);
    learn(CLOCK_FACT, toClockFact(session.servicio.getClockOff()));
    unread.save(resumed ?? now);
    await Promise.all(unwaited);
    failures.tellRefused();
    for (const method of metodos) {
      const wasAnswered = counts.fallas().some((failure) => failure.metodo === method) || failures.hasAnswered(method);
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
    failures.tellRefused();
    stopListening();
  }
  return outcome;
}
