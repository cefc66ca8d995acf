import { basename } from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { isThere } from '#platform/is-there.ts';
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
import type { Account } from '../accounts/account.ts';

interface Deps {
  readonly data: DataFolder;
  readonly clock: Clock;
  readonly onNotice: (text: string, said: Statement) => void;
}

/** The caches of this process, one per account, opened when first needed. */
export type Caches = ReturnType<typeof createCaches>;

export function createCaches({ data, clock, onNotice }: Deps) {
  const open = new Map<string, WritableCache>();
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
    open.get(account.id)?.close();
    open.delete(account.id);
    const asideFile = setDamagedAside(pathOf(account), { clock });
    tellTo(onNotice, 'cache_danada', { nombre: basename(asideFile) });
  }
  return {
    /** The path of an account's file, which may not exist. */
    pathOf,
    /** Starts the thread that writes the cache of an account, which `use` has open. Whoever starts it ends it. */
    writerOf: (account: Account): CacheWriter => openWriter(pathOf(account)),
    /**
     * Runs with the cache of an account, which is created if there is none. If the file turns out to be damaged, it is set aside and the work
     * runs once more.
     */
    async use<T>(account: Account, job: (cache: WritableCache) => Promise<T>): Promise<T> {
      await ensureFolder(data.accountFolder(account.id).folder);
      try {
        return await job(openFor(account));
      } catch (error) {
        setAside(account, error);
        return job(openFor(account));
      }
    },
    /** Runs with the cache of an account to read it; with undefined when nothing was ever read from the service. Creates no file. */
    read<T>(account: Account, job: (cache: ReadableCache | undefined) => T): T {
      if (!isThere(pathOf(account))) return job(undefined);
      try {
        return job(openFor(account));
      } catch (error) {
        setAside(account, error);
        return job(openFor(account));
      }
    },
    /** Runs with a reader of the account's cache that works in threads; with undefined when nothing was ever read from the service. */
    async withReader<T>(account: Account, work: (reader: CacheReader | undefined) => Promise<T>): Promise<T> {
      if (!isThere(pathOf(account))) return work(undefined);
      const path = pathOf(account);
      try {
        // The cache is opened here first: a thread only reads, and cannot replace a cache of another version.
        openFor(account);
        return await work(readers.readerOf(path));
      } catch (error) {
        if (!isDamaged(error)) throw error;
        await readers.release(path);
        setAside(account, error);
        openFor(account);
        return work(readers.readerOf(path));
      }
    },
    async close(): Promise<void> {
      for (const cache of open.values()) cache.close();
      open.clear();
      await readers.close();
    },
  };
}
