/** The jobs of a thread that reads caches. Keeps one connection per file, which cannot write, open between jobs. */
import Database from 'better-sqlite3';
import type { JobContext } from '#platform/job-thread.ts';
import { guard } from '../sqlite/open.ts';
import { openReading, type CacheReading } from './reading.ts';
import type { RawRow } from './row.ts';
import { openIndexing, type Piece } from './search-index.ts';
import type { Query } from './types.ts';

interface OpenCache {
  readonly db: Database.Database;
  readonly reading: CacheReading;
}

function openFile(path: string, options: Database.Options, pragmas: readonly string[]): Database.Database {
  const db = new Database(path, { fileMustExist: true, ...options });
  for (const pragma of ['busy_timeout = 5000', ...pragmas]) db.pragma(pragma);
  return db;
}

export function createJobs({ keepGoing }: JobContext) {
  const caches = new Map<string, OpenCache>();
  /** Connections that write: only while the search index is being filled. */
  const writers = new Map<string, { readonly db: Database.Database; readonly buildIndex: (piece: Piece) => boolean }>();
  /** The reading that `next` continues. */
  let rows: Iterator<RawRow> | undefined;

  function openCache(path: string): OpenCache {
    const known = caches.get(path);
    if (known !== undefined) return known;
    const db = openFile(path, { readonly: true }, ['temp_store = MEMORY', 'cache_size = -32000']);
    const open = { db, reading: openReading(db, keepGoing) };
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

  /** A job on the cache at `path`. Reads in one transaction, so that the version belongs to the very rows that were read. */
  const read =
    <A extends readonly unknown[], V>(pick: (reading: CacheReading) => (...args: A) => V) =>
    (path: string, ...args: A): { readonly value: V; readonly version: string } =>
      guard(() => {
        const { db, reading } = openCache(path);
        return db.transaction(() => ({ version: reading.version(), value: pick(reading)(...args) }))();
      });

  const jobs = {
    page: read((reading) => reading.page),
    readById: read((reading) => reading.readById),
    totales: read((reading) => reading.totales),
    group: read((reading) => reading.group),
    crossCheck: read((reading) => reading.crossCheck),
    getUpcomingCredits: read((reading) => reading.getUpcomingCredits),
    missing: read((reading) => reading.missing),
    listValues: read((reading) => reading.listValues),
    listLinked: read((reading) => reading.listLinked),
    found: read((reading) => reading.found),
    findByImporte: read((reading) => reading.findByImporte),
    /** Indexes a piece for searches; true if more is left. Closes the writing connection after the last piece. */
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
    /** Starts reading every row of a query; `next` returns batches. Keeps the transaction open, so that later passes see the same data. */
    begin: (path: string, query: Query): void => {
      guard(() => {
        const { db, reading } = openCache(path);
        if (!db.inTransaction) db.exec('BEGIN');
        rows = reading.everyRow(query);
      });
    },
    next: (howMany: number): { readonly rows: readonly RawRow[]; readonly isLast: boolean } =>
      guard(() => {
        if (rows === undefined) throw new Error('No reading was begun in this thread');
        const batch: RawRow[] = [];
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
      rows?.return?.(); // a reading that was left in the middle keeps its file open
      for (const path of [...caches.keys(), ...writers.keys()]) release(path);
    },
  };
}
