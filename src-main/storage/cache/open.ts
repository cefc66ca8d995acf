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
import type { ViewQuery, ReadRow } from './types.ts';

export type WritableCache = ReturnType<typeof openCache>;
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
    /** Yields the rows of a query, or the first `limit` of them, from a snapshot of the present data. */
    *readAll(query: ViewQuery, limit = -1): IterableIterator<ReadRow> {
      const { texto, valores } = buildSelect(query, limit);
      yield* db.prepare<Value[], ReadRow>(texto).iterate(...valores);
    },
    count(query: ViewQuery): number {
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
    hasReadings: coverage.hasReadings,
    listQuarantined: setAside.list,
    countSetAside: setAside.count,
    hasNotUnderstood: setAside.hasNotUnderstood,
    countSetAsideIn: setAside.countSetAsideIn,
    readPages: pages.read,
    readFact: (key: string): string | undefined => selectKnown.get(key),
    ...writable,
    close: () => void db.close(),
  };
}

/**
 * `synchronous = NORMAL`: a power cut may lose rows, which are then downloaded again. `busy_timeout`: a reader waits for a writer of another process.
 * `page_size`: larger than SQLite's default (new files only), which halves the pages to write for a million rows.
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

/** Opens the file of a cache. Makes a new file if it is missing or of another version. Throws SQLite's error for a damaged file. */
export const openFile = (path: string): Database => guard(() => openOfVersion(path, SHAPE), path);

export function openSound(path: string): WritableCache {
  const db = openFile(path);
  try {
    return guard(() => openCache(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Renames a damaged cache and SQLite's files beside it; its content can be downloaded again. Returns the new path. */
export function setDamagedAside(path: string, { clock }: { readonly clock: Clock }): string {
  const aside = `${path}.danada-${writeTimestamp(clock.now())}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

/**
 * Opens the cache of an account. Makes an empty one if the file is missing, of another version (then deletes the old one) or damaged (then renames the old
 * one and calls `onNotice`). Does not check every page, which takes long for a large file: a later query that meets damage throws (`isDamaged`).
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
