/**
 * How many stretches are read at the same time. More while the service answers about as fast as it can; one fewer when answers take much longer; half
 * as many when it asks to wait or fails.
 */
import PQueue from 'p-queue';

const INITIAL = 2;
const MAXIMUM = 8;
/** After so many answers in a row, for each stretch in progress, the number of stretches changes by one. */
const ANSWERS_TO_GROW = 4;
/** An answer that takes so many times as long as the fastest, and so many ms more, means that there are too many stretches. */
const SLOW_FACTOR = 4;
const SLOW_MS = 150;
/** How fast an old fastest answer is forgotten, and the weight of the newest answer. */
const DECAY = 1.01;
const WEIGHT = 0.2;

export type Tolerance = ReturnType<typeof createTolerance>;

export function createTolerance() {
  const queue = new PQueue({ concurrency: INITIAL });
  let inARow = 0;
  let fastest = Number.POSITIVE_INFINITY;
  let recent: number | undefined;
  return {
    /** Runs the work when there is room; settles as the work does. */
    run: <T>(job: () => Promise<T>): Promise<T> => queue.add(job),
    /** A request was answered, in this many ms. */
    answered(ms: number): void {
      fastest = Math.min(ms, fastest * DECAY);
      recent = recent === undefined ? ms : recent * (1 - WEIGHT) + ms * WEIGHT;
      inARow += 1;
      if (inARow < ANSWERS_TO_GROW * queue.concurrency) return;
      inARow = 0;
      const isSlow = recent > fastest * SLOW_FACTOR && recent > fastest + SLOW_MS;
      queue.concurrency = isSlow ? Math.max(1, queue.concurrency - 1) : Math.min(MAXIMUM, queue.concurrency + 1);
    },
    slowDown(): void {
      inARow = 0;
      queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
    },
  };
}
