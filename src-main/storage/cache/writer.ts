import { Worker } from 'node:worker_threads';
import { fromThread } from '../thread-error.ts';
import type { Operacion, WriterRequest, WriterResponse } from './writer-messages.ts';
import type { CacheWrites } from './types.ts';

/** New rows are many and short-lived: a small young generation would move them all before they die. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache, in a thread of its own: every method of `CacheWrites`, answered with a promise, in the order of the calls. */
export type CacheWriter = {
  readonly [K in Operacion]: (...con: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when all calls are done and the file is closed. */
  close(): Promise<void>;
};

/**
 * Starts the thread over the cache at `ruta`, which must have been opened before: the thread neither makes nor repairs one. Errors are the same as
 * without a thread (`DISCO_LLENO`, `isDamaged`…).
 */
export function openWriter(ruta: string): CacheWriter {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
    workerData: { ruta },
    resourceLimits: RESOURCE_LIMITS,
  });
  const pendientes = new Map<number, PromiseWithResolvers<unknown>>();
  let numero = 0;
  let dead: Error | undefined;

  const crash = (error: unknown): void => {
    dead ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of pendientes.values()) reject(dead);
    pendientes.clear();
  };
  worker.on('message', (respuesta: WriterResponse) => {
    const pending = pendientes.get(respuesta.n);
    pendientes.delete(respuesta.n);
    if (respuesta.ok) pending?.resolve(respuesta.valor);
    else pending?.reject(fromThread(respuesta.falla));
  });
  worker.on('error', crash);
  const ended = Promise.withResolvers<undefined>();
  worker.on('exit', () => {
    ended.resolve(undefined);
    crash(new Error('The thread that writes the cache ended'));
  });

  function callWorker<T>(que: WriterRequest['que'], con: readonly unknown[] = []): Promise<T> {
    if (dead !== undefined) return Promise.reject(dead);
    const n = (numero += 1);
    const pending = Promise.withResolvers<unknown>();
    pendientes.set(n, pending);
    worker.postMessage({ n, que, con } as WriterRequest);
    return pending.promise as Promise<T>; // the answer of the method of this very name, in the other thread
  }

  return {
    writeFlat: (leido) => callWorker('writeFlat', [leido]),
    touch: (leido) => callWorker('touch', [leido]),
    setAside: (fila) => callWorker('setAside', [fila]),
    changeField: (metodo, campo) => callWorker('changeField', [metodo, campo]),
    learn: (clave, valor) => callWorker('learn', [clave, valor]),
    beginRun: (request, opciones) => callWorker('beginRun', [request, opciones]),
    finishRun: (request, ahora) => callWorker('finishRun', [request, ahora]),
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
