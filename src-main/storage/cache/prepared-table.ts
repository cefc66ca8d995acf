/** The statements that write a table of the cache, and read what is known of its rows. */
import type { Database } from 'better-sqlite3';
import { columnsOf, type CacheTable } from './columns.ts';
import { getWidth, createNaturalKey } from './row.ts';

/** Stands for the hash of a row that was given up: whatever comes of that row has to be written. */
export const WITHDRAWN = '';

export function prepareTable(db: Database, tabla: CacheTable) {
  const columnas = [...columnsOf(tabla), 'extra'];
  const todas = ['id', 'hash', ...columnas, 'visto_desde', 'visto_hasta'];
  // Rows come as arrays of two and are checked by hand: there is one for each row that is read again, and a schema would cost more than everything
  // else.
  const hash = `iif(retirada IS NULL, hash, '${WITHDRAWN}')`;
  const selectWhere = (where: string) => db.prepare(`SELECT id, ${hash} FROM ${tabla.tabla} WHERE ${where}`).raw();
  return {
    clave: createNaturalKey(tabla),
    ancho: getWidth(tabla),
    insert: db.prepare(
      `INSERT INTO ${tabla.tabla} (${todas.join(', ')}) VALUES (${todas.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`,
    ),
    change: db.prepare(
      `UPDATE ${tabla.tabla} SET hash = ?, ${columnas.map((columna) => `${columna} = ?`).join(', ')}, visto_desde = ?, visto_hasta = ?,
       retirada = NULL WHERE id = ?`,
    ),
    hashDe: db.prepare(`SELECT hash FROM ${tabla.tabla} WHERE id = ? AND retirada IS NULL`).pluck(),
    existe: db.prepare(`SELECT 1 FROM ${tabla.tabla} WHERE id = ?`).pluck(),
    valores: db.prepare(`SELECT ${columnas.join(', ')} FROM ${tabla.tabla} WHERE id = ?`).raw(),
    setId: db.prepare(`UPDATE ${tabla.tabla} SET id = ? WHERE id = ?`),
    withdraw: db.prepare(`UPDATE ${tabla.tabla} SET retirada = ? WHERE id = ?`),
    bySeen: selectWhere('visto_desde >= ? AND visto_hasta <= ?'),
    por: new Map(tabla.fechas.map((fecha) => [fecha, selectWhere(`${fecha} BETWEEN ? AND ?`)])),
    todas: selectWhere('1'),
  };
}

export type PreparedTable = ReturnType<typeof prepareTable>;
