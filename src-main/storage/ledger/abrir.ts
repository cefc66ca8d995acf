import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { openLibro } from './libro.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { guard } from './sqlite-error.ts';
import type { Libro } from './tipos.ts';

/** The `user_version` of an open database. */
export const versionOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }));

/** Pragmas do not stay in the file: set on every open (a reopened WAL database falls back to `synchronous = NORMAL`). */
export function setPragmas(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('temp_store = FILE');
  db.pragma('cache_size = -16000');
}

/** Brings the schema to ours, each migration in its own transaction. A newer one is refused before anything is written. */
export function migrate(db: Database): void {
  if (versionOf(db) > SCHEMA_VERSION) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version: versionOf(db) } });
  for (const migration of MIGRATIONS) {
    if (migration.version <= versionOf(db)) continue;
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${String(migration.version)}`);
    }).immediate();
  }
}

/** A ledger over a database that is already open (tests keep one in memory). */
export function libroDe(db: Database, saber: { clock: Clock; random: () => number }): Libro {
  return guard(() => {
    if (versionOf(db) <= SCHEMA_VERSION) setPragmas(db);
    migrate(db);
    return openLibro(db, saber);
  });
}
