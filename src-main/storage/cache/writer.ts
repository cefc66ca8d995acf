import { createJobThread } from '#platform/job-thread.ts';
import type { CacheWrites } from './writable.ts';
import type { createJobs, WriteName } from './writing-jobs.ts';

/** New rows are many and short-lived: a small young generation would move them all before they die. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache, in a thread of its own: every method of `CacheWrites`, answered with a promise, in the order of the calls. */
export type CacheWriter = {
  readonly [K in WriteName]: (...input: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when all calls are done and the file is closed. */
  close(): Promise<void>;
};

/**
 * Writes the cache at `path`, which must have been opened before: the thread does not repair one, and would make an empty one where none is. Errors are
 * the same as without a thread (`DISCO_LLENO`, `isDamaged`…).
 */
export function openWriter(path: string): CacheWriter {
  const url = new URL('./writing-jobs.ts', import.meta.url);
  // One call is written while the next waits in the thread. No call is ever given up.
  const thread = createJobThread<typeof createJobs>(url, { memory: MEMORY, held: 2 });
  const { signal } = new AbortController();
  let isClosed = false;
  async function call<K extends WriteName>(name: K, ...input: Parameters<CacheWrites[K]>) {
    if (isClosed) throw new Error('The thread that writes the cache ended');
    return (await thread.ask('write', [path, name, input], { signal })) as ReturnType<CacheWrites[K]>; // of the method of this very name
  }
  return {
    writeFlat: (reading) => call('writeFlat', reading),
    touch: (reading) => call('touch', reading),
    setAside: (row) => call('setAside', row),
    changeField: (method, field) => call('changeField', method, field),
    learn: (key, value) => call('learn', key, value),
    beginRun: (request, options) => call('beginRun', request, options),
    finishRun: (request, now) => call('finishRun', request, now),
    setIngest: (isActive) => call('setIngest', isActive),
    makeIndexes: () => call('makeIndexes'),
    async close() {
      isClosed = true;
      await thread.whenFree();
      await thread.close();
    },
  };
}
