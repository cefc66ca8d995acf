import { Worker } from 'node:worker_threads';
import type { Cell, RecordSheet, TableShape } from './workbook.ts';

/** The data that the writing worker starts with. */
export interface WorkerInput {
  readonly archivo: string;
  /** Milliseconds since the epoch. */
  readonly creado: number;
  readonly maxRows: number;
}

/** Messages to the worker, in order. It answers each with `sigue` once it is written, and `fin` with `listo`. */
export type ToWorker =
  | { readonly kind: 'ficha'; readonly ficha: RecordSheet }
  | { readonly kind: 'tabla'; readonly forma: TableShape }
  | { readonly kind: 'filas'; readonly filas: readonly (readonly Cell[])[] }
  | { readonly kind: 'fin_tabla' }
  | { readonly kind: 'fin' };

export type FromWorker =
  | { readonly kind: 'sigue' }
  | { readonly kind: 'listo' }
  /** `code` is the system's (`ENOSPC`); null for a bug. */
  | { readonly kind: 'falla'; readonly code: string | null; readonly message: string };

/** Messages sent and not yet written: one being written, one ready behind it. */
const MAX_PENDING = 2;

/** The worker's memory. Past it the thread ends with an error, and not the program. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** The writing worker as seen from outside. `send` waits for room, so that rows are read no faster than they are written. */
export interface WriterPort {
  send(message: ToWorker): Promise<void>;
  /** Resolves when everything that was sent is in the file. */
  end(): Promise<void>;
  /** Ends the thread at once; safe to call at any time. */
  close(): Promise<void>;
}

/** Makes the system's error again, with its code, from what the worker sent. */
function toSystemError(code: string | null, message: string): Error {
  const error = new Error(message);
  return code === null ? error : Object.assign(error, { code });
}

/** Starts the worker. Its failure, its death and the signal's abort reject every waiting call and every later one. */
export function startWriter(input: WorkerInput, signal: AbortSignal): WriterPort {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: RESOURCE_LIMITS,
  });
  let pending = 0;
  let done = false;
  const { promise: broken, reject: fail } = Promise.withResolvers<never>();
  // Every wait for room or for the end races with this promise and so gets its error; while nobody waits it must not count as an unhandled rejection.
  broken.catch(() => undefined);
  let wake = Promise.withResolvers<undefined>();

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'falla') {
      fail(toSystemError(message.code, message.message));
      return;
    }
    pending -= 1;
    done ||= message.kind === 'listo';
    wake.resolve(undefined);
    wake = Promise.withResolvers<undefined>();
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    fail(new Error('The writing worker ended before its workbook'));
  });
  const onAbort = (): void => {
    fail(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });

  const waitUntil = async (ready: () => boolean): Promise<void> => {
    while (!ready()) await Promise.race([wake.promise, broken]);
  };
  return {
    send: async (message) => {
      signal.throwIfAborted();
      await waitUntil(() => pending < MAX_PENDING);
      pending += 1;
      worker.postMessage(message);
    },
    end: async () => {
      pending += 1;
      worker.postMessage({ kind: 'fin' } satisfies ToWorker);
      await waitUntil(() => done);
    },
    close: async () => {
      signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    },
  };
}
