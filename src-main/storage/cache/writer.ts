import { createJobThread } from '#platform/job-thread.ts';
import type { CacheWrites } from './writable.ts';
import type { createJobs, WriteName } from './writing-jobs.ts';

/** The thread gets a large young generation of the heap: in a small one V8 would copy the many short-lived rows again and again. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** The methods of `CacheWrites` as promises, run in a thread of their own in the order of the calls. */
export type CacheWriter = {
  readonly [K in WriteName]: (...input: Parameters<CacheWrites[K]>) => Promise<ReturnType<CacheWrites[K]>>;
} & {
  /** Resolves when all calls have ended and the file is closed. */
  close(): Promise<void>;
};

/** Writes a cache in a thread. Open the cache first: the thread repairs no damage. Throws as `CacheWrites` does (`DISCO_LLENO`, `isDamaged`…). */
export function openWriter(path: string): CacheWriter {
  const url = new URL('./writing-jobs.ts', import.meta.url);
  // The thread runs one call while it holds the next. Calls cannot be cancelled.
  const thread = createJobThread<typeof createJobs>(url, { memory: MEMORY, held: 2 });
  const { signal } = new AbortController();
  let isClosed = false;
  async function call<K extends WriteName>(name: K, ...input: Parameters<CacheWrites[K]>) {
    if (isClosed) throw new Error('The thread that writes the cache ended');
    return (await thread.ask('write', [path, name, input], { signal })) as ReturnType<CacheWrites[K]>; // the result of this very method
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
