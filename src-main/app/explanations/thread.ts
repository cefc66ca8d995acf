/** The thread that explains, as seen from outside: questions wait their turn, and the thread goes when nobody asks for a while. */
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Progress } from '#domain/matching/progress.ts';
import { fromThread } from '#storage/thread-error.ts';
import type { Answers, FromThread, Question, Scope, ToThread } from './questions.ts';

const WORKER_URL = new URL('./explanations-worker.ts', import.meta.url);
/** A million operations are about 100 MB outside of this, and their index half as much; the answers are kept here. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };
/** What it holds is made again in seconds: it is not kept while people do other things. */
const IDLE_MS = 120_000;

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface ExplainingThread {
  /** Asks one thing; given up by its signal with `CANCELADO`. */
  ask<K extends Question['kind']>(
    scope: Scope,
    question: Extract<Question, { kind: K }>,
    options: AskOptions,
  ): Promise<Answers[K]>;
  /** Ends the thread, which lets go of its files first, and waits until it has. A question after that begins another one. */
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

  function started(): Worker {
    if (worker !== undefined) return worker;
    const thread = new Worker(WORKER_URL, { resourceLimits: MEMORY });
    thread.on('message', (message: FromThread) => {
      if (message.id !== waiting?.id) return;
      if (message.kind === 'progress') waiting.onProgress?.(message.progress);
      else if (message.kind === 'answer') waiting.resolve(message.answer);
      else waiting.reject(fromThread(message.failure));
    });
    const died = (error: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      waiting?.reject(error);
    };
    thread.on('error', died);
    thread.on('exit', () => {
      died(new Error('The thread that explains ended'));
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
      return; // somebody asked, or it was closed: the only things that end the sleep early
    }
    if (own === idle && queue.size === 0 && queue.pending === 0) await end();
  }

  async function one(scope: Scope, question: Question, { signal, onProgress }: AskOptions): Promise<Partial<Answers>> {
    if (signal.aborted) throw new AppError('CANCELADO', { cause: signal.reason });
    idle.abort();
    const { promise, resolve, reject } = Promise.withResolvers<Partial<Answers>>();
    last += 1;
    const id = last;
    const thread = started();
    const giveUp = (): void => {
      thread.postMessage({ kind: 'give_up', id } satisfies ToThread);
      reject(new AppError('CANCELADO', { cause: signal.reason }));
    };
    waiting = { id, onProgress, resolve, reject };
    signal.addEventListener('abort', giveUp, { once: true });
    thread.ref();
    thread.postMessage({ kind: 'ask', id, scope, question } satisfies ToThread);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      waiting = undefined;
      // A thread that waits must not keep the program open.
      thread.unref();
      // Nothing waits for it, and it never fails: it ends the thread or is told not to.
      void endWhenIdle();
    }
  }

  return {
    async ask(scope, question, options) {
      const answer = await queue.add(() => one(scope, question, options));
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
