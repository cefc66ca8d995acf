import { Worker } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import type { RejectedRow, Findings } from '#domain/cupones/validation.ts';
import { FileProblem } from '../read/file-problem.ts';
import {
  OLD_FORMAT_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  READ_WORKER_LIMITS,
  fileErrorFromCrash,
} from '../read/worker-limits.ts';
import { unpackFindings } from './findings.ts';
import type { ImportJob, ImportOutcome, MainMessage, WorkerMessage } from './job.ts';

/** Valid coupons on their way out, in file order, with the rows a person sees; `textos` are canonical texts. */
export interface ReadCupones {
  readonly hoja: string | null;
  readonly filas: readonly number[];
  readonly texts: readonly string[];
  /** Of each coupon, a number that those of equal identity share (domain/cupones/identity.ts). */
  readonly identities: Float64Array;
  readonly rechazadas: readonly RejectedRow[];
}

interface RunHandlers {
  /** The worker waits for it: no more than two chunks are ever held. */
  cupones?(chunk: ReadCupones): void | Promise<void>;
  noteProgress?(fase: 'lectura' | 'validacion', hecho: number, total: number | null): void;
  /** Takes what was found in the rows of the chunk that follows, if one does. What it takes is not in the outcome. */
  noteFindings?(found: Findings): void;
}

export interface ImportRunner {
  /**
   * Imports a file in a thread of its own. Whatever the file does to the thread (memory, time, a crash while reading) is an outcome.
   * Throws `CANCELADO` when the signal is aborted, `ARCHIVO_ILEGIBLE` when the machine does not let us read, and what `cupones` throws.
   */
  run(job: ImportJob, handlers: RunHandlers, signal: AbortSignal): Promise<ImportOutcome>;
}

export interface RunnerDeps {
  /** Where the worker's file is: a bundle has it elsewhere than the sources. */
  readonly workerUrl: URL;
  readonly clock: Clock;
  /** Longest time for reading, in milliseconds; two minutes when left out. */
  readonly readTimeoutMs?: number;
  /** The same once a file turns out to be of an old format; one minute when left out. */
  readonly oldFormatTimeoutMs?: number;
  /** Megabytes of memory of the worker's heap; the reader's own when left out. */
  readonly heapMb?: number;
}

export const IMPORT_WORKER_URL = new URL('./worker.ts', import.meta.url);

export function createImportRunner(deps: RunnerDeps): ImportRunner {
  const {
    workerUrl,
    clock,
    readTimeoutMs = READ_TIMEOUT_MS,
    oldFormatTimeoutMs = OLD_FORMAT_TIMEOUT_MS,
    heapMb,
  } = deps;
  return {
    async run(job, handlers, signal) {
      if (signal.aborted) throw new AppError('CANCELADO');
      const worker = new Worker(workerUrl, {
        workerData: job,
        // What a library says of a file is for its authors: a hostile one has it say half a million lines.
        stdout: true,
        stderr: true,
        resourceLimits: { ...READ_WORKER_LIMITS, ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }) },
      });
      worker.stdout.resume();
      worker.stderr.resume();
      const finished = new AbortController();
      const findings: Uint8Array[] = [];
      let outcome: ImportOutcome;
      try {
        outcome = await follow(worker, {
          job,
          handlers,
          findings,
          signal,
          limit: clock.timeout(readTimeoutMs),
          oldFormatLimit: () => clock.timeout(oldFormatTimeoutMs),
          finished: finished.signal,
        });
      } finally {
        finished.abort();
        await worker.terminate();
      }
      return withFindings(outcome, findings);
    },
  };
}

/** The outcome with the findings of its rows: after those of the whole file, which it has. */
function withFindings(outcome: ImportOutcome, packs: readonly Uint8Array[]): ImportOutcome {
  if (outcome.tipo === 'ilegible' || packs.length === 0) return outcome;
  const { errores, avisos } = unpackFindings(packs);
  const { resumen } = outcome;
  return {
    ...outcome,
    resumen: { ...resumen, errores: [...resumen.errores, ...errores], avisos: [...resumen.avisos, ...avisos] },
  };
}

