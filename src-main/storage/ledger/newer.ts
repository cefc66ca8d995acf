/** Refuses ledgers that a newer version of the program wrote: they are never half read. */
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { z } from 'zod';
import { versionOf } from '../sqlite/open.ts';
import { knowsDecision, knowsForm, createNewerEventError } from './event-codec.ts';
import { MIGRATIONS } from './schema.ts';

/** The newest schema that this program knows. */
const LEDGER_VERSION = MIGRATIONS.at(-1)?.version ?? 0;

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
export function refuseNewerEvents(db: Database.Database): void {
  refuseNewerIn(db, 'event', knowsForm);
  refuseNewerIn(db, 'decision', knowsDecision);
}

function refuseNewerIn(
  db: Database.Database,
  table: 'event' | 'decision',
  knows: (kind: string, v: number) => boolean,
): void {
  const rows = db.prepare(writeNewestForms(table)).all();
  for (const { kind, v } of rows.map((row) => newest.parse(row)))
    if (!knows(kind, v)) throw createNewerEventError(kind, v);
}

/** Opens a whole ledger and checks that this version knows all of it. Throws `DATOS_MAS_NUEVOS`, `CARGA_MAS_NUEVA`. */
export function refuseNewerLedger(path: string): void {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const version = versionOf(db);
    if (version > LEDGER_VERSION) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version } });
    refuseNewerEvents(db);
  } finally {
    db.close();
  }
}
