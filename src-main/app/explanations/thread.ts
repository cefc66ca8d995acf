/** The thread that explains, from outside. Questions wait their turn; the thread ends when nobody asks for a while. */
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Progress } from '#domain/matching/progress.ts';
import { fromThread } from '#storage/thread-error.ts';
import type { Answers, FromThread, Question, Scope, ToThread } from './questions.ts';

const WORKER_URL = new URL('./explanations-worker.ts', import.meta.url);
/** A million operations take about 100 MB outside of this heap, and their index half as much; the heap holds the answers. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };
/** The data in the thread is made again in seconds: the thread does not stay while people do other things. */
const IDLE_MS = 120_000;

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface ExplainingThread {
  /** Asks one question; its signal cancels it with `CANCELADO`. */
  ask<K extends Question['kind']>(
    scope: Scope,
    question: Extract<Question, { kind: K }>,
    options: AskOptions,
  ): Promise<Answers[K]>;
  /** Ends the thread and waits until it has closed its files. A later question begins another thread. */
  close(): Promise<void>;
}

interface Waiting {
  readonly id: number;
  readonly onProgress: AskOptions['onProgress'];
  readonly resolve: (answer: Partial<Answers>) => void;
  readonly reject: (error: unknown) => void;
}

export function createExplainingThread({ clock }: { readonly clock: Clock }): ExplainingThread {
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;
  let last = 0;
  let idle = new AbortController();

  function ensureStarted(): Worker {
    if (worker !== undefined) return worker;
    const thread = new Worker(WORKER_URL, { resourceLimits: MEMORY });
    thread.on('message', (message: FromThread) => {
      if (message.id !== waiting?.id) return;
      if (message.kind === 'progress') waiting.onProgress?.(message.progress);
      else if (message.kind === 'answer') waiting.resolve(message.answer);
      else waiting.reject(fromThread(message.failure));
    });
    const onDeath = (error: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      waiting?.reject(error);
    };
    thread.on('error', onDeath);
    thread.on('exit', () => {
      onDeath(new Error('The thread that explains ended'));
    });
    worker = thread;
    return thread;
  }

  async function end(): Promise<void> {
    const thread = worker;
    if (thread === undefined) return;
    worker = undefined;
    waiting?.reject(new AppError('CANCELADO'));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    thread.once('exit', () => {
      resolve(undefined);
    });
    thread.ref();
    thread.postMessage({ kind: 'end' } satisfies ToThread);
    await promise;
  }

  async function endWhenIdle(): Promise<void> {
    idle.abort();
    const own = new AbortController();
    idle = own;
    try {
      await clock.sleep(IDLE_MS, own.signal);
    } catch {
      return; // somebody asked, or the thread was closed: only these end the sleep early
    }
    if (own === idle && queue.size === 0 && queue.pending === 0) await end();
  }

  async function askOne(
    scope: Scope,
    question: Question,
    { signal, onProgress }: AskOptions,
  ): Promise<Partial<Answers>> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    idle.abort();
    const { promise, resolve, reject } = Promise.withResolvers<Partial<Answers>>();
    last += 1;
    const id = last;
    const thread = ensureStarted();
    const onAbort = (): void => {
      thread.postMessage({ kind: 'give_up', id } satisfies ToThread);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    waiting = { id, onProgress, resolve, reject };
    signal.addEventListener('abort', onAbort, { once: true });
    thread.ref();
    thread.postMessage({ kind: 'ask', id, scope, question } satisfies ToThread);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting = undefined;
      // A waiting thread must not keep the program open.
      thread.unref();
      // Not awaited: it never fails, and it ends the thread or is told not to.
      void endWhenIdle();
    }
  }

  return {
    async ask(scope, question, options) {
      const answer = await queue.add(() => askOne(scope, question, options));
      const found: Answers[typeof question.kind] | undefined = answer[question.kind];
      if (found === undefined) throw new AppError('INTERNO');
      return found;
    },
    async close() {
      idle.abort();
      await end();
    },
  };
}
