import { Worker } from 'node:worker_threads';
import { fromThread } from '../thread-error.ts';
import type { Operacion, WriterRequest, WriterResponse } from './writer-messages.ts';
import type { CacheWrites } from './types.ts';

/** New rows are many and short-lived: with a small nursery they would all be moved before they die. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache, in a thread of its own: every method of `Escribible`, answered later, in the order they were called. */
export type CacheWriter = {
  readonly [K in Operacion]: (...con: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when everything that was asked is done and the file is closed. */
  close(): Promise<void>;
};

/**
 * Starts the thread over the cache in `ruta`, which has been opened before: it neither makes nor mends one. Errors come out as they would
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
    return pending.promise as Promise<T>; // what the method of this very name answers, over there
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
        // It ends by itself once it has closed the file: ended from outside, it might be in the middle of a write.
        await ended.promise;
      }
    },
  };
}
