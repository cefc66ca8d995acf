/**
 * Indexes of empty tables are dropped while the tables are filled, and made afterwards. The index
 * of the view's own date stays: pages of rows, and known pages of a period, are found through it. The dropped indexes are noted in the same
 * transaction, so that a run that is cut loses none: the next run makes them.
 */
import type { Database } from 'better-sqlite3';
import { TABLES } from './columns.ts';
import { TABLES_SQL } from './schema.ts';

const KEY = 'indices_por_hacer';
/** The SQL of each of our indexes, as SQLite keeps it: no other SQL is run. */
const OURS = Array.from(TABLES_SQL.matchAll(/^CREATE INDEX [^;]+/gm), ([sql]) => sql);

export function openIndices(db: Database) {
  const noted = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();
  const note = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const forget = db.prepare('DELETE FROM saber WHERE clave = ?');
  const listPending = (): readonly string[] => {
    const pending: readonly string[] = JSON.parse(noted.get(KEY) ?? '[]');
    return OURS.filter((sql) => pending.includes(sql));
  };
  const ofTable = db.prepare<[string], { readonly name: string; readonly sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  );
  const firstColumn = db.prepare('SELECT name FROM pragma_index_info(?) WHERE seqno = 0').pluck();

  return {
    takeOut: db.transaction(() => {
      const removed: string[] = [];
      for (const { tabla, fecha } of Object.values(TABLES)) {
        if (db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() !== undefined) continue;
        for (const { name, sql } of ofTable.all(tabla)) {
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
