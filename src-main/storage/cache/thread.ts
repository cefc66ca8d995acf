/** One reading thread as seen from outside: questions queue. The thread starts with the first question. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import { fromThread } from '../thread-error.ts';
import type { Answered, FromReader, ReaderStart, Question, ToReader } from './reader-messages.ts';

interface Waiter {
  readonly pregunta: Question;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

export interface Thread {
  /** A question that is given up before its turn is not asked. One that is being answered ends at its next piece, or its answer is dropped. */
  ask(question: Question, options: { readonly signal: AbortSignal }): Promise<Answered>;
  /** Resolves when no question is being answered and none waits. */
  whenFree(): Promise<void>;
  /** Closes a file that is about to be moved. */
  release(path: string): Promise<void>;
  /**
   * Ends the thread; waiting questions fail with `CANCELADO`, and a later question starts another thread. The thread ends by itself, at the next
   * piece of its answer: terminated from outside, it could be in the middle of a query.
   */
  close(): Promise<void>;
}

const WORKER_URL = new URL('./reader.worker.ts', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

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

export function createThread(workerUrl = WORKER_URL): Thread {
  let worker: Worker | undefined;
  let inProgress: Waiter | undefined;
  let last = 0;
  const lastLeft = new Int32Array(new SharedArrayBuffer(4));
  const queue: Waiter[] = [];
  const waitingForFree: (() => void)[] = [];

  /** The thread died: the current question fails, and the next one starts another thread. */
  function onDeath(error: unknown): void {
    worker = undefined;
    inProgress?.reject(error);
    inProgress = undefined;
    keepGoing();
  }

  function getWorker(): Worker {
    if (worker !== undefined) return worker;
    const fresh = new Worker(workerUrl, {
      resourceLimits: MEMORY,
      workerData: { lastLeft: lastLeft.buffer } satisfies ReaderStart,
    });
    // A thread that waits must not keep the program open.
    fresh.unref();
    fresh.on('message', (message: FromReader) => {
      if (message.id !== last || inProgress === undefined) return;
      const { resolve, reject } = inProgress;
      inProgress = undefined;
      fresh.unref();
      if (message.tipo === 'falla') reject(fromThread(message.falla));
      else resolve(message);
      keepGoing();
    });
    fresh.on('error', (error) => {
      if (worker === fresh) onDeath(error);
    });
    fresh.on('exit', () => {
      if (worker === fresh) onDeath(new Error('A reading thread ended'));
    });
    worker = fresh;
    return fresh;
  }

  function keepGoing(): void {
    if (inProgress !== undefined) return;
    if (queue.length === 0) for (const notify of waitingForFree.splice(0)) notify();
    const next = queue.shift();
    if (next === undefined) return;
    inProgress = next;
    last += 1;
    const thread = getWorker();
    thread.ref();
    thread.postMessage({ id: last, ...next.pregunta } satisfies ToReader);
  }

  async function ask(question: Question, { signal }: { readonly signal: AbortSignal }): Promise<Answered> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const wait: Waiter = { pregunta: question, resolve, reject };
    const leave = (): void => {
      const place = queue.indexOf(wait);
      if (place >= 0) queue.splice(place, 1);
      else if (inProgress === wait) Atomics.store(lastLeft, 0, last);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    signal.addEventListener('abort', leave, { once: true });
    queue.push(wait);
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
      if (inProgress === undefined && queue.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waitingForFree.push(() => {
        resolve(undefined);
      });
      await promise;
    },
    async release(path) {
      if (worker === undefined) return;
      await ask({ tipo: 'cerrar', ruta: path }, { signal: new AbortController().signal });
    },
    async close() {
      for (const { reject } of queue.splice(0)) reject(new AppError('CANCELADO'));
      const thread = worker;
      worker = undefined;
      if (inProgress !== undefined) Atomics.store(lastLeft, 0, last);
      inProgress?.reject(new AppError('CANCELADO'));
      inProgress = undefined;
      for (const notify of waitingForFree.splice(0)) notify();
      if (thread !== undefined) await endThread(thread, (last += 1));
    },
  };
}
