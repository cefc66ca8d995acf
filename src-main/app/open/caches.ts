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
import type { Cuenta } from '../accounts/account.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly onNotice: (texto: string, dicho: Statement) => void;
}

/** The caches of this process, one per account, opened when first needed. */
export interface Caches {
  /**
   * Runs with the cache of an account, made when there is none. If the file turns out to be damaged, it is set aside and the work runs once
   * more.
   */
  use<T>(cuenta: Cuenta, trabajo: (cache: WritableCache) => Promise<T>): Promise<T>;
  /** Runs with the cache of an account to read it; undefined when nothing was ever read with it: asking makes no file. */
  leer<T>(cuenta: Cuenta, trabajo: (cache: ReadableCache | undefined) => T): T;
  /** Starts the thread that writes the cache of an account, which `usar` has open. Whoever starts it ends it. */
  writerOf(cuenta: Cuenta): CacheWriter;
  /** Runs with who reads the cache of an account from threads; undefined when nothing was ever read with it. */
  withReader<T>(cuenta: Cuenta, trabajo: (reader: CacheReader | undefined) => Promise<T>): Promise<T>;
  /** The file of an account, whether it is there or not. */
  pathOf(cuenta: Cuenta): string;
  close(): Promise<void>;
}

export function createCaches({ datos, clock, onNotice }: Deps): Caches {
  const open = new Map<string, WritableCache>();
  const readers = createReaders({ clock });
  const pathOf = (cuenta: Cuenta): string => datos.cuenta(cuenta.id).cache;
  function openFor(cuenta: Cuenta): WritableCache {
    const known = open.get(cuenta.id);
    if (known !== undefined) return known;
    const cache = openAccountCache(pathOf(cuenta), { clock, onNotice });
    open.set(cuenta.id, cache);
    return cache;
  }
  const isThere = (cuenta: Cuenta): boolean => existsSync(pathOf(cuenta));
  function setAside(cuenta: Cuenta, error: unknown): void {
    if (!isDamaged(error)) throw error;
    open.get(cuenta.id)?.close();
    open.delete(cuenta.id);
    const isSetAside = setDamagedAside(pathOf(cuenta), { clock });
    tellTo(onNotice, 'cache_danada', { nombre: basename(isSetAside) });
  }
  return {
    pathOf: pathOf,
    writerOf: (cuenta) => openWriter(pathOf(cuenta)),
    async use(cuenta, trabajo) {
      await ensureFolder(datos.cuenta(cuenta.id).carpeta);
      try {
        return await trabajo(openFor(cuenta));
      } catch (error) {
        setAside(cuenta, error);
        return trabajo(openFor(cuenta));
      }
    },
    leer(cuenta, trabajo) {
      if (!isThere(cuenta)) return trabajo(undefined);
      try {
        return trabajo(openFor(cuenta));
      } catch (error) {
        setAside(cuenta, error);
        return trabajo(openFor(cuenta));
      }
    },
    async withReader(cuenta, trabajo) {
      if (!isThere(cuenta)) return trabajo(undefined);
      const ruta = pathOf(cuenta);
      try {
        // Opened here first: a thread that only reads cannot bring an older schema to ours.
        openFor(cuenta);
        return await trabajo(readers.de(ruta));
      } catch (error) {
        if (!isDamaged(error)) throw error;
        await readers.release(ruta);
        setAside(cuenta, error);
        openFor(cuenta);
        return trabajo(readers.de(ruta));
      }
    },
    async close() {
      for (const cache of open.values()) cache.close();
      open.clear();
      await readers.close();
    },
  };
}
