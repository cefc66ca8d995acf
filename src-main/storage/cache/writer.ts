import { Worker } from 'node:worker_threads';
import { fromThread, type Packed } from '../thread-error.ts';
import type { CacheWrites } from './types.ts';

/** The messages between the program and the thread that writes its cache: the name of a method of `CacheWrites`, and its parameters. */

/** `write` alone is not called across threads: its rows are objects (`writeFlat` takes flat ones). */
type Operacion = Exclude<keyof CacheWrites, 'write'>;

export type WriterRequest =
  | { readonly n: number; readonly que: Operacion; readonly con: readonly unknown[] }
  | { readonly n: number; readonly que: 'cerrar' };

export type WriterResponse =
  | { readonly n: number; readonly ok: true; readonly valor: unknown }
  | { readonly n: number; readonly ok: false; readonly falla: Packed };

/** New rows are many and short-lived: a small young generation would move them all before they die. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache, in a thread of its own: every method of `CacheWrites`, answered with a promise, in the order of the calls. */
export type CacheWriter = {
  readonly [K in Operacion]: (...other: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when all calls are done and the file is closed. */
  close(): Promise<void>;
};

/**
 * Starts the thread over the cache at `path`, which must have been opened before: the thread does not repair one, and would make an empty one where
 * none is. Errors are the same as without a thread (`DISCO_LLENO`, `isDamaged`…).
 */
export function openWriter(path: string): CacheWriter {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
    workerData: { ruta: path },
    resourceLimits: RESOURCE_LIMITS,
  });
  const stillPending = new Map<number, PromiseWithResolvers<unknown>>();
  let number = 0;
  let dead: Error | undefined;

  const onCrash = (error: unknown): void => {
    dead ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of stillPending.values()) reject(dead);
    stillPending.clear();
  };
  worker.on('message', (answer: WriterResponse) => {
    const pending = stillPending.get(answer.n);
    stillPending.delete(answer.n);
    if (answer.ok) pending?.resolve(answer.valor);
    else pending?.reject(fromThread(answer.falla));
  });
  worker.on('error', onCrash);
  const ended = Promise.withResolvers<undefined>();
  worker.on('exit', () => {
    ended.resolve(undefined);
    onCrash(new Error('The thread that writes the cache ended'));
  });

  function callWorker<T>(what: WriterRequest['que'], other: readonly unknown[] = []): Promise<T> {
    if (dead !== undefined) return Promise.reject(dead);
    const n = (number += 1);
    const pending = Promise.withResolvers<unknown>();
    stillPending.set(n, pending);
    worker.postMessage({ n, que: what, con: other } as WriterRequest);
    return pending.promise as Promise<T>; // the answer of the method of this very name, in the other thread
  }

  return {
    writeFlat: (reading) => callWorker('writeFlat', [reading]),
    touch: (reading) => callWorker('touch', [reading]),
    setAside: (row) => callWorker('setAside', [row]),
    changeField: (method, field) => callWorker('changeField', [method, field]),
    learn: (key, value) => callWorker('learn', [key, value]),
    beginRun: (request, options) => callWorker('beginRun', [request, options]),
    finishRun: (request, now) => callWorker('finishRun', [request, now]),
    setIngest: (isActive) => callWorker('setIngest', [isActive]),
    makeIndexes: () => callWorker('makeIndexes'),
    async close() {
      try {
        await callWorker('cerrar');
      } finally {
        // The thread ends by itself once it has closed the file: terminated from outside, it might be in the middle of a write.
        await ended.promise;
      }
    },
  };
}
