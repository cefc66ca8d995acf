/** Known records that come back under other ids keep their rows (docs/gaps.md, `ids`). */
import { z } from 'zod';
import type { Value } from './row.ts';
import type { PreparedTable } from './prepared-table.ts';

/** The stored values of a row, in the order of its columns. */
const rawRow = z.array(z.union([z.string(), z.number(), z.null()]));

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
  const old = Map.groupBy(unseen, (id) => t.clave(rawRow.parse(t.valores.get(id))));
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
