/** The jobs of the thread that writes a cache, on a connection of its own: writing delays neither the screens nor the reading of the service. */
import { openSound, type WritableCache } from './open.ts';
import type { CacheWrites } from './writable.ts';

/** `write` stays on its thread: its rows are objects (`writeFlat` takes flat ones). */
export type WriteName = Exclude<keyof CacheWrites, 'write'>;

export function createJobs() {
  let cache: WritableCache | undefined;
  const jobs = {
    /** Calls a method of the cache at `path` with its parameters. */
    write: (path: string, name: WriteName, input: readonly unknown[]): unknown => {
      cache ??= openSound(path);
      return Reflect.apply(cache[name], undefined, input);
    },
  };
  return { jobs, close: () => cache?.close() };
}
