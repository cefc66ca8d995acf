/** Writes the rows of a stretch of days that was read completely: only changed rows. Decides which missing rows to withdraw. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { columnsOf, TABLES, type CacheTable, createNaturalKey, getWidth, type FlatRows, type Value } from './row.ts';
import type { FlatRead, Written } from './types.ts';

/** The hash of a withdrawn row. It differs from every digest, so the row is written again if it returns. */
const WITHDRAWN = '';

function prepareTable(db: Database, table: CacheTable) {
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

/** Recognises known rows that came under new ids and stores them under the new ids. Returns each new id by its old id. */
function recognize(
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
    // The service keeps the order of ids when it renumbers, so equal records are paired in that order, unless there are more or fewer than before.
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

/** Characters to keep of a digest: 96 bits are enough to tell the rows of an account apart. */
const KEPT = 16;

/** The digest of `values[from, to)`. Equal digests mean equal values. */
export const computeDigest = (values: readonly Value[], from = 0, to = values.length): string =>
  hash('sha256', JSON.stringify(values.slice(from, to)), 'base64url').slice(0, KEPT);

/** A row is withdrawn after two absences at least this far apart (ms). */
const BETWEEN_READINGS_MS = 3_600_000;
/** If this many rows or more, and more than this share, are missing at once, the absences do not count: the rows stay in doubt, and the result says so. */
const HELD_SHARE = 0.2;
const MIN_HELD = 20;

interface KnownRow {
  readonly hash: string;
  vista: boolean;
}

export function openWriting(db: Database) {
  const prepared = new Map<string, PreparedTable>();
  const getPrepared = (table: CacheTable): PreparedTable => {
    const known = prepared.get(table.tabla) ?? prepareTable(db, table);
    prepared.set(table.tabla, known);
    return known;
  };
  const stillPending = db
    .prepare<[string], [id: string, primera: number | null]>('SELECT id, primera FROM ausencia WHERE metodo = ?')
    .raw();
  const putInDoubt = db.prepare(
    `INSERT INTO ausencia (metodo, id, desde, primera) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET primera = coalesce(primera, excluded.primera)`,
  );
  const forget = db.prepare('DELETE FROM ausencia WHERE metodo = ? AND id = ?');
  const setAside = db
    .prepare<[string], [id: string, last: number]>(
      'SELECT id, max(ultima) FROM cuarentena WHERE metodo = ? AND id IS NOT NULL GROUP BY id',
    )
    .raw();
  const release = db.prepare('DELETE FROM cuarentena WHERE metodo = ? AND id = ?');

  function readKnown(t: PreparedTable, { campo, desde, hasta, metodo }: FlatRead): Map<string, KnownRow> {
    const undated = TABLES[metodo].fecha === null;
    const statement = undated ? t.todas : campo === null ? t.bySeen : (t.por.get(campo) ?? t.bySeen);
    const before = new Map<string, KnownRow>();
    for (const [id, hash] of statement.all(...(undated ? [] : [desde, hasta]))) before.set(id, { hash, vista: false });
    return before;
  }

  /**
   * Puts all missing rows in doubt and withdraws those whose absence counts for the second time. Absences do not count if too many rows are missing at once,
   * nor in a reading by another date than the view's own: that date may have moved out of the window while the row still exists. `antes`: for each row in
   * doubt, its first absence that counts; null if there was none.
   */
  function markMissing(
    t: PreparedTable,
    { metodo, campo, leido }: FlatRead,
    { faltan, live, antes }: { faltan: readonly string[]; live: number; antes: ReadonlyMap<string, number | null> },
  ): Pick<Written, 'bajas' | 'retenidas'> {
    const isHeld = faltan.length >= MIN_HELD && faltan.length > live * HELD_SHARE;
    const { fecha } = TABLES[metodo];
    const counts = !isHeld && (fecha === null || campo === null || campo === fecha);
    let removals = 0;
    for (const id of faltan) {
      const first = antes.get(id) ?? leido;
      if (counts && leido - first >= BETWEEN_READINGS_MS) {
        t.withdraw.run(leido, id);
        forget.run(metodo, id);
        removals += 1;
      } else putInDoubt.run(metodo, id, leido, counts ? first : null);
    }
    return { bajas: removals, retenidas: isHeld ? faltan.length : 0 };
  }

  interface Row {
    readonly id: string;
    readonly hash: string;
    readonly valores: readonly Value[];
    readonly visto: readonly [string, string];
  }
  /** Writes a row that was not known in this stretch: a new one, or one that was read by another date. */
  function writeUnknownRow(t: PreparedTable, row: Row): 'nuevos' | 'cambiados' | 'iguales' {
    const { id, hash, valores, visto: seen } = row;
    // Pass the values as separate arguments: passing an array costs a tenth of the time of writing a row.
    if (t.insert.run(id, hash, ...valores, ...seen).changes === 1) return 'nuevos';
    const known = t.hashDe.get(id);
    change(t, row);
    return known === hash ? 'iguales' : 'cambiados';
  }
  const change = (t: PreparedTable, { id, hash, valores, visto: seen }: Row): void => {
    t.change.run(hash, ...valores, ...seen, id);
  };

  /** Writes the rows of a reading. Call it inside a transaction. */
  return (reading: FlatRead) => {
    const { metodo, desde, hasta, leido, estado, contratado, flatRows, hasNameless = false } = reading;
    const table = TABLES[metodo];
    const t = getPrepared(table);
    const valuesOf = ({ valores }: FlatRows, i: number): readonly Value[] =>
      valores.slice(i * t.ancho, (i + 1) * t.ancho);
    const seen = [desde, hasta] as const;
    let before = readKnown(t, reading);
    const isConclusive = estado === 'completa' && contratado && !hasNameless;
    const quarantined = new Map(setAside.all(metodo));
    /** Whether this reading had this id but could not read the row: then the row is not missing. A row that an earlier reading quarantined may be gone. */
    const wasSetAside = (id: string): boolean => (quarantined.get(id) ?? Number.NEGATIVE_INFINITY) >= leido;
    const absences = new Map(stillPending.all(metodo));
    for (const { ids } of flatRows) {
      for (const id of ids) {
        const known = before.get(id);
        if (known !== undefined) known.vista = true;
        if (absences.has(id)) forget.run(metodo, id);
        if (quarantined.has(id)) release.run(metodo, id);
      }
    }
    let live = 0;
    const missing: string[] = [];
    for (const [id, { hash, vista }] of before) {
      if (hash === WITHDRAWN) continue;
      live += 1;
      if (!vista && isConclusive && !wasSetAside(id)) missing.push(id);
    }
    let unseen: readonly string[] = missing;
    if (missing.length > 0 && table.natural.length > 0) {
      const added = flatRows.flatMap((part) =>
        part.ids.flatMap((id, i) => (before.has(id) ? [] : [{ id, valores: valuesOf(part, i) }])),
      );
      const recognized = recognize(t, { unseen: missing, added });
      if (recognized.size > 0) {
        unseen = missing.filter((id) => !recognized.has(id));
        for (const old of recognized.keys()) if (absences.has(old)) forget.run(metodo, old);
        before = new Map([...before].map(([id, stored]) => [recognized.get(id) ?? id, stored]));
      }
    }

    let wereMoved = false;
    const counts = { nuevos: 0, cambiados: 0, iguales: 0 };
    for (const part of flatRows) {
      for (const [i, id] of part.ids.entries()) {
        // Compute the digest in this thread, because the thread that reads the service has more to do.
        const hash = computeDigest(part.valores, i * t.ancho, (i + 1) * t.ancho);
        const known = before.get(id);
        if (known?.hash === hash) {
          counts.iguales += 1;
          continue;
        }
        const row = { id, hash, valores: valuesOf(part, i), visto: seen };
        if (known === undefined) {
          const what = writeUnknownRow(t, row);
          counts[what] += 1;
          wereMoved ||= what !== 'nuevos';
        } else {
          change(t, row);
          counts.cambiados += 1;
        }
      }
    }
    return {
      ...counts,
      ...markMissing(t, reading, { faltan: unseen, live, antes: absences }),
      /** Whether the reading was complete and no known row was missing. */
      isClean: isConclusive && unseen.length === 0,
      /** Whether the reading had a row that the cache knew outside the read stretch. */
      wereMoved,
    };
  };
}
