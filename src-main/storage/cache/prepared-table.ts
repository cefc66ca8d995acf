/** The statements that write a table of the cache, and read what is known of its rows. */
import type { Database } from 'better-sqlite3';
import { columnsOf, type CacheTable } from './columns.ts';
import { getWidth, createNaturalKey } from './row.ts';

/** Stands for the hash of a row that was given up: whatever comes of that row has to be written. */
export const WITHDRAWN = '';

export function prepareTable(db: Database, table: CacheTable) {
  const columns = [...columnsOf(table), 'extra'];
  const all = ['id', 'hash', ...columns, 'visto_desde', 'visto_hasta'];
  // Rows come as arrays of two and are checked by hand: there is one for each row that is read again, and a schema would cost more than everything
  // else.
  const hash = `iif(retirada IS NULL, hash, '${WITHDRAWN}')`;
  const selectWhere = (where: string) => db.prepare(`SELECT id, ${hash} FROM ${table.tabla} WHERE ${where}`).raw();
  return {
    clave: createNaturalKey(table),
    ancho: getWidth(table),
    insert: db.prepare(
      `INSERT INTO ${table.tabla} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`,
    ),
    change: db.prepare(
      `UPDATE ${table.tabla} SET hash = ?, ${columns.map((column) => `${column} = ?`).join(', ')}, visto_desde = ?, visto_hasta = ?,
       retirada = NULL WHERE id = ?`,
    ),
    hashDe: db.prepare(`SELECT hash FROM ${table.tabla} WHERE id = ? AND retirada IS NULL`).pluck(),
    existe: db.prepare(`SELECT 1 FROM ${table.tabla} WHERE id = ?`).pluck(),
    valores: db.prepare(`SELECT ${columns.join(', ')} FROM ${table.tabla} WHERE id = ?`).raw(),
    setId: db.prepare(`UPDATE ${table.tabla} SET id = ? WHERE id = ?`),
    withdraw: db.prepare(`UPDATE ${table.tabla} SET retirada = ? WHERE id = ?`),
    bySeen: selectWhere('visto_desde >= ? AND visto_hasta <= ?'),
    por: new Map(table.fechas.map((date) => [date, selectWhere(`${date} BETWEEN ? AND ?`)])),
    todas: selectWhere('1'),
  };
}

export type PreparedTable = ReturnType<typeof prepareTable>;
