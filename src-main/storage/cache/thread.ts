/** One reading thread as seen from outside: questions queue. The thread starts with the first question. */
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Answered, FromReader, ReaderStart, Question, ToReader } from './reader-messages.ts';

interface Waiter {
  readonly pregunta: Question;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

export interface Thread {
  /** A question that is given up before its turn is not asked. One that is being answered ends at its next piece, or its answer is dropped. */
  ask(pregunta: Question, opciones: { readonly signal: AbortSignal }): Promise<Answered>;
  /** Resolves when no question is being answered and none waits. */
  whenFree(): Promise<void>;
  /** Closes a file that is about to be moved. */
  release(ruta: string): Promise<void>;
  /**
   * Ends the thread; waiting questions fail with `CANCELADO`, and a later question starts another thread. The thread ends by itself, at the next
   * piece of its answer: terminated from outside, it could be in the middle of a query.
   */
  close(): Promise<void>;
}

export const READER_WORKER_URL = new URL('./reader.worker.ts', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** The answer, or its error thrown. */
function readAnswer(mensaje: FromReader): Answered {
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
  thread.postMessage({ id, tipo: 'terminar' } satisfies ToReader);
  await promise;
}

export function createThread(workerUrl: URL, cede = 0): Thread {
  let worker: Worker | undefined;
  let inProgress: Waiter | undefined;
  let ultima = 0;
  const wasLeft = new Int32Array(new SharedArrayBuffer(4));
  const cola: Waiter[] = [];
  const waitingForFree: (() => void)[] = [];

  /** The thread died: the current question fails, and the next one starts another thread. */
  function onDeath(error: unknown): void {
    worker = undefined;
    inProgress?.reject(error);
    inProgress = undefined;
    keepGoing();
  }

  function liveWorker(): Worker {
    if (worker !== undefined) return worker;
    const nuevo = new Worker(workerUrl, {
      resourceLimits: MEMORY,
      workerData: { wasLeft: wasLeft.buffer, cede } satisfies ReaderStart,
    });
    // A thread that waits must not keep the program open.
    nuevo.unref();
    nuevo.on('message', (mensaje: FromReader) => {
      if (mensaje.id !== ultima || inProgress === undefined) return;
      const { resolve, reject } = inProgress;
      inProgress = undefined;
      nuevo.unref();
      try {
        resolve(readAnswer(mensaje));
      } catch (error) {
        reject(error);
      }
      keepGoing();
    });
    nuevo.on('error', (error) => {
      if (worker === nuevo) onDeath(error);
    });
    nuevo.on('exit', () => {
      if (worker === nuevo) onDeath(new Error('A reading thread ended'));
    });
    worker = nuevo;
    return nuevo;
  }

  function keepGoing(): void {
    if (inProgress !== undefined) return;
    if (cola.length === 0) for (const notify of waitingForFree.splice(0)) notify();
    const siguiente = cola.shift();
    if (siguiente === undefined) return;
    inProgress = siguiente;
    ultima += 1;
    const thread = liveWorker();
    thread.ref();
    thread.postMessage({ id: ultima, ...siguiente.pregunta } satisfies ToReader);
  }

  async function ask(pregunta: Question, { signal }: { readonly signal: AbortSignal }): Promise<Answered> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const espera: Waiter = { pregunta, resolve, reject };
    const leave = (): void => {
      const place = cola.indexOf(espera);
      if (place >= 0) cola.splice(place, 1);
      else if (inProgress === espera) Atomics.store(wasLeft, 0, ultima);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    signal.addEventListener('abort', leave, { once: true });
    cola.push(espera);
    keepGoing();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return {
    ask,
    async whenFree() {
      if (inProgress === undefined && cola.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waitingForFree.push(() => {
        resolve(undefined);
      });
      await promise;
    },
    async release(ruta) {
      if (worker === undefined) return;
      await ask({ tipo: 'cerrar', ruta }, { signal: new AbortController().signal });
    },
    async close() {
      for (const { reject } of cola.splice(0)) reject(new AppError('CANCELADO'));
      const thread = worker;
      worker = undefined;
      if (inProgress !== undefined) Atomics.store(wasLeft, 0, ultima);
      inProgress?.reject(new AppError('CANCELADO'));
      inProgress = undefined;
      for (const notify of waitingForFree.splice(0)) notify();
      if (thread !== undefined) await endThread(thread, (ultima += 1));
    },
  };
}

/** Waits for work that others may also wait for: a caller that leaves does not stop it. */
export async function waitFor<T>(job: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    reject(new AppError('CANCELADO', { cause: signal.reason }));
  };
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([job, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
