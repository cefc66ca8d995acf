/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { openGrouping } from './grouping.ts';
import { openCoverage } from './coverage.ts';
import { countOf, buildSelect } from './query.ts';
import { openQuarantine } from './quarantine.ts';
import { openWritable } from './writable.ts';
import { openMissing } from './missing-settlements.ts';
import { openPages } from './pages.ts';
import { guard } from '../sqlite/errors.ts';
import { registerTextFunction } from './text.ts';
import type { Value } from './row.ts';
import type { ReadRow, WritableCache } from './types.ts';

export function openCache(db: Database): WritableCache {
  registerTextFunction(db);
  const grouping = openGrouping(db);
  const coverage = openCoverage(db);
  const setAside = openQuarantine(db);
  const pages = openPages(db);
  const writable = openWritable(db, { coverage, quarantine: setAside, pages });
  const selectKnown = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();

  return {
    *readAll(query, limit = -1) {
      const { texto, valores } = buildSelect(query, limit);
      yield* db.prepare<Value[], ReadRow>(texto).iterate(...valores);
    },
    count(query) {
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
    readFact: (key) => selectKnown.get(key),
    ...writable,
    close: () => {
      db.close();
    },
  };
}
