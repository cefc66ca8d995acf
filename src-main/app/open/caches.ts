import { basename } from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { isThere } from '#platform/regular-file.ts';
import {
  openAccountCache,
  openWriter,
  setDamagedAside,
  createReaders,
  isDamaged,
  type CacheWriter,
  type CacheReader,
  type ReadableCache,
  type WritableCache,
} from '#storage/cache/index.ts';
import { openResults, type Results } from '#storage/results/open.ts';
import type { Account } from '../accounts/account.ts';

interface Deps {
  readonly data: DataFolder;
  readonly clock: Clock;
  readonly onNotice: (text: string, said: Statement) => void;
}

/** The caches of this process, one per account, opened on first use. */
export type Caches = ReturnType<typeof createCaches>;

export function createCaches({ data, clock, onNotice }: Deps) {
  const open = new Map<string, WritableCache>();
  const openedResults = new Map<string, Results>();
  const readers = createReaders({ clock });
  const pathOf = (account: Account): string => data.accountFolder(account.id).cache;
  function openFor(account: Account): WritableCache {
    const known = open.get(account.id);
    if (known !== undefined) return known;
    const cache = openAccountCache(pathOf(account), { clock, onNotice });
    open.set(account.id, cache);
    return cache;
  }
  function setAside(account: Account, error: unknown): void {
    if (!isDamaged(error)) throw error;
    for (const opened of [open, openedResults]) {
      opened.get(account.id)?.close();
      opened.delete(account.id);
    }
    const asideFile = setDamagedAside(pathOf(account), { clock });
    tellTo(onNotice, 'cache_danada', { nombre: basename(asideFile) });
  }
  /** The cache of an account, if the service was ever read: a cache with results alone has no data to show. */
  function openRead(account: Account): WritableCache | undefined {
    const cache = openFor(account);
    return cache.getReadings() === undefined ? undefined : cache;
  }
  async function resultsFor(account: Account): Promise<Results> {
    await ensureFolder(data.accountFolder(account.id).folder);
    // Open the cache first, which replaces a damaged one or one of another version.
    openFor(account);
    const results = openedResults.get(account.id) ?? openResults(pathOf(account));
    openedResults.set(account.id, results);
    return results;
  }
  return {
    pathOf,
    /** The results of an account's reconciliations in its cache, which is made if missing. */
    results: resultsFor,
    /** Undefined without a cache. Creates no file. */
    existingResults: async (account: Account): Promise<Results | undefined> =>
      isThere(pathOf(account)) ? resultsFor(account) : undefined,
    /** Starts the thread that writes the account's cache, which `use` has open. The caller ends it. */
    writerOf: (account: Account): CacheWriter => openWriter(pathOf(account)),
    /** Runs with the cache of an account, which is made if missing. Sets a damaged file aside and runs the work once more. */
    async use<T>(account: Account, job: (cache: WritableCache) => Promise<T>): Promise<T> {
      await ensureFolder(data.accountFolder(account.id).folder);
      try {
        return await job(openFor(account));
      } catch (error) {
        setAside(account, error);
        return job(openFor(account));
      }
    },
    /** Runs with the readable cache of an account; with undefined if the service was never read. Creates no file. */
    read<T>(account: Account, job: (cache: ReadableCache | undefined) => T): T {
      if (!isThere(pathOf(account))) return job(undefined);
      try {
        return job(openRead(account));
      } catch (error) {
        setAside(account, error);
        return job(openRead(account));
      }
    },
    /** Runs with a reader of the account's cache that works in threads; with undefined if the service was never read. */
    async withReader<T>(account: Account, work: (reader: CacheReader | undefined) => Promise<T>): Promise<T> {
      if (!isThere(pathOf(account))) return work(undefined);
      const path = pathOf(account);
      try {
        // Open the cache here first: a thread only reads, and cannot replace a cache of another version.
        return await work(openRead(account) && readers.readerOf(path));
      } catch (error) {
        if (!isDamaged(error)) throw error;
        await readers.release(path);
        setAside(account, error);
        return work(openRead(account) && readers.readerOf(path));
      }
    },
    async close(): Promise<void> {
      for (const opened of [open, openedResults]) {
        for (const each of opened.values()) each.close();
        opened.clear();
      }
      await readers.close();
    },
  };
}
