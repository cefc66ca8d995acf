/**
 * The search index of the large views: the searched text of each row in groups of three characters (SQLite's `trigram`). It proposes more rows than match, so
 * the condition of the query checks each of them. It is filled in pieces, apart from the synchronisation; rows that it lacks (newer than `hasta`, or changed
 * since) are checked as well.
 */
import type { Database } from 'better-sqlite3';
import { parseTypedImporte } from '#domain/money.ts';
import { splitWords, fold } from '#domain/fold-text.ts';
import type { ServiceMethod, Vista } from '#domain/views/index.ts';
import { TABLES } from './row.ts';
import { SEARCHABLE } from './schema.ts';
import type { Sql } from './query.ts';

/** The most rows that the index may propose for a text; for more, reading the whole table is as fast. */
const MAX_PROPOSALS = 500_000;
/** The most rows outside the index that a search checks. */
const MAX_UNINDEXED = 50_000;
const SAMPLE_PARTS = 32;
const PART_LENGTH = 3;
const FOLDED = 'plegado';

/**
 * The index query for a text: every group of three characters of each word with digits. A word without digits is mostly part of a common name, so it
 * contributes only enough groups to cover its letters. Leaves out amounts and short words, which the index does not have.
 */
function buildExpression(text: string): string | undefined {
  const groups = splitWords(text)
    .filter((word) => parseTypedImporte(word) === undefined)
    .flatMap((word) => {
      const characters = Array.from(word);
      const last = characters.length - PART_LENGTH;
      const step = /\d/.test(word) ? 1 : PART_LENGTH;
      return characters
        .slice(0, Math.max(0, last + 1))
        .flatMap((_, i) => (i % step === 0 || i === last ? [characters.slice(i, i + PART_LENGTH).join('')] : []));
    })
    // The index reads its query only up to this character.
    .filter((group) => !group.includes('\0'));
  return groups.length === 0
    ? undefined
    : [...new Set(groups)].map((group) => `"${group.replaceAll('"', '""')}"`).join(' AND ');
}

/** SQL: the searched text of some rows. Calls the folding function only for texts with characters beyond ASCII. */
const selectText = (method: ServiceMethod, where: string): string =>
  `SELECT n, iif(octet_length(t) = length(t), lower(t), ${FOLDED}(t)) FROM (
     SELECT n, ${TABLES[method].searched.map((field) => `coalesce(${field}, '')`).join(` || ' ' || `)} AS t
     FROM ${TABLES[method].tabla} WHERE ${where} LIMIT -1)`;

const isSearchable = (vista: Vista): boolean => SEARCHABLE.some((method) => method === vista);

export function openProposals(db: Database) {
  const to = db.prepare<[string], number>('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const count = db.prepare<[string], number>('SELECT count(*) FROM busqueda_pendiente WHERE tabla = ?').pluck();

  /** The number of the last indexed row; undefined if too many rows are not indexed. */
  function indexedUpTo(method: Vista): number | undefined {
    const last = db.prepare<[], number>(`SELECT coalesce(max(n), 0) FROM ${TABLES[method].tabla}`).pluck().get() ?? 0;
    const indexed = to.get(method) ?? 0;
    return last - indexed + (count.get(method) ?? 0) > MAX_UNINDEXED ? undefined : indexed;
  }

  return {
    /** Whether a search of the whole view is fast enough: the view is small, or its index covers nearly all rows. */
    isReady: (method: Vista): boolean => !isSearchable(method) || indexedUpTo(method) !== undefined,
    /** A table, in SQL, of rows that may have the text (`propuesta`, each once); undefined if the index cannot help. `latest`: only that many, the newest. */
    findProposals(method: Vista, text: string, { latest }: { readonly latest?: number } = {}): Sql | undefined {
      const request = isSearchable(method) ? buildExpression(text) : undefined;
      const indexed = request === undefined ? undefined : indexedUpTo(method);
      if (request === undefined || indexed === undefined) return undefined;
      const index = `busqueda_${method}`;
      if (latest === undefined) {
        // Estimate from rows in the middle of the table, because counting all takes the time that the index saves.
        const middle = Math.floor(indexed / 2);
        const found = db
          .prepare<[string, number, number], number>(
            `SELECT count(*) FROM ${index} WHERE ${index} MATCH ? AND rowid BETWEEN ? AND ?`,
          )
          .pluck()
          .get(request, middle, middle + Math.ceil(indexed / SAMPLE_PARTS));
        if ((found ?? 0) * SAMPLE_PARTS > MAX_PROPOSALS) return undefined;
      }
      const limit = latest === undefined ? '' : `ORDER BY rowid DESC LIMIT ${String(latest)}`;
      const changed = 'SELECT n FROM busqueda_pendiente WHERE tabla = ?';
      return {
        texto: `(SELECT rowid AS propuesta FROM (
            SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid NOT IN (${changed}) ${limit})
          UNION ALL SELECT n FROM ${TABLES[method].tabla} WHERE n > ? UNION ALL ${changed} AND n <= ?)`,
        valores: [request, method, indexed, method, indexed],
      };
    },
  };
}

export interface Piece {
  readonly howMany: number;
  /** Whether to index also during a synchronisation, or after an interrupted one, because a person is searching and cannot wait for its end. */
  readonly siempre: boolean;
}

export function openIndexing(db: Database) {
  db.function(FOLDED, { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : ''));
  const to = db.prepare<[string], number>('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const note = db.prepare(
    'INSERT INTO busqueda (tabla, hasta) VALUES (?, ?) ON CONFLICT (tabla) DO UPDATE SET hasta = excluded.hasta',
  );
  const changed = db
    .prepare<[string, number], number>('SELECT n FROM busqueda_pendiente WHERE tabla = ? LIMIT ?')
    .pluck();
  const lists = db.prepare('DELETE FROM busqueda_pendiente WHERE tabla = ? AND n = ?');

  const own = new Map(
    SEARCHABLE.map((m) => {
      const { tabla } = TABLES[m];
      return [
        m,
        {
          edge: db
            .prepare<[number, number], number | null>(
              `SELECT max(n) FROM (SELECT n FROM ${tabla} WHERE n > ? ORDER BY n LIMIT ?)`,
            )
            .pluck(),
          add: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${selectText(m, 'n > ? AND n <= ?')}`),
          takeOut: db.prepare(`DELETE FROM busqueda_${m} WHERE rowid = ?`),
          restore: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${selectText(m, 'n = ?')}`),
        },
      ] as const;
    }),
  );

  const unfinishedRun = db.prepare('SELECT 1 FROM corrida WHERE terminada IS NULL LIMIT 1');
  const indexPiece = db.transaction(({ howMany, siempre }: Piece): boolean => {
    if (!siempre && unfinishedRun.get() !== undefined) return false;
    for (const [method, { edge, add, takeOut, restore }] of own) {
      const indexed = to.get(method) ?? 0;
      const changes = changed.all(method, howMany);
      for (const n of changes) {
        lists.run(method, n);
        if (n > indexed) continue;
        takeOut.run(n);
        restore.run(n);
      }
      if (changes.length > 0) return true;
      const end = edge.get(indexed, howMany) ?? null;
      if (end === null) continue;
      add.run(indexed, end);
      note.run(method, end);
      return true;
    }
    return false;
  });
  /** Indexes one piece in a transaction; false if nothing was left to index, or (without `siempre`) a synchronisation has not finished. */
  return (asked: Piece): boolean => indexPiece.immediate(asked);
}
