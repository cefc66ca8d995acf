import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Progress } from '#domain/matching/progress.ts';
import { createJobThread } from '#platform/job-thread.ts';
import type { createJobs } from './jobs.ts';
import type { Answers, Question, Scope } from './questions.ts';

/** A million operations take about 100 MB outside of this heap, and their index half as much; the heap holds the answers. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };
/** The data in the thread is made again in seconds: the thread does not stay while people do other things. */
const IDLE_MS = 120_000;

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The thread that matches and explains. Questions wait their turn. */
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

export function createExplainingThread({ clock }: { readonly clock: Clock }): ExplainingThread {
  const url = new URL('./jobs.ts', import.meta.url);
  const thread = createJobThread<typeof createJobs>(url, { memory: MEMORY, idle: { clock, ms: IDLE_MS } });
  return {
    async ask(scope, question, options) {
      const answer = await thread.ask('answer', [scope, question], options);
      const found: Answers[typeof question.kind] | undefined = answer[question.kind];
      if (found === undefined) throw new AppError('INTERNO');
      return found;
    },
    close: () => thread.close(),
  };
}
