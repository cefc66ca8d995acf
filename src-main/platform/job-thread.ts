/** Runs jobs (the functions of a module) in a thread, one at a time. This is the side outside the thread. The first job starts the thread. */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { AppError, isAppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Progress } from '#domain/shared-work.ts';
import Database from 'better-sqlite3';
import { getSystemCode } from './disk-error.ts';

export interface JobContext {
  /** Throws `CANCELADO` if the job was cancelled. A long job calls it between its pieces. */
  keepGoing(): void;
  noteProgress(progress: Progress): void;
}

type Job = (...input: never[]) => unknown;
/** A module that a job thread runs. `close` closes its files before the thread ends. */
export interface JobModule {
  createJobs(context: JobContext): { readonly jobs: Readonly<Record<string, Job>>; close?(): void };
}
type JobsOf<C extends JobModule['createJobs']> = ReturnType<C>['jobs'];
type ResultOf<C extends JobModule['createJobs'], K extends keyof JobsOf<C>> = Awaited<ReturnType<JobsOf<C>[K]>>;

/** What a thread gets at its start: the address of its module, and memory that shows the last cancelled job. */
export interface ThreadStart {
  readonly module: string;
  readonly abandoned: SharedArrayBuffer;
}
/** With `job` null, the thread closes its files and ends after the earlier jobs, without an answer. */
export interface ToThread {
  readonly id: number;
  readonly job: string | null;
  readonly input: readonly unknown[];
}
export type FromThread = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly failure: Packed }
);

interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface ThreadOptions {
  readonly memory: ResourceLimits;
  /**
   * How many jobs the thread holds at once, the running one included, so that it need not pause between jobs. A job sent to the thread cannot be taken back.
   */
  readonly held?: number;
  readonly idle?: { readonly clock: Pick<Clock, 'sleep'>; readonly ms: number };
}

interface Waiter {
  readonly job: string;
  readonly input: readonly unknown[];
  readonly onProgress: AskOptions['onProgress'];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const WORKER_URL = new URL('./job-worker.ts', import.meta.url);

export function createJobThread<C extends JobModule['createJobs']>(
  module: URL,
  { memory, held = 1, idle }: ThreadOptions,
) {
  const abandoned = new Int32Array(new SharedArrayBuffer(4));
  const queue: Waiter[] = [];
  const running = new Map<number, Waiter>();
  const waitingForFree: (() => void)[] = [];
  let worker: Worker | undefined;
  let last = 0;
  let rest = new AbortController();

  function start(): Worker {
    const workerData: ThreadStart = { module: module.href, abandoned: abandoned.buffer };
    const fresh = new Worker(WORKER_URL, { resourceLimits: memory, workerData });
    fresh.on('message', (message: FromThread) => {
      const waiter = worker === fresh ? running.get(message.id) : undefined;
      if (message.kind === 'progress') {
        waiter?.onProgress?.(message.progress);
        return;
      }
      running.delete(message.id);
      if (message.kind === 'done') waiter?.resolve(message.value);
      else waiter?.reject(fromThread(message.failure));
      keepGoing();
    });
    // The jobs sent to a thread that died fail. The next job starts a new thread.
    const onDeath = (error: unknown): void => {
      if (worker !== fresh) return;
      worker = undefined;
      for (const { reject } of running.values()) reject(error);
      running.clear();
      keepGoing();
    };
    fresh.on('error', onDeath);
    fresh.on('exit', () => onDeath(new Error('A job thread ended')));
    return fresh;
  }

  function keepGoing(): void {
    while (running.size < held) {
      const next = queue.shift();
      if (next === undefined) break;
      last += 1;
      running.set(last, next);
      worker ??= start();
      worker.postMessage({ id: last, job: next.job, input: next.input } satisfies ToThread);
    }
    if (running.size > 0) {
      rest.abort();
      worker?.ref();
      return;
    }
    worker?.unref(); // an idle thread must not keep the program open
    for (const notify of waitingForFree.splice(0)) notify();
    void endWhenIdle(); // it never fails
  }

  async function endWhenIdle(): Promise<void> {
    if (idle === undefined || worker === undefined) return;
    rest.abort();
    rest = new AbortController();
    const { signal } = rest;
    try {
      await idle.clock.sleep(idle.ms, signal);
    } catch {
      return; // a job came or the thread was closed: nothing else ends the sleep early
    }
    if (!signal.aborted) await close();
  }

  async function close(): Promise<void> {
    rest.abort();
    const thread = worker;
    worker = undefined;
    const [current] = running.keys();
    if (current !== undefined) Atomics.store(abandoned, 0, current);
    for (const { reject } of [...queue.splice(0), ...running.values()]) reject(new AppError('CANCELADO'));
    running.clear();
    keepGoing();
    if (thread === undefined) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    thread.once('exit', () => resolve(undefined));
    thread.ref();
    thread.postMessage({ id: (last += 1), job: null, input: [] } satisfies ToThread);
    await promise;
  }

  async function ask<K extends keyof JobsOf<C>>(
    job: K,
    input: Parameters<JobsOf<C>[K]>,
    { signal, onProgress }: AskOptions,
  ): Promise<ResultOf<C, K>> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiter: Waiter = { job: String(job), input, onProgress, resolve, reject };
    const leave = (): void => {
      const place = queue.indexOf(waiter);
      if (place >= 0) queue.splice(place, 1);
      for (const [id, each] of running) if (each === waiter) Atomics.store(abandoned, 0, id);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    signal.addEventListener('abort', leave, { once: true });
    queue.push(waiter);
    keepGoing();
    try {
      return (await promise) as ResultOf<C, K>; // safe cast: the answer to the job of this name
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return {
    /** Runs a job. If cancelled before the thread has it, it does not run; if cancelled later, it ends at its next piece or its answer is dropped. */
    ask,
    async whenFree(): Promise<void> {
      if (running.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waitingForFree.push(() => resolve(undefined));
      await promise;
    },
    /** All jobs fail with `CANCELADO`; later ones start a new thread. The thread ends at its job's next piece, because terminating could interrupt a query. */
    close,
  };
}

// An error in the form in which a thread sends it: `tipo` keeps its class, for the code that catches it.

export type Packed =
  | { readonly tipo: 'nuestra'; readonly codigo: ErrorCode; readonly detalle: ErrorDetail }
  | { readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'sistema'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'otra'; readonly mensaje: string };

export function toThread(error: unknown): Packed {
  if (isAppError(error)) return { tipo: 'nuestra', codigo: error.code, detalle: error.detail };
  if (error instanceof Database.SqliteError) return { tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  const codigo = getSystemCode(error);
  const mensaje = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return codigo === undefined ? { tipo: 'otra', mensaje } : { tipo: 'sistema', codigo, mensaje };
}

function fromThread(packed: Packed): Error {
  switch (packed.tipo) {
    case 'nuestra':
      return new AppError(packed.codigo, { detail: packed.detalle });
    case 'sqlite':
      return new Database.SqliteError(packed.mensaje, packed.codigo);
    case 'sistema':
      return Object.assign(new Error(packed.mensaje), { code: packed.codigo });
    case 'otra':
      return new Error(packed.mensaje);
  }
}
