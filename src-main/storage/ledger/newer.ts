/** Reads every event of a ledger: one that a newer version of the program wrote is refused, and never half read. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { guard, isDamaged } from '../sqlite/errors.ts';
import { versionOf } from '../sqlite/open.ts';
import { createNewerEventError, decodeDecision, decodeEvent, knowsDecision, knowsForm } from './event-codec.ts';

/** What a ledger holds: uploads, events with the decisions, and when the last event was written (ms; null: none). */
export const contentForm = z.object({
  cargas: z.number(),
  eventos: z.number(),
  hasta: z.number().nullable(),
});
export type LedgerContent = z.infer<typeof contentForm>;

/** The newest form of each kind in a table. JSON is only parsed where its version may be another than the first: there may be many events. */
const writeNewestForms = (table: 'event' | 'decision'): string => `SELECT kind, max(CASE
    WHEN substr(detail, -6) = '"v":1}' THEN 1
    WHEN json_valid(detail) AND json_type(detail, '$.v') = 'integer' THEN detail ->> '$.v'
    ELSE 1 END) AS v FROM ${table} GROUP BY kind`;
const newest = z.object({ kind: z.string(), v: z.number() });

/**
 * Refuses a ledger with an event that this version does not know, before anything is written to it: the unknown event may be a send on its way, and
 * nothing may be sent beside it (I2). Throws `CARGA_MAS_NUEVA`.
 */
function refuseNewerEvents(db: Database.Database): void {
  for (const [table, knows] of [
    ['event', knowsForm],
    ['decision', knowsDecision],
  ] as const) {
    const rows = db.prepare(writeNewestForms(table)).all();
    for (const { kind, v } of rows.map((row) => newest.parse(row)))
      if (!knows(kind, v)) throw createNewerEventError(kind, v);
  }
}

/** Decodes every event and decision of a ledger, and says how many there are. Throws `CARGA_MAS_NUEVA`, `LIBRO_DANADO`. */
export function decodeAll(db: Database.Database): LedgerContent {
  refuseNewerEvents(db);
  for (const [table, decode] of [
    ['event', decodeEvent],
    ['decision', decodeDecision],
  ] as const) {
    for (const detail of db.prepare<[], unknown>(`SELECT detail FROM ${table}`).pluck().iterate()) {
      if (typeof detail !== 'string') throw new AppError('LIBRO_DANADO', { detail: { tabla: table } });
      decode(detail);
    }
  }
  return countContent(db);
}

const countContent = (db: Database.Database): LedgerContent =>
  contentForm.parse(
    db
      .prepare(
        `SELECT (SELECT count(*) FROM upload) AS cargas, (SELECT max(at) FROM event) AS hasta,
                (SELECT count(*) FROM event) + (SELECT count(*) FROM decision) AS eventos`,
      )
      .get(),
  );

/** Counts what the ledger at a path holds; undefined where there is no ledger that can be counted in: opening it says why. */
export function readContent(path: string): LedgerContent | undefined {
  if (!existsSync(path)) return undefined;
  let db: Database.Database | undefined;
  try {
    db = guard(() => new Database(path, { readonly: true, fileMustExist: true }), path);
    return versionOf(db) === 0 ? undefined : countContent(db);
  } catch (error) {
    if (isDamaged(error) || (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}
