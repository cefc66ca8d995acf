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
  /** The cache of an account if it has data of the service; undefined if it has only results. */
  function openRead(account: Account): WritableCache | undefined {
    const cache = openFor(account);
    return cache.hasReadings() ? cache : undefined;
  }
  async function resultsFor(account: Account): Promise<Results> {
    await ensureFolder(data.accountFolder(account.id).folder);
    // Open the cache first: opening replaces a file that is damaged or of another version.
    openFor(account);
    const results = openedResults.get(account.id) ?? openResults(pathOf(account));
    openedResults.set(account.id, results);
    return results;
  }
  return {
    pathOf,
    /** The results of an account's reconciliations, which its cache file holds; makes the file if missing. */
    results: resultsFor,
    existingResults: async (account: Account): Promise<Results | undefined> =>
      isThere(pathOf(account)) ? resultsFor(account) : undefined,
    /** Starts a thread that writes the account's cache. Call it inside `use`; the caller ends the thread. */
    writerOf: (account: Account): CacheWriter => openWriter(pathOf(account)),
    /** Runs `job` with the cache of an account, which is made if missing. If the file is damaged, sets it aside and runs `job` again. */
    async use<T>(account: Account, job: (cache: WritableCache) => Promise<T>): Promise<T> {
      await ensureFolder(data.accountFolder(account.id).folder);
      try {
        return await job(openFor(account));
      } catch (error) {
        setAside(account, error);
        return job(openFor(account));
      }
    },
    /** Runs `job` with the cache of an account for reading; with undefined if the service was never read. Creates no file. */
    read<T>(account: Account, job: (cache: ReadableCache | undefined) => T): T {
      if (!isThere(pathOf(account))) return job(undefined);
      try {
        return job(openRead(account));
      } catch (error) {
        setAside(account, error);
        return job(openRead(account));
      }
    },
    /** Runs `work` with a reader that works in threads; with undefined if the service was never read. */
    async withReader<T>(account: Account, work: (reader: CacheReader | undefined) => Promise<T>): Promise<T> {
      if (!isThere(pathOf(account))) return work(undefined);
      const path = pathOf(account);
      try {
        // Open the cache here first, because a thread cannot replace a file of another version.
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
