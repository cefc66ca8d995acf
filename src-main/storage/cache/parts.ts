/** Reads a whole table by stretches of row numbers, so that a reading that nobody waits for any more can stop. */
import type { Database } from 'better-sqlite3';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES } from './columns.ts';
import type { SearchEntry } from './query.ts';
import type { Value } from './row.ts';

/** Rows of a stretch; it is read in a few hundredths of a second. */
const PART_ROWS = 125_000;

/** A `SELECT` of some expressions over the rows of a query, as one statement or several that follow each other. */
export function openParts(db: Database, keepGoing: () => void) {
  return function* (
    expressions: string,
    method: ServiceMethod,
    { tabla, texto, valores, isWhole: whole }: SearchEntry,
  ): Generator<{ readonly sql: string; readonly valores: readonly Value[] }> {
    const sql = `SELECT ${expressions} FROM ${tabla} WHERE ${texto}`;
    const last = whole
      ? (db.prepare<[], number>(`SELECT coalesce(max(n), 0) FROM ${TABLES[method].tabla}`).pluck().get() ?? 0)
      : 0;
    if (last <= PART_ROWS) yield { sql, valores };
    else {
      for (let from = 0; from < last; from += PART_ROWS) {
        keepGoing();
        yield { sql: `${sql} AND n > ? AND n <= ?`, valores: [...valores, from, from + PART_ROWS] };
      }
    }
  };
}
