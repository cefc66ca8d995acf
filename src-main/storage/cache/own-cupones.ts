/** The coupons that this PC uploaded, copied from the ledger to a table in memory, which answers the same queries as the tables of the cache. */
import Database from 'better-sqlite3';
import { openCache } from './open.ts';
import { openReading } from './reading.ts';
import { columnsOf, createEncoder, TABLES, type ServiceRow } from './row.ts';
import { OWN_TABLE_SQL, TABLES_SQL } from './schema.ts';
import { ROWS_VERSION } from './writable.ts';

/** The coupons as rows of a view. `id`: the name of the coupon; the table appends a number if several coupons have the same name. */
export type OwnCupones = Iterable<{ readonly id: string; readonly fila: ServiceRow }>;

export function openOwnCupones(cupones: OwnCupones, version: string) {
  const db = new Database(':memory:');
  db.exec(TABLES_SQL + OWN_TABLE_SQL);
  const table = TABLES.cupones;
  const columns = ['id', 'hash', ...columnsOf(table), 'extra'];
  const insert = db.prepare(
    `INSERT INTO ${table.tabla} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const encode = createEncoder(table);
  const times = new Map<string, number>();
  db.transaction(() => {
    for (const cupon of cupones) {
      const time = times.get(cupon.id) ?? 0;
      times.set(cupon.id, time + 1);
      const { valores } = encode([cupon]);
      insert.run(time === 0 ? cupon.id : `${cupon.id} ${String(time)}`, '', ...valores);
    }
    db.prepare('INSERT INTO saber (clave, valor) VALUES (?, ?)').run(ROWS_VERSION, version);
  })();
  return { cache: openCache(db), queries: openReading(db) };
}
