/** The jobs of a thread that reads caches. The thread keeps one read-only connection per file open between jobs. */
import Database from 'better-sqlite3';
import { guard } from '../sqlite/open.ts';
import { openReading, type CacheQueries, type CacheReading } from './reading.ts';
import { openIndexing, type Piece } from './search-index.ts';
import type { ViewQuery, ReadRow } from './types.ts';

interface OpenCache {
  readonly db: Database.Database;
  readonly reading: CacheReading;
}

function openFile(path: string, options: Database.Options, pragmas: readonly string[]): Database.Database {
  const db = new Database(path, { fileMustExist: true, ...options });
  for (const pragma of ['busy_timeout = 5000', ...pragmas]) db.pragma(pragma);
  return db;
}

export function createJobs() {
  const caches = new Map<string, OpenCache>();
  /** Connections that can write; each is open only while its search index is filled. */
  const writers = new Map<string, { readonly db: Database.Database; readonly buildIndex: (piece: Piece) => boolean }>();
  let rows: Iterator<ReadRow> | undefined;

  function openCache(path: string): OpenCache {
    const known = caches.get(path);
    if (known !== undefined) return known;
    const db = openFile(path, { readonly: true }, ['temp_store = MEMORY', 'cache_size = -32000']);
    const open = { db, reading: openReading(db) };
    caches.set(path, open);
    return open;
  }

  function openIndexer(path: string) {
    const known = writers.get(path);
    if (known !== undefined) return known;
    const pragmas = ['synchronous = NORMAL', 'wal_autocheckpoint = 20000', 'cache_size = -64000'];
    const db = openFile(path, {}, pragmas);
    const writer = { db, buildIndex: openIndexing(db) };
    writers.set(path, writer);
    return writer;
  }

  function release(path: string): void {
    for (const open of [caches, writers]) {
      open.get(path)?.db.close();
      open.delete(path);
    }
  }

  const jobs = {
    /** Answers a query on the cache at `path`. Rows and version are read in one transaction, so that they belong together. */
    answer: (path: string, name: keyof CacheQueries, input: readonly unknown[]): unknown =>
      guard(() => {
        const { db, reading } = openCache(path);
        return db.transaction(() => Reflect.apply(reading[name], undefined, input))();
      }),
    /** Indexes a piece of rows for searches; false if there was nothing to index, which also closes the connection that writes. */
    buildIndex: (path: string, piece: Piece): boolean =>
      guard(() => {
        const { db, buildIndex } = openIndexer(path);
        const isMoreLeft = buildIndex(piece);
        if (!isMoreLeft) {
          db.close();
          writers.delete(path);
        }
        return isMoreLeft;
      }),
    /** Starts to read a query's rows, which `next` returns in batches. The open transaction gives later queries of this thread the same data. */
    begin: (path: string, query: ViewQuery): void => {
      guard(() => {
        const { db, reading } = openCache(path);
        if (!db.inTransaction) db.exec('BEGIN');
        rows = reading.everyRow(query);
      });
    },
    next: (howMany: number): { readonly rows: readonly ReadRow[]; readonly isLast: boolean } =>
      guard(() => {
        if (rows === undefined) throw new Error('No reading was begun in this thread');
        const batch: ReadRow[] = [];
        while (batch.length < howMany) {
          const next = rows.next();
          if (next.done === true) return { rows: batch, isLast: true };
          batch.push(next.value);
        }
        return { rows: batch, isLast: false };
      }),
    release,
  };
  return {
    jobs,
    close() {
      rows?.return?.(); // an unfinished read would keep its file open
      for (const path of [...caches.keys(), ...writers.keys()]) release(path);
    },
  };
}
