import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { renameSync } from '#platform/atomic-file.ts';
import { guard, isDamaged, openOfVersion, writeTimestamp } from '../sqlite/open.ts';
import { TABLES_SQL, VERSION } from './schema.ts';
import { openGrouping } from './grouping.ts';
import { openCoverage, openPages, openMissing } from './coverage.ts';
import { buildSelect, countOf, registerTextFunction } from './query.ts';
import { openQuarantine } from './quarantine.ts';
import { openWritable, type CacheWrites } from './writable.ts';
import type { Value } from './row.ts';
import type { Query, ReadRow } from './types.ts';

export type WritableCache = ReturnType<typeof openCache>;
/** The questions to the cache, none of which changes it. */
export type ReadableCache = Omit<WritableCache, keyof CacheWrites | 'close'>;

export function openCache(db: Database) {
  registerTextFunction(db);
  const grouping = openGrouping(db);
  const coverage = openCoverage(db);
  const setAside = openQuarantine(db);
  const pages = openPages(db);
  const writable = openWritable(db, { coverage, quarantine: setAside, pages });
  const selectKnown = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();

  return {
    /** Every row, or the first ones, one at a time, as the data is now: later writes are not seen. */
    *readAll(query: Query, limit = -1): IterableIterator<ReadRow> {
      const { texto, valores } = buildSelect(query, limit);
      yield* db.prepare<Value[], ReadRow>(texto).iterate(...valores);
    },
    count(query: Query): number {
      const { texto, valores } = countOf(query);
      return (
        guard(() =>
          db
            .prepare<Value[], number>(texto)
            .pluck()
            .get(...valores),
        ) ?? 0
      );
    },
    ...grouping,
    ...openMissing(db),
    readStretches: coverage.readStretches,
    getReadings: coverage.getReadings,
    listQuarantined: setAside.list,
    countSetAside: setAside.count,
    hasNotUnderstood: setAside.hasNotUnderstood,
    countSetAsideIn: setAside.countSetAsideIn,
    readPages: pages.read,
    readFact: (key: string): string | undefined => selectKnown.get(key),
    ...writable,
    close: (): void => {
      db.close();
    },
  };
}

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
