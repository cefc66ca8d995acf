import { Worker } from 'node:worker_threads';
import { fromThread } from '../thread-error.ts';
import type { Operacion, Pedido, Respuesta } from './escritor-mensajes.ts';
import type { Escribible } from './tipos.ts';

/** New rows are many and short-lived: with a small nursery they would all be moved before they die. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache, in a thread of its own: every method of `Escribible`, answered later, in the order they were called. */
export type Escritor = {
  readonly [K in Operacion]: (...con: Parameters<Escribible[K]>) => Promise<ReturnType<Escribible[K]>>;
} & {
  /** Resolves when everything that was asked is done and the file is closed. */
  cerrar(): Promise<void>;
};

/**
 * Starts the thread over the cache in `ruta`, which has been opened before: it neither makes nor mends one. Errors come out as they would
 * without a thread (`DISCO_LLENO`, `isDamaged`…).
 */
export function abrirEscritor(ruta: string): Escritor {
  const worker = new Worker(new URL('./escritor-worker.ts', import.meta.url), {
    workerData: { ruta },
    resourceLimits: RESOURCE_LIMITS,
  });
  const pendientes = new Map<number, PromiseWithResolvers<unknown>>();
  let numero = 0;
  let muerto: Error | undefined;

  const caer = (error: unknown): void => {
    muerto ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of pendientes.values()) reject(muerto);
    pendientes.clear();
  };
  worker.on('message', (respuesta: Respuesta) => {
    const pendiente = pendientes.get(respuesta.n);
    pendientes.delete(respuesta.n);
    if (respuesta.ok) pendiente?.resolve(respuesta.valor);
    else pendiente?.reject(fromThread(respuesta.falla));
  });
  worker.on('error', caer);
  const ended = Promise.withResolvers<undefined>();
  worker.on('exit', () => {
    ended.resolve(undefined);
    caer(new Error('The thread that writes the cache ended'));
  });

  function pedir<T>(que: Pedido['que'], con: readonly unknown[] = []): Promise<T> {
    if (muerto !== undefined) return Promise.reject(muerto);
    const n = (numero += 1);
    const pendiente = Promise.withResolvers<unknown>();
    pendientes.set(n, pendiente);
    worker.postMessage({ n, que, con } as Pedido);
    return pendiente.promise as Promise<T>; // what the method of this very name answers, over there
  }

  return {
    escribirPlanas: (leido) => pedir('escribirPlanas', [leido]),
    tocar: (leido) => pedir('tocar', [leido]),
    apartar: (fila) => pedir('apartar', [fila]),
    cambiarCampo: (metodo, campo) => pedir('cambiarCampo', [metodo, campo]),
    aprender: (clave, valor) => pedir('aprender', [clave, valor]),
    empezarCorrida: (pedido, opciones) => pedir('empezarCorrida', [pedido, opciones]),
    terminarCorrida: (pedido, ahora) => pedir('terminarCorrida', [pedido, ahora]),
    ingesta: (activa) => pedir('ingesta', [activa]),
    ponerIndices: () => pedir('ponerIndices'),
    async cerrar() {
      try {
        await pedir('cerrar');
      } finally {
        // It ends by itself once it has closed the file: ended from outside, it might be in the middle of a write.
        await ended.promise;
      }
    },
  };
}