interface Following {
  readonly job: ImportJob;
  readonly handlers: RunHandlers;
  /** Where the findings go, packed as they come. */
  readonly findings: Uint8Array[];
  readonly signal: AbortSignal;
  /** Aborts when reading takes too long. */
  readonly limit: AbortSignal;
  /** The same, from when it turned out to be of an old format. */
  readonly oldFormatLimit: () => AbortSignal;
  /** Aborts when nothing is to be listened to any more. */
  readonly finished: AbortSignal;
}

/** What the file is told to be when the thread that was reading it died of something else than memory or time. */
function damagedFile(): { readonly codigo: FileErrorCode; readonly mensaje: string } {
  const { codigo, message } = new FileProblem('ARCHIVO_DANADO');
  return { codigo, mensaje: message };
}

/** Listens to the worker until it ends, well or badly, or is to be stopped. */
function follow(
  worker: Worker,
  { job, handlers, findings, signal, limit, oldFormatLimit, finished }: Following,
): Promise<ImportOutcome> {
  const { archivo } = job;
  return new Promise((resolve, reject) => {
    const utf8 = new TextDecoder();
    let reading = true;
    const unreadable = (crash: unknown): ImportOutcome | undefined => {
      const known = fileErrorFromCrash(crash) ?? (reading ? damagedFile() : undefined);
      return known === undefined ? undefined : { tipo: 'ilegible', ilegible: { archivo, ...known }, detalle: null };
    };
    const crashed = (cause: unknown): void => {
      const outcome = unreadable(cause);
      if (outcome === undefined) reject(new AppError('INTERNO', { cause }));
      else resolve(outcome);
    };
    const take = async (message: Extract<WorkerMessage, { tipo: 'cupones' }>): Promise<void> => {
      const { hoja, filas, bytes, identities, rechazadas } = message;
      const texts = utf8.decode(bytes).split('\n');
      // Given back now: for the collector it is too little memory to come by for.
      bytes.buffer.transfer(0);
      // Every text ends in a line break, so that the last piece is empty.
      texts.pop();
      await handlers.cupones?.({ hoja, filas, texts, identities, rechazadas });
      worker.postMessage({ tipo: 'tomado' } satisfies MainMessage);
    };
    const tooLong = (): void => {
      if (reading) crashed('timeout');
    };
    let taking = Promise.resolve();
    worker.on('message', (message: WorkerMessage) => {
      switch (message.tipo) {
        case 'avance':
          reading = message.fase === 'lectura';
          handlers.noteProgress?.(message.fase, message.hecho, message.total);
          break;
        case 'formatoViejo':
          oldFormatLimit().addEventListener('abort', tooLong, { signal: finished });
          break;
        case 'cupones':
          taking = taking.then(() => take(message));
          taking.catch(reject);
          break;
        case 'hallazgos':
          taking = taking.then(() => {
            if (handlers.noteFindings === undefined) findings.push(message.bytes);
            else handlers.noteFindings(unpackFindings([message.bytes]));
          });
          taking.catch(reject);
          break;
        case 'fin':
          taking.then(() => {
            resolve(message.outcome);
          }, reject);
          break;
        case 'error':
          reject(new AppError(message.code, { detail: message.detail }));
          break;
      }
    });
    // An error may overtake the messages that were sent before it, which say how far the thread came; its end does not.
    let crash: unknown = new Error('The worker ended without an answer');
    worker.on('error', (cause) => {
      crash = cause;
    });
    worker.on('exit', () => {
      // After a result this changes nothing. A chunk may still be being taken.
      taking.then(() => {
        crashed(crash);
      }, reject);
    });
    const stop = (): void => {
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    signal.addEventListener('abort', stop, { signal: finished });
    limit.addEventListener('abort', tooLong, { signal: finished });
  });
}
