import { rowsOf, startReading } from './reading-thread.ts';
import type { Passes } from './reader-types.ts';

/** Rows of a batch: the thread that asked turns them into documents in a few milliseconds. */
const ROWS_PER_CHUNK = 250;

/** Whole readings of a query in batches, one after the other, on a thread of their own, which begins with the first one and ends with `close`. */
export function createPasses(path: string, signal: AbortSignal): Passes {
  const own = startReading();
  return {
    async *readAll(query) {
      await own.ask('begin', [path, query], { signal });
      for (;;) {
        const { rows, isLast } = await own.ask('next', [ROWS_PER_CHUNK], { signal });
        yield rowsOf(query.metodo, rows);
        if (isLast) return;
      }
    },
    close: () => own.close(),
  };
}
