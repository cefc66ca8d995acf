import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { openCache } from './cache.ts';
import { openDatabase, prepareDatabase, type DatabaseSchema } from '../sqlite/open.ts';
import { guard, isDamaged } from '../sqlite/errors.ts';
import { timestamp } from '../sqlite/stamp.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { WritableCache } from './types.ts';

/**
 * `NORMAL`: what a power cut takes is read again. A reader may wait a moment for a writer of another process. Pages are bigger than SQLite's,
 * which only a new file minds: a million rows are written with half the pages.
 */
const SCHEMA: DatabaseSchema = {
  migrations: MIGRATIONS,
  pragmas: [
    'page_size = 8192',
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'wal_autocheckpoint = 20000',
    'busy_timeout = 5000',
    'temp_store = MEMORY',
    'cache_size = -16000',
  ],
};

/** Opens a cache that is there and whole; damage comes out as SQLite says it. */
export function openSound(ruta: string): WritableCache {
  const db = openDatabase(ruta, SCHEMA);
  try {
    prepareDatabase(db, SCHEMA);
    return guard(() => openCache(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Puts a damaged cache aside, with what SQLite keeps beside it. Everything in it can be read from the service again. */
export function setDamagedAside(ruta: string, { clock }: { readonly clock: Clock }): string {
  const isSetAside = `${ruta}.danada-${timestamp(clock.now())}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(ruta + suffix)) renameSync(ruta + suffix, isSetAside + suffix);
  return isSetAside;
}

/**
 * Opens the cache of an account, making it when there is none. A newer schema than ours is `DATOS_MAS_NUEVOS` and nothing is written to it. A
 * damaged one is set aside and an empty one takes its place, said through `onAviso`. It is not checked whole on every open, which would take
 * as long as it is big: damage further in comes out of the query that meets it (`isDamaged`).
 */
export function openAccountCache(
  ruta: string,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice?: (texto: string, dicho: Statement) => void },
): WritableCache {
  try {
    return openSound(ruta);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const isSetAside = setDamagedAside(ruta, { clock });
    if (onNotice !== undefined) tellTo(onNotice, 'cache_danada', { nombre: basename(isSetAside) });
    return openSound(ruta);
  }
}
