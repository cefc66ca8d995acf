/** The floor of docs/storage.md: inserts operations into a table without key and index. */
import Database from 'better-sqlite3';
import { TABLES } from '#storage/cache/index.ts';
import { readSpentSeconds } from './figures.ts';

type Cell = string | number | null;
const isImporte = (name: string): boolean => /importe|arancel|costo/.test(name);

/** `put` inserts the rows of some pages in one transaction. Gives the seconds of processor time, without reading the JSON. */
export interface Floor {
  put(pages: readonly string[]): number;
  close(): void;
}

export function openFloor(file: string): Floor {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -256000');
  db.pragma('wal_autocheckpoint = 20000');
  const names = TABLES.operaciones.campos.map(({ nombre }) => nombre);
  const columns = names.map((name) => `${name} ${isImporte(name) || name === 'acreditada' ? 'INTEGER' : 'TEXT'}`);
  db.exec(`CREATE TABLE t (${columns.join(', ')}) STRICT`);
  const insert = db.prepare(`INSERT INTO t VALUES (${names.map(() => '?').join(', ')})`);
  const all = db.transaction((rows: readonly (readonly Cell[])[]) => {
    for (const row of rows) insert.run(row);
  });
  const bound = (row: Readonly<Record<string, string | boolean | null>>): readonly Cell[] =>
    names.map((name) => {
      const value = row[name] ?? null;
      if (typeof value === 'boolean') return value ? 1 : 0;
      return value !== null && isImporte(name) ? Math.round(Number(value) * 100) : value;
    });
  return {
    put(pages) {
      const rows = pages.flatMap((page) =>
        (JSON.parse(page) as Readonly<Record<string, string | boolean | null>>[]).map(bound),
      );
      const start = readSpentSeconds();
      all(rows);
      return readSpentSeconds() - start;
    },
    close: () => db.close(),
  };
}
