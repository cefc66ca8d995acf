/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { openGrouping } from './grouping.ts';
import { openCoverage } from './coverage.ts';
import { countOf, cursorOf, buildSelect } from './query.ts';
import { openQuarantine } from './quarantine.ts';
import { openWritable } from './writable.ts';
import { openMissing } from './missing-settlements.ts';
import { openPages } from './pages.ts';
import { guard } from '../sqlite/errors.ts';
import { registerTextFunction } from './text.ts';
import type { Query, ReadRow, WritableCache } from './types.ts';

const countRow = z.object({ n: z.number() });
const textRow = z.object({ valor: z.string() });
const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Rows of our own `STRICT` tables: their kinds were checked when they were written. */
const isRow = (each: unknown): each is ReadRow => typeof each === 'object' && each !== null;
function parseRow(each: unknown): ReadRow {
  return isRow(each) ? each : row.parse(each);
}

export function openCache(db: Database): WritableCache {
  registerTextFunction(db);
  const grouping = openGrouping(db);
  const coverage = openCoverage(db);
  const setAside = openQuarantine(db);
  const pages = openPages(db);
  const writable = openWritable(db, { coverage, quarantine: setAside, pages });
  const selectKnown = db.prepare('SELECT valor FROM saber WHERE clave = ?');

  return {
    readPage(query, { limite, despues }) {
      // One row more than asked for tells whether there is a next page.
      const { texto, valores } = buildSelect(query, { limite: limite + 1, despues });
      const rows = guard(() => db.prepare(texto).all(...valores)).map(parseRow);
      const page = rows.slice(0, limite);
      const last = page.at(-1);
      const next = rows.length > limite && last !== undefined ? cursorOf(query, last) : undefined;
      return { filas: page, siguiente: next };
    },
    *readAll(query: Query) {
      const { texto, valores } = buildSelect(query, { limite: -1 });
      for (const each of db.prepare(texto).iterate(...valores)) yield parseRow(each);
    },
    count(query) {
      const { texto, valores } = countOf(query);
      return countRow.parse(guard(() => db.prepare(texto).get(...valores))).n;
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
    readFact: (key) => {
      const each = selectKnown.get(key);
      return each === undefined ? undefined : textRow.parse(each).valor;
    },
    ...writable,
    close: () => {
      db.close();
    },
  };
}
