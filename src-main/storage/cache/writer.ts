import { createJobThread } from '#platform/job-thread.ts';
import type { CacheWrites } from './writable.ts';
import type { createJobs, WriteName } from './writing-jobs.ts';

/** Memory limits for many short-lived rows: a small young generation would copy them all before they die. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The writing side of a cache in a thread of its own: every method of `CacheWrites` as a promise, in the order of the calls. */
export type CacheWriter = {
  readonly [K in WriteName]: (...input: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when all calls are done and the file is closed. */
  close(): Promise<void>;
};

/**
 * Writes the cache at `path`. Open the cache first: the thread repairs nothing, and would make an empty file if it is missing. Throws the same errors
 * as without a thread (`DISCO_LLENO`, `isDamaged`…).
 */
export function openWriter(path: string): CacheWriter {
  const url = new URL('./writing-jobs.ts', import.meta.url);
  // One call runs while the next waits in the thread. Calls are never cancelled.
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
