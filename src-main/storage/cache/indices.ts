/**
 * Indexes of tables that are still empty are made after they are filled (docs/storage.md: 131k rows a second against 74k). The one of the view's own
 * date stays: pages of what is already there, and what was known of a period, go through it. What is missing is noted in the same
 * transaction, so that a run that is cut loses none: the next one makes them.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { TABLES } from './columns.ts';
import { MIGRATIONS } from './migrations/index.ts';

const KEY = 'indices_por_hacer';
const texts = z.array(z.string());
const index = z.object({ name: z.string(), sql: z.string() });

/** What makes each of our indexes, as SQLite keeps it. The note is in a file that may have come from somebody else: nothing but these is run. */
const OURS: ReadonlySet<string> = new Set(
  MIGRATIONS.flatMap(({ sql }) => [...sql.matchAll(/^CREATE (?:UNIQUE )?INDEX [^;]+/gm)].map(([one]) => one)),
);

export function openIndices(db: Database) {
  const noted = db.prepare('SELECT valor FROM saber WHERE clave = ?').pluck();
  const note = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const forget = db.prepare('DELETE FROM saber WHERE clave = ?');
  const listPending = (): readonly string[] => {
    const valor = noted.get(KEY);
    return typeof valor === 'string' ? texts.parse(JSON.parse(valor)).filter((sql) => OURS.has(sql)) : [];
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
      const faltan = listPending();
      if (faltan.length === 0) return;
      for (const sql of faltan) db.exec(sql);
      forget.run(KEY);
    }),
  };
}
