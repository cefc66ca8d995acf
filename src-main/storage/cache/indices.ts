/**
 * Indexes of empty tables are dropped while the tables are filled, and made afterwards. The index
 * of the view's own date stays: pages of rows, and known pages of a period, are found through it. The dropped indexes are noted in the same
 * transaction, so that a run that is cut loses none: the next run makes them.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { TABLES } from './columns.ts';
import { TABLES_SQL } from './schema.ts';

const KEY = 'indices_por_hacer';
const texts = z.array(z.string());
const index = z.object({ name: z.string(), sql: z.string() });

/** The SQL of each of our indexes, as SQLite keeps it. The note is in a file that may come from somebody else: no other SQL is run. */
const OURS: ReadonlySet<string> = new Set(Array.from(TABLES_SQL.matchAll(/^CREATE INDEX [^;]+/gm), ([sql]) => sql));

export function openIndices(db: Database) {
  const noted = db.prepare('SELECT valor FROM saber WHERE clave = ?').pluck();
  const note = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const forget = db.prepare('DELETE FROM saber WHERE clave = ?');
  const listPending = (): readonly string[] => {
    const value = noted.get(KEY);
    return typeof value === 'string' ? texts.parse(JSON.parse(value)).filter((sql) => OURS.has(sql)) : [];
  };
  const ofTable = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  );
  const firstColumn = db.prepare('SELECT name FROM pragma_index_info(?) WHERE seqno = 0').pluck();

  return {
    takeOut: db.transaction(() => {
      const removed: string[] = [];
      for (const { tabla, fecha } of Object.values(TABLES)) {
        if (db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() !== undefined) continue;
        for (const each of ofTable.all(tabla)) {
          const { name, sql } = index.parse(each);
          if (firstColumn.get(name) === fecha) continue;
          db.exec(`DROP INDEX ${name}`);
          removed.push(sql);
        }
      }
      if (removed.length > 0) note.run(KEY, JSON.stringify([...listPending(), ...removed]));
    }),
    add: db.transaction(() => {
      const missing = listPending();
      if (missing.length === 0) return;
      for (const sql of missing) db.exec(sql);
      forget.run(KEY);
    }),
  };
}
