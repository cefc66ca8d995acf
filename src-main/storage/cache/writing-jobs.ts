/** The jobs of the thread that writes a cache on a connection of its own, so that writing delays neither the screens nor the requests to the service. */
import { openSound, type WritableCache } from './open.ts';
import type { CacheWrites } from './writable.ts';

/** The writes that the thread can do: all except `write`, whose rows are objects; use `writeFlat` instead. */
export type WriteName = Exclude<keyof CacheWrites, 'write'>;

export function createJobs() {
  let cache: WritableCache | undefined;
  const jobs = {
    write: (path: string, name: WriteName, input: readonly unknown[]): unknown => {
      cache ??= openSound(path);
      return Reflect.apply(cache[name], undefined, input);
    },
  };
  return { jobs, close: () => cache?.close() };
}
