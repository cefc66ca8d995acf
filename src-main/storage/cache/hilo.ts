/** One reading thread as seen from outside: questions wait their turn, the urgent ones first; it is made when it is first asked. */
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Contestado, FromLector, InicioDeLector, Pregunta, ToLector } from './lector-mensajes.ts';

interface Espera {
  readonly pregunta: Pregunta;
  readonly urgente: boolean;
  readonly resolve: (contestado: Contestado) => void;
  readonly reject: (error: unknown) => void;
}

export interface Hilo {
  /** A question that is given up before its turn is not asked; one being answered ends at its next piece, or its answer is forgotten. */
  preguntar(
    pregunta: Pregunta,
    opciones: { readonly signal: AbortSignal; readonly urgente?: boolean },
  ): Promise<Contestado>;
  /** Resolves when nobody waits for it. */
  libre(): Promise<void>;
  /** Lets go of a file that is about to be moved. */
  soltar(ruta: string): Promise<void>;
  /**
   * Ends the thread, and what waits for it with `CANCELADO`; a question after that begins another one. The thread ends by itself, once what it is
   * answering has come to its next piece: ended from outside, it would be in the middle of a query.
   */
  cerrar(): Promise<void>;
}

export const LECTOR_WORKER_URL = new URL('./lector.worker.ts', import.meta.url);
const MEMORIA = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** What was answered; throws what went wrong. */
function contestadoDe(mensaje: FromLector): Contestado {
  switch (mensaje.tipo) {
    case 'bien':
    case 'cambio':
    case 'trozo':
    case 'hecho':
      return mensaje;
    case 'error':
      throw new AppError(mensaje.codigo, { detail: mensaje.detail });
    case 'sqlite':
      throw new Database.SqliteError(mensaje.mensaje, mensaje.codigo);
    case 'falla':
      throw new Error(mensaje.mensaje);
  }
}

/** Asks a thread to end, and waits until it has. */
async function endThread(thread: Worker, id: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  thread.once('exit', () => {
    resolve(undefined);
  });
  thread.ref();
  thread.postMessage({ id, tipo: 'terminar' } satisfies ToLector);
  await promise;
}

export function crearHilo(workerUrl: URL, cede = 0): Hilo {
  let worker: Worker | undefined;
  let enCurso: Espera | undefined;
  let ultima = 0;
  const dejada = new Int32Array(new SharedArrayBuffer(4));
  const cola: Espera[] = [];
  const esperanLibre: (() => void)[] = [];

  /** The thread died: whoever waits is told, and the next question begins another one. */
  function murio(error: unknown): void {
    worker = undefined;
    enCurso?.reject(error);
    enCurso = undefined;
    seguir();
  }

  function vivo(): Worker {
    if (worker !== undefined) return worker;
    const nuevo = new Worker(workerUrl, {
      resourceLimits: MEMORIA,
      workerData: { dejada: dejada.buffer, cede } satisfies InicioDeLector,
    });
    // A thread that waits must not keep the program open.
    nuevo.unref();
    nuevo.on('message', (mensaje: FromLector) => {
      if (mensaje.id !== ultima || enCurso === undefined) return;
      const { resolve, reject } = enCurso;
      enCurso = undefined;
      nuevo.unref();
      try {
        resolve(contestadoDe(mensaje));
      } catch (error) {
        reject(error);
      }
      seguir();
    });
    nuevo.on('error', (error) => {
      if (worker === nuevo) murio(error);
    });
    nuevo.on('exit', () => {
      if (worker === nuevo) murio(new Error('A reading thread ended'));
    });
    worker = nuevo;
    return nuevo;
  }

  function seguir(): void {
    if (enCurso !== undefined) return;
    if (cola.length === 0) for (const avisar of esperanLibre.splice(0)) avisar();
    const urgente = cola.findIndex((cada) => cada.urgente);
    const [siguiente] = cola.splice(Math.max(0, urgente), 1);
    if (siguiente === undefined) return;
    enCurso = siguiente;
    ultima += 1;
    const hilo = vivo();
    hilo.ref();
    hilo.postMessage({ id: ultima, ...siguiente.pregunta } satisfies ToLector);
  }

  async function preguntar(
    pregunta: Pregunta,
    { signal, urgente = false }: { readonly signal: AbortSignal; readonly urgente?: boolean },
  ): Promise<Contestado> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    const { promise, resolve, reject } = Promise.withResolvers<Contestado>();
    const espera: Espera = { pregunta, urgente, resolve, reject };
    const dejar = (): void => {
      const lugar = cola.indexOf(espera);
      if (lugar >= 0) cola.splice(lugar, 1);
      else if (enCurso === espera) Atomics.store(dejada, 0, ultima);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    signal.addEventListener('abort', dejar, { once: true });
    cola.push(espera);
    seguir();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', dejar);
    }
  }

  return {
    preguntar,
    async libre() {
      if (enCurso === undefined && cola.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      esperanLibre.push(() => {
        resolve(undefined);
      });
      await promise;
    },
    async soltar(ruta) {
      if (worker === undefined) return;
      await preguntar({ tipo: 'cerrar', ruta }, { signal: new AbortController().signal, urgente: true });
    },
    async cerrar() {
      for (const { reject } of cola.splice(0)) reject(new AppError('CANCELADO'));
      const thread = worker;
      worker = undefined;
      if (enCurso !== undefined) Atomics.store(dejada, 0, ultima);
      enCurso?.reject(new AppError('CANCELADO'));
      enCurso = undefined;
      for (const avisar of esperanLibre.splice(0)) avisar();
      if (thread !== undefined) await endThread(thread, (ultima += 1));
    },
  };
}

/** Waits for what others may be waiting for too: who leaves does not stop it. */
export async function esperando<T>(trabajo: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const dejar = (): void => {
    reject(new AppError('CANCELADO', { cause: signal.reason }));
  };
  if (signal.aborted) dejar();
  signal.addEventListener('abort', dejar, { once: true });
  try {
    return await Promise.race([trabajo, promise]);
  } finally {
    signal.removeEventListener('abort', dejar);
  }
}
