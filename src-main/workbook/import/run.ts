import { Worker } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import type { RejectedRow, SheetFindings } from '#domain/cupones/validation.ts';
import {
  FileProblem,
  OLD_FORMAT_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  READ_WORKER_LIMITS,
  fileErrorFromCrash,
} from '../read/file-problem.ts';
import { unpackFindings, type ImportJob, type ImportOutcome, type MainMessage, type WorkerMessage } from './job.ts';

/** A chunk of valid coupons, in file order, and of rejected rows if the job asks for them. `texts`: the coupons' canonical texts (`toCanonicalText`). */
export interface ReadCupones {
  readonly hoja: string | null;
  readonly filas: readonly number[];
  readonly texts: readonly string[];
  /** One number per coupon, the same for coupons of equal identity (domain/cupones/duplicates.ts). */
  readonly identities: Float64Array;
  readonly rechazadas: readonly RejectedRow[];
}

interface RunHandlers {
  /** Receives a chunk. The worker waits for the promise, so that at most two chunks are in memory. */
  cupones?(chunk: ReadCupones): void | Promise<void>;
  noteProgress?(phase: 'lectura' | 'validacion', done: number, total: number | null): void;
  /** Receives the findings of the next chunk's rows; the outcome does not contain them again. */
  noteFindings?(found: SheetFindings): void;
}

export interface ImportRunner {
  /** Runs an import in a thread. A crash on the file becomes an outcome; a bug throws `INTERNO`. Also throws `CANCELADO`, errors of the disk and handlers. */
  run(job: ImportJob, handlers: RunHandlers, signal: AbortSignal): Promise<ImportOutcome>;
}

export interface RunnerDeps {
  /** The worker's file, which lies elsewhere in a bundle than in the sources. */
  readonly workerUrl: URL;
  readonly clock: Clock;
  /** The limit of the worker's heap in MB; by default the limit in `READ_WORKER_LIMITS`. */
  readonly heapMb?: number;
}

export const IMPORT_WORKER_URL = new URL('./worker.ts', import.meta.url);

export function createImportRunner({ workerUrl, clock, heapMb }: RunnerDeps): ImportRunner {
  return {
    async run(job, handlers, signal) {
      if (signal.aborted) throw new AppError('CANCELADO');
      const worker = new Worker(workerUrl, {
        workerData: job,
        // The output of libraries is discarded, because a hostile file can make them print half a million lines.
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
          clock,
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
  readonly findings: Uint8Array[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Aborts when the import ends, to remove all listeners. */
  readonly finished: AbortSignal;
}

/** The error for a thread that crashed while reading, for an unknown reason. */
function toDamagedFile(): { readonly codigo: FileErrorCode; readonly mensaje: string } {
  const { codigo, message } = new FileProblem('ARCHIVO_DANADO');
  return { codigo, mensaje: message };
}

function follow(
  worker: Worker,
  { job, handlers, findings, signal, clock, finished }: Following,
): Promise<ImportOutcome> {
  const { archivo } = job;
  return new Promise((resolve, reject) => {
    const utf8 = new TextDecoder();
    let isReading = true;
    const toUnreadable = (crash: unknown): ImportOutcome | undefined => {
      const known = fileErrorFromCrash(crash) ?? (isReading ? toDamagedFile() : undefined);
      return known === undefined ? undefined : { tipo: 'ilegible', ilegible: { archivo, ...known }, detalle: null };
    };
    const onCrash = (cause: unknown): void => {
      const outcome = toUnreadable(cause);
      if (outcome === undefined) reject(new AppError('INTERNO', { cause }));
      else resolve(outcome);
    };
    const take = async (message: Extract<WorkerMessage, { tipo: 'cupones' }>): Promise<void> => {
      const { hoja, filas, bytes, identities, rechazadas } = message;
      const texts = utf8.decode(bytes).split('\n');
      // Frees the memory at once, because it is too little to make the garbage collector run.
      bytes.buffer.transfer(0);
      // Each text ends in a line break, so the last piece is empty.
      texts.pop();
      await handlers.cupones?.({ hoja, filas, texts, identities, rechazadas });
      worker.postMessage({ tipo: 'tomado' } satisfies MainMessage);
    };
    const stopReadingAfter = (ms: number): void => {
      const onTimeout = (): void => {
        if (isReading) onCrash('timeout');
      };
      clock.timeout(ms).addEventListener('abort', onTimeout, { signal: finished });
    };
    let taking = Promise.resolve();
    worker.on('message', (message: WorkerMessage) => {
      switch (message.tipo) {
        case 'avance':
          isReading = message.fase === 'lectura';
          handlers.noteProgress?.(message.fase, message.hecho, message.total);
          break;
        case 'formatoViejo':
          stopReadingAfter(OLD_FORMAT_TIMEOUT_MS);
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
          taking.then(() => resolve(message.outcome), reject);
          break;
        case 'error':
          reject(new AppError(message.code, { detail: message.detail }));
          break;
      }
    });
    // The `error` event may overtake messages that the thread sent before, which show how far it came. The `exit` event does not, so act only then.
    let crash: unknown = new Error('The worker ended without an answer');
    worker.on('error', (cause) => {
      crash = cause;
    });
    worker.on('exit', () => {
      // A chunk that `handlers.cupones` is still taking comes first. After an outcome, `onCrash` does nothing.
      taking.then(() => onCrash(crash), reject);
    });
    const stop = (): void => reject(new AppError('CANCELADO', { cause: signal.reason }));
    signal.addEventListener('abort', stop, { signal: finished });
    stopReadingAfter(READ_TIMEOUT_MS);
  });
}
