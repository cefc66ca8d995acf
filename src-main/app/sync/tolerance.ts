/**
 * Decides how many stretches are read at once. One more while the service answers about as fast as it can; one fewer if answers take much longer;
 * half as many if it asks for a wait or fails.
 */
import PQueue from 'p-queue';

const INITIAL = 2;
const MAXIMUM = 8;
/** The number of stretches changes by one after this many answers for each running stretch. */
const ANSWERS_TO_GROW = 4;
/** There are too many stretches if an answer takes this many times as long as the fastest, and this many ms more. */
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
    /** Runs the work when there is room; settles with it. */
    run: <T>(job: () => Promise<T>): Promise<T> => queue.add(job),
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
