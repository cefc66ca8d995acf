/** One reading thread as seen from outside: questions wait their turn, the urgent ones first; it is made when it is first asked. */
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { FromLector, Pregunta, ToLector } from './lector-mensajes.ts';

/** What a question was answered; `cambio`: the data is no longer of the version that was asked about. */
export type Contestado =
  | { readonly tipo: 'bien'; readonly version: string; readonly valor: unknown }
  | { readonly tipo: 'cambio'; readonly version: string };

interface Espera {
  readonly pregunta: Pregunta;
  readonly urgente: boolean;
  readonly resolve: (contestado: Contestado) => void;
  readonly reject: (error: unknown) => void;
}

export interface Hilo {
  /** A question that is given up before its turn is not asked; one being answered is let finish, and its answer forgotten. */
  preguntar(
    pregunta: Pregunta,
    opciones: { readonly signal: AbortSignal; readonly urgente?: boolean },
  ): Promise<Contestado>;
  /** Nobody waits for it now. */
  libre(): boolean;
  /** Ends the thread, and what waits for it with `CANCELADO`; a question after that begins another one. */
  cerrar(): Promise<void>;
}

export const LECTOR_WORKER_URL = new URL('./lector.worker.ts', import.meta.url);
const MEMORIA = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

function errorDe(mensaje: Exclude<FromLector, { tipo: 'bien' | 'cambio' }>): Error {
  switch (mensaje.tipo) {
    case 'error':
      return new AppError(mensaje.codigo, { detail: mensaje.detail });
    case 'sqlite':
      return new Database.SqliteError(mensaje.mensaje, mensaje.codigo);
    case 'falla':
      return new Error(mensaje.mensaje);
  }
}

export function crearHilo(workerUrl: URL): Hilo {
  let worker: Worker | undefined;
  let enCurso: Espera | undefined;
  let ultima = 0;
  const cola: Espera[] = [];

  /** The thread died: whoever waits is told, and the next question begins another one. */
  function murio(error: unknown): void {
    worker = undefined;
    enCurso?.reject(error);
    enCurso = undefined;
    seguir();
  }

  function vivo(): Worker {
    if (worker !== undefined) return worker;
    const nuevo = new Worker(workerUrl, { resourceLimits: MEMORIA });
    // A thread that waits must not keep the program open.
    nuevo.unref();
    nuevo.on('message', (mensaje: FromLector) => {
      if (mensaje.id !== ultima || enCurso === undefined) return;
      const { resolve, reject } = enCurso;
      enCurso = undefined;
      nuevo.unref();
      if (mensaje.tipo === 'bien' || mensaje.tipo === 'cambio') resolve(mensaje);
      else reject(errorDe(mensaje));
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
    const urgente = cola.findIndex((cada) => cada.urgente);
    const [siguiente] = cola.splice(Math.max(0, urgente), 1);
    if (siguiente === undefined) return;
    enCurso = siguiente;
    ultima += 1;
    const hilo = vivo();
    hilo.ref();
    hilo.postMessage({ id: ultima, ...siguiente.pregunta } satisfies ToLector);
  }

  return {
    async preguntar(pregunta, { signal, urgente = false }) {
      if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
      const { promise, resolve, reject } = Promise.withResolvers<Contestado>();
      const espera: Espera = { pregunta, urgente, resolve, reject };
      const dejar = (): void => {
        const lugar = cola.indexOf(espera);
        if (lugar >= 0) cola.splice(lugar, 1);
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
    },
    libre: () => enCurso === undefined && cola.length === 0,
    async cerrar() {
      for (const { reject } of cola.splice(0)) reject(new AppError('CANCELADO'));
      const hilo = worker;
      worker = undefined;
      enCurso?.reject(new AppError('CANCELADO'));
      enCurso = undefined;
      await hilo?.terminate();
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
