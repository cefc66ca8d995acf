/** Known records that come back under other ids keep their rows (docs/gaps.md, `ids`). */
import { type Value, getWidth, createNaturalKey } from './row.ts';
import type { Database } from 'better-sqlite3';
import { columnsOf, type CacheTable } from './columns.ts';

/** The statements that write a table of the cache, and read what is known of its rows. */

/** Stands for the hash of a row that was given up: whatever comes of that row has to be written. */
export const WITHDRAWN = '';

export function prepareTable(db: Database, table: CacheTable) {
  const columns = [...columnsOf(table), 'extra'];
  const all = ['id', 'hash', ...columns, 'visto_desde', 'visto_hasta'];
  const hash = `iif(retirada IS NULL, hash, '${WITHDRAWN}')`;
  const selectWhere = (where: string) =>
    db.prepare<unknown[], [id: string, hash: string]>(`SELECT id, ${hash} FROM ${table.tabla} WHERE ${where}`).raw();
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
    hashDe: db.prepare<[string], string>(`SELECT hash FROM ${table.tabla} WHERE id = ? AND retirada IS NULL`).pluck(),
    existe: db.prepare(`SELECT 1 FROM ${table.tabla} WHERE id = ?`).pluck(),
    valores: db.prepare<[string], Value[]>(`SELECT ${columns.join(', ')} FROM ${table.tabla} WHERE id = ?`).raw(),
    setId: db.prepare(`UPDATE ${table.tabla} SET id = ? WHERE id = ?`),
    withdraw: db.prepare(`UPDATE ${table.tabla} SET retirada = ? WHERE id = ?`),
    bySeen: selectWhere('visto_desde >= ? AND visto_hasta <= ?'),
    por: new Map(table.fechas.map((date) => [date, selectWhere(`${date} BETWEEN ? AND ?`)])),
    todas: selectWhere('1'),
  };
}

export type PreparedTable = ReturnType<typeof prepareTable>;

const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** Gives known rows their new ids; answers the new id of each old one. */
export function recognize(
  t: PreparedTable,
  {
    unseen,
    added,
  }: {
    readonly unseen: readonly string[];
    readonly added: readonly { readonly id: string; readonly valores: readonly Value[] }[];
  },
): ReadonlyMap<string, string> {
  const changes = new Map<string, string>();
  if (added.length === 0) return changes;
  const old = Map.groupBy(unseen, (id) => t.clave(t.valores.get(id) ?? []));
  for (const [key, arrived] of Map.groupBy(added, ({ valores }) => t.clave(valores))) {
    const ids = old.get(key);
    // Equal records are told apart by the order of their ids, which renumbering keeps. Where the counts differ, nobody can tell which is which.
    if (ids === undefined || ids.length !== arrived.length) continue;
    const order = arrived.map(({ id }) => id).sort(byNumber);
    ids.sort(byNumber).forEach((oldId, i) => {
      const id = order[i];
      if (id === undefined || t.existe.get(id) !== undefined) return;
      t.setId.run(id, oldId);
      changes.set(oldId, id);
    });
  }
  return changes;
}
