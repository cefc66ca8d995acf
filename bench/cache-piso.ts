/**
 * A process of bench/cache.ts: `FILE DATABASE` puts the operations of a file, already bound, in a table with neither key nor index, and prints
 * the seconds of processor: what SQLITE.md calls the floor.
 */
import process from 'node:process';
import Database from 'better-sqlite3';
import { TABLAS } from '#storage/cache/index.ts';
import { spentSeconds } from './lib/procesador.ts';
import { leerTramos } from './lib/tramos.ts';

const [archivo = '', base = ''] = process.argv.slice(2);
const db = new Database(base);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.pragma('cache_size = -256000');
db.pragma('wal_autocheckpoint = 20000');
const names = TABLAS.operaciones.campos.map(({ nombre }) => nombre);
db.exec(
  `CREATE TABLE t (${names.map((name) => `${name} ${/importe|arancel|costo|acreditada/.test(name) ? 'INTEGER' : 'TEXT'}`).join(', ')}) STRICT`,
);
const insert = db.prepare(`INSERT INTO t VALUES (${names.map(() => '?').join(', ')})`);
let spent = 0;
for (const { pages } of leerTramos(archivo)) {
  const rows = pages.flatMap((page) => {
    const parsed = JSON.parse(page) as Record<string, string | boolean | null>[];
    return parsed.map((row) =>
      names.map((name) => {
        const value = row[name] ?? null;
        if (typeof value === 'boolean') return value ? 1 : 0;
        return value !== null && /importe|arancel|costo/.test(name) ? Math.round(Number(value) * 100) : value;
      }),
    );
  });
  const start = spentSeconds();
  db.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
  spent += spentSeconds() - start;
}
db.close();
console.log(String(spent));
