import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { renameSync } from '#platform/rename.ts';
import { openCache, type WritableCache } from './cache.ts';
import { guard, isDamaged } from '../sqlite/errors.ts';
import { openOfVersion } from '../sqlite/remakeable.ts';
import { writeTimestamp } from '../sqlite/open.ts';
import { TABLES_SQL, VERSION } from './schema.ts';

/**
 * `synchronous = NORMAL`: a power cut may lose rows, which are then read again. The timeout lets a reader wait for a writer of another process. Pages
 * are bigger than SQLite's default, which only affects new files: a million rows are written with half the pages.
 */
const SHAPE = {
  version: VERSION,
  tables: TABLES_SQL,
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

/** Opens the file of a cache, making it without one or when it is of another version; damage is thrown as SQLite reports it. */
export const openFile = (path: string): Database => guard(() => openOfVersion(path, SHAPE), path);

/** `openFile`, with its repository. */
export function openSound(path: string): WritableCache {
  const db = openFile(path);
  try {
    return guard(() => openCache(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Puts a damaged cache aside, with the files that SQLite keeps beside it. Everything in it can be read from the service again. Gives its new path.
 */
export function setDamagedAside(path: string, { clock }: { readonly clock: Clock }): string {
  const aside = `${path}.danada-${writeTimestamp(clock.now())}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

/**
 * Opens the cache of an account, making it without one. An empty cache takes the place of one of another version, which is deleted, and of a
 * damaged one, which is set aside and reported to `onNotice`. Opening does not check every page, which would take as long as the file is big: the
 * query that meets damage further in throws it (`isDamaged`).
 */
export function openAccountCache(
  path: string,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice?: (text: string, said: Statement) => void },
): WritableCache {
  try {
    return openSound(path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const aside = setDamagedAside(path, { clock });
    if (onNotice !== undefined) tellTo(onNotice, 'cache_danada', { nombre: basename(aside) });
    return openSound(path);
  }
}
