/** Facts that are learnt of the service during a run: known here at once, and saved by the writing thread. */
import type { ServiceMethod } from '#domain/views/index.ts';
import type { CacheWriter, ReadableCache } from '#storage/cache/index.ts';

export type Memory = ReturnType<typeof createMemory>;

/** `keepGoing` takes each pending write, so that its failure is told. */
export function createMemory(
  cache: Pick<ReadableCache, 'readFact'>,
  writer: Pick<CacheWriter, 'learn' | 'changeField'>,
  keepGoing: (writing: Promise<unknown>) => void,
) {
  const fresh = new Map<string, string>();
  return {
    readFact: (key: string): string | undefined => fresh.get(key) ?? cache.readFact(key),
    learn(key: string, value: string): void {
      fresh.set(key, value);
      keepGoing(writer.learn(key, value));
    },
    /** Coverage that was kept by a date of the rows is now kept by a date that rows do not carry. */
    changeField: (method: ServiceMethod, field: string): void => keepGoing(writer.changeField(method, field)),
  };
}
