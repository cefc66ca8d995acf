/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { openGrouping } from './grouping.ts';
import { openCoverage, openPages } from './coverage.ts';
import { countOf, buildSelect } from './query.ts';
import { openQuarantine } from './quarantine.ts';
import { openWritable, type CacheWrites } from './writable.ts';
import { openMissing } from './missing-settlements.ts';
import { guard } from '../sqlite/errors.ts';
import { registerTextFunction } from './text.ts';
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
