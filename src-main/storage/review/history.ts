import type { Database } from 'better-sqlite3';
import type { openEqualCupones } from './equal-cupones.ts';
import { getOmissionCode, type ReviewRows } from './rows.ts';
import type { FindSent, StoredRow, Omission } from './schema.ts';

interface Step {
  readonly fila: number;
  readonly estado: string;
}
/** A step that stores only the code of an omission instead of a row (`leaveOut`). */
const OMISSION = /^\d$/;

/** Stores for each change the rows before and after it, so that undo restores the old rows exactly, even after the program restarts. */
export function openHistory(db: Database, rows: ReviewRows, same: ReturnType<typeof openEqualCupones>) {
  const forget = [
    'DELETE FROM cambio_fila WHERE n IN (SELECT n FROM cambio WHERE deshecho = 1)',
    'DELETE FROM cambio WHERE deshecho = 1',
  ].map((sql) => db.prepare(sql));
  const fresh = db.prepare('INSERT INTO cambio (n, deshecho) SELECT coalesce(max(n), 0) + 1, 0 FROM cambio');
  const insertNote = db.prepare('INSERT INTO cambio_fila (n, fila, antes, despues) VALUES (?, ?, ?, ?)');
  const recordOmissions = db.prepare(
    `INSERT INTO cambio_fila (n, fila, antes, despues)
     SELECT @n, id, CAST(omitida AS TEXT), @codigo FROM fila WHERE id IN (SELECT value FROM json_each(@ids))`,
  );
  const left = db
    .prepare<[string, number], number>(
      'SELECT id FROM fila WHERE id IN (SELECT value FROM json_each(?)) AND ignorada = 0 AND omitida <> ? ORDER BY id',
    )
    .pluck();
  const put = db.prepare('UPDATE fila SET omitida = ? WHERE id = ?');
  const last = db.prepare<[], number | null>('SELECT max(n) FROM cambio WHERE deshecho = 0').pluck();
  const first = db.prepare<[], number | null>('SELECT min(n) FROM cambio WHERE deshecho = 1').pluck();
  const before = db.prepare<[number], Step>('SELECT fila, antes AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const after = db.prepare<[number], Step>('SELECT fila, despues AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const mark = db.prepare('UPDATE cambio SET deshecho = ? WHERE n = ?');
  const bumpVersion = db.prepare('UPDATE version SET n = n + 1');
  const version = db.prepare<[], number>('SELECT n FROM version').pluck();

  /** Writes rows and then updates the groups of their old and new coupons. */
  const replace = (steps: readonly Step[], findSent: FindSent): void => {
    const identities = new Set<number>();
    const note = (id: number): void => {
      const identity = rows.identidad(id);
      if (identity !== null) identities.add(identity);
    };
    for (const { fila, estado } of steps) {
      note(fila);
      if (OMISSION.test(estado)) put.run(Number(estado), fila);
      else {
        const row: StoredRow = JSON.parse(estado);
        rows.replace(row);
        note(fila);
      }
    }
    same.review(identities, findSent);
    bumpVersion.run();
  };
  const move = (n: number | null | undefined, states: typeof before, undone: number, findSent: FindSent) => {
    if (n === null || n === undefined) return undefined;
    const steps = states.all(n);
    replace(steps, findSent);
    mark.run(undone, n);
    return steps.map(({ fila }) => fila);
  };
  const begin = (): number => {
    for (const statement of forget) statement.run();
    return Number(fresh.run().lastInsertRowid);
  };

  return {
    restore: db.transaction((added: readonly StoredRow[], findSent: FindSent): void => {
      if (added.length === 0) return;
      replace(
        added.map((row) => ({ fila: row.id, estado: JSON.stringify(row) })),
        findSent,
      );
    }),
    change: db.transaction((added: readonly StoredRow[], findSent: FindSent): number => {
      const changed = added.flatMap((after) => {
        const previous = rows.read(after.id);
        if (previous === undefined) return [];
        const { duplicaA: _duplicateOf, ocurrencia: _occurrence, anterior: _previous, ...before } = previous;
        const [earlierText, now] = [JSON.stringify(before), JSON.stringify(after)];
        return earlierText === now ? [] : [{ fila: after.id, antes: earlierText, estado: now }];
      });
      if (changed.length === 0) return 0;
      const n = begin();
      for (const { fila, antes: was, estado } of changed) insertNote.run(n, fila, was, estado);
      replace(changed, findSent);
      return changed.length;
    }),
    /** Leaves rows out of sending, or takes them back (null). Touches only the column `omitida`, so that a hundred thousand rows can change at once. */
    leaveOut: db.transaction((ids: readonly number[], omission: Omission | null, findSent: FindSent): number => {
      const code = getOmissionCode(omission);
      const changed = left.all(JSON.stringify(ids), code);
      if (changed.length === 0) return 0;
      const n = begin();
      recordOmissions.run({ n, codigo: String(code), ids: JSON.stringify(changed) });
      replace(
        changed.map((row) => ({ fila: row, estado: String(code) })),
        findSent,
      );
      return changed.length;
    }),
    undo: db.transaction((findSent: FindSent) => move(last.get(), before, 1, findSent)),
    redo: db.transaction((findSent: FindSent) => move(first.get(), after, 0, findSent)),
    readStatus: () => ({
      deshacer: typeof last.get() === 'number',
      rehacer: typeof first.get() === 'number',
      version: version.get() ?? 0,
    }),
  };
}
