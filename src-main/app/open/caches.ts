import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
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
  readonly onNotice: (texto: string, dicho: Statement) => void;
}

/** The caches of this process, one per account, opened when first needed. */
export interface Caches {
  /**
   * Runs with the cache of an account, which is created if there is none. If the file turns out to be damaged, it is set aside and the work
   * runs once more.
   */
  use<T>(cuenta: Account, job: (cache: WritableCache) => Promise<T>): Promise<T>;
  /** Runs with the cache of an account to read it; with undefined when nothing was ever read from the service. Creates no file. */
  leer<T>(cuenta: Account, job: (cache: ReadableCache | undefined) => T): T;
  /** Starts the thread that writes the cache of an account, which `use` has open. Whoever starts it ends it. */
  writerOf(cuenta: Account): CacheWriter;
  /** Runs with a reader of the account's cache that works in threads; with undefined when nothing was ever read from the service. */
  withReader<T>(cuenta: Account, job: (reader: CacheReader | undefined) => Promise<T>): Promise<T>;
  /** The path of an account's file, which may not exist. */
  pathOf(cuenta: Account): string;
  close(): Promise<void>;
}

export function createCaches({ data, clock, onNotice }: Deps): Caches {
  const open = new Map<string, WritableCache>();
  const readers = createReaders({ clock });
  const pathOf = (cuenta: Account): string => data.cuenta(cuenta.id).cache;
  function openFor(cuenta: Account): WritableCache {
    const known = open.get(cuenta.id);
    if (known !== undefined) return known;
    const cache = openAccountCache(pathOf(cuenta), { clock, onNotice });
    open.set(cuenta.id, cache);
    return cache;
  }
  const isThere = (cuenta: Account): boolean => existsSync(pathOf(cuenta));
  function setAside(cuenta: Account, error: unknown): void {
    if (!isDamaged(error)) throw error;
    open.get(cuenta.id)?.close();
    open.delete(cuenta.id);
    const asideFile = setDamagedAside(pathOf(cuenta), { clock });
    tellTo(onNotice, 'cache_danada', { nombre: basename(asideFile) });
  }
  return {
    pathOf,
    writerOf: (cuenta) => openWriter(pathOf(cuenta)),
    async use(cuenta, job) {
      await ensureFolder(data.cuenta(cuenta.id).carpeta);
      try {
        return await job(openFor(cuenta));
      } catch (error) {
        setAside(cuenta, error);
        return job(openFor(cuenta));
      }
    },
    leer(cuenta, job) {
      if (!isThere(cuenta)) return job(undefined);
      try {
        return job(openFor(cuenta));
      } catch (error) {
        setAside(cuenta, error);
        return job(openFor(cuenta));
      }
    },
    async withReader(cuenta, work) {
      if (!isThere(cuenta)) return work(undefined);
      const ruta = pathOf(cuenta);
      try {
        // The cache is opened here first: a thread only reads, and cannot bring an older schema up to date.
        openFor(cuenta);
        return await work(readers.de(ruta));
      } catch (error) {
        if (!isDamaged(error)) throw error;
        await readers.release(ruta);
        setAside(cuenta, error);
        openFor(cuenta);
        return work(readers.de(ruta));
      }
    },
    async close() {
      for (const cache of open.values()) cache.close();
      open.clear();
      await readers.close();
    },
  };
}
