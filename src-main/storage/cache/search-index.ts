/**
 * The search index: for the views that grow, the searched text of each row by groups of three characters (SQLite's `trigram`). It only proposes rows,
 * more than really match: the query's condition is checked on each. It is filled apart from the synchronisation, in pieces; rows that it lacks (those
 * after `hasta`, and those that changed since) are looked at one by one.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseTypedImporte } from '#domain/typed-amount.ts';
import { splitWords, fold } from '#domain/fold-text.ts';
import { VIEW_NAMES, VIEWS } from '#domain/views/index.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES } from './columns.ts';
import type { Sql } from './query.ts';

/** The views with an index of their own; the others are small enough to be searched row by row. */
const hasSearch = (metodo: ServiceMethod): boolean => VIEWS[metodo].searched.indexed;
const SEARCHABLE = VIEW_NAMES.filter(hasSearch);

/**
 * Rows that a word may propose for a first page. Beyond it the word is common, and matches are found sooner by looking at one row after the other.
 */
const MAX_PROPOSALS = 20_000;
/** Rows that may be looked at one by one because the index does not have them yet. */
const MAX_UNINDEXED = 50_000;
/** Above this limit, whether a word is in more rows is estimated from a sample: counting would cost as much as it saves. */
const MAX_COUNTED = 50_000;
const SAMPLE_PARTS = 32;
/** Rows that the index lacks, looked at in one turn. */
const UNINDEXED_PER_TURN = 25_000;
const PART_LENGTH = 3;
const FOLDED = 'plegado';

/**
 * The index expression of the words that are long enough: every group of three characters. For a word without digits, mostly part of a name that many
 * rows have, only enough groups to cover every letter. Amounts are not in the index.
 */
function buildExpression(texto: string): string | undefined {
  const grupos = splitWords(texto)
    .filter((word) => parseTypedImporte(word) === undefined)
    .flatMap((word) => {
      const characters = Array.from(word);
      const ultimo = characters.length - PART_LENGTH;
      const step = /\d/.test(word) ? 1 : PART_LENGTH;
      return characters
        .slice(0, Math.max(0, ultimo + 1))
        .flatMap((_, i) => (i % step === 0 || i === ultimo ? [characters.slice(i, i + PART_LENGTH).join('')] : []));
    })
    // The index reads its expression only up to this character.
    .filter((grupo) => !grupo.includes('\0'));
  return grupos.length === 0
    ? undefined
    : [...new Set(grupos)].map((grupo) => `"${grupo.replaceAll('"', '""')}"`).join(' AND ');
}

/** The SQL of the rows' text for the index, with a condition on `n`. The folding function is only called for texts with more than plain letters. */
const selectText = (metodo: ServiceMethod, where: string): string =>
  `SELECT n, iif(octet_length(t) = length(t), lower(t), ${FOLDED}(t)) FROM (
     SELECT n, ${VIEWS[metodo].searched.fields.map((campo) => `coalesce(${campo}, '')`).join(` || ' ' || `)} AS t
     FROM ${TABLES[metodo].tabla} WHERE ${where} LIMIT -1)`;

const numero = z.number();

/** The reading side: which rows a text proposes. */
export function openProposals(db: Database) {
  const hasta = db.prepare('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM busqueda_pendiente WHERE tabla = ?').pluck();
  const ultima = new Map(
    SEARCHABLE.map((m) => [m, db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLES[m].tabla}`).pluck()]),
  );
  const howMany = new Map(
    SEARCHABLE.map((m) => [
      m,
      db.prepare(`SELECT count(*) FROM (SELECT 1 FROM busqueda_${m} WHERE busqueda_${m} MATCH ? LIMIT ?)`).pluck(),
    ]),
  );
  const todas = new Map(
    SEARCHABLE.map((m) => [m, db.prepare(`SELECT rowid FROM busqueda_${m} WHERE busqueda_${m} MATCH ?`).pluck()]),
  );
  const changedRows = db.prepare('SELECT n FROM busqueda_pendiente WHERE tabla = ?').pluck();
  const between = new Map(
    SEARCHABLE.map((m) => [
      m,
      db.prepare(`SELECT count(*) FROM busqueda_${m} WHERE busqueda_${m} MATCH ? AND rowid BETWEEN ? AND ?`).pluck(),
    ]),
  );

  /** Whether an expression has more rows than `maximum`. For a large maximum, it is estimated from the rows in the middle of the table. */
  function exceeds(
    metodo: ServiceMethod,
    request: string,
    { maximum, indexed }: { maximum: number; indexed: number },
  ): boolean {
    if (maximum <= MAX_COUNTED) return numero.parse(howMany.get(metodo)?.get(request, maximum + 1)) > maximum;
    const parte = Math.ceil(indexed / SAMPLE_PARTS);
    const middle = Math.floor(indexed / 2);
    return numero.parse(between.get(metodo)?.get(request, middle, middle + parte)) * SAMPLE_PARTS > maximum;
  }

  /** Up to which row the index goes; undefined when it is too far behind to be of use. */
  function indexedUpTo(metodo: ServiceMethod): number | undefined {
    const indexed = numero.optional().parse(hasta.get(metodo)) ?? 0;
    const faltan = numero.parse(ultima.get(metodo)?.get()) - indexed + numero.parse(count.get(metodo));
    return faltan > MAX_UNINDEXED ? undefined : indexed;
  }

  return {
    /** True when all rows of a view can be searched in time: through its index, or because it is small. */
    listo: (metodo: ServiceMethod): boolean => !hasSearch(metodo) || indexedUpTo(metodo) !== undefined,
    /**
     * A table, in SQL, of the numbers of the rows that may have the text, each once, in a column `propuesta`. Undefined when looking at all rows is
     * better: more than `maximum` would be proposed. `ultimas`: only so many of the indexed rows, the newest.
     */
    findProposals(
      metodo: ServiceMethod,
      texto: string,
      { ultimas, maximum = MAX_PROPOSALS }: { readonly ultimas?: number; readonly maximum?: number } = {},
    ): Sql | undefined {
      if (!hasSearch(metodo)) return undefined;
      const request = buildExpression(texto);
      const indexed = request === undefined ? undefined : indexedUpTo(metodo);
      if (request === undefined || indexed === undefined) return undefined;
      const limite = ultimas === undefined ? '' : `ORDER BY rowid DESC LIMIT ${String(ultimas)}`;
      if (ultimas === undefined && exceeds(metodo, request, { maximum, indexed })) return undefined;
      const index = `busqueda_${metodo}`;
      const cambiadas = 'SELECT n FROM busqueda_pendiente WHERE tabla = ?';
      const hay = numero.parse(count.get(metodo)) > 0;
      const withoutChanged = hay ? `AND rowid NOT IN (${cambiadas})` : '';
      const parts = [
        `SELECT rowid AS propuesta FROM (SELECT rowid FROM ${index} WHERE ${index} MATCH ? ${withoutChanged} ${limite})`,
        `SELECT n FROM ${TABLES[metodo].tabla} WHERE n > ?`,
        ...(hay ? [`${cambiadas} AND n <= ?`] : []),
      ];
      return {
        texto: `(${parts.join(' UNION ALL ')})`,
        valores: hay ? [request, metodo, indexed, metodo, indexed] : [request, indexed],
      };
    },
    /**
     * Marks (1), by number, the rows that may have the text; every match is marked. `inspect` looks at the rows that the index lacks, a stretch of
     * numbers at a time. Undefined when the index has nothing of the text.
     */
    findMarks(
      metodo: ServiceMethod,
      texto: string,
      inspect: (afterKey: number, hasta: number) => readonly unknown[],
    ): Uint8Array | undefined {
      const request = buildExpression(texto);
      if (!hasSearch(metodo) || request === undefined) return undefined;
      const indexed = numero.optional().parse(hasta.get(metodo)) ?? 0;
      const fin = numero.parse(ultima.get(metodo)?.get());
      const marks = new Uint8Array(fin + 1);
      const mark = (ns: readonly unknown[] = []): void => {
        for (const n of ns) marks[Number(n)] = 1;
      };
      mark(todas.get(metodo)?.all(request));
      mark(changedRows.all(metodo));
      for (let desde = indexed; desde < fin; desde += UNINDEXED_PER_TURN)
        mark(inspect(desde, Math.min(fin, desde + UNINDEXED_PER_TURN)));
      return marks;
    },
  };
}

export interface Piece {
  /** The most rows of a piece. */
  readonly howMany: number;
  /** Also while a synchronisation runs, or after one was cut: somebody is searching. Otherwise the synchronisation is left to write alone. */
  readonly siempre: boolean;
}

/** The writing side, on a connection that may write. */
export function openIndexing(db: Database) {
  db.function(FOLDED, { deterministic: true }, (texto) => (typeof texto === 'string' ? fold(texto) : ''));
  const hasta = db.prepare('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const note = db.prepare(
    'INSERT INTO busqueda (tabla, hasta) VALUES (?, ?) ON CONFLICT (tabla) DO UPDATE SET hasta = excluded.hasta',
  );
  const cambiadas = db.prepare('SELECT n FROM busqueda_pendiente WHERE tabla = ? LIMIT ?').pluck();
  const listas = db.prepare('DELETE FROM busqueda_pendiente WHERE tabla = ? AND n = ?');

  const propias = new Map(
    SEARCHABLE.map((m) => {
      const { tabla } = TABLES[m];
      return [
        m,
        {
          edge: db.prepare(`SELECT max(n) FROM (SELECT n FROM ${tabla} WHERE n > ? ORDER BY n LIMIT ?)`).pluck(),
          agregar: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${selectText(m, 'n > ? AND n <= ?')}`),
          takeOut: db.prepare(`DELETE FROM busqueda_${m} WHERE rowid = ?`),
          restore: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${selectText(m, 'n = ?')}`),
        },
      ] as const;
    }),
  );

  const unfinishedRun = db.prepare('SELECT 1 FROM corrida WHERE terminada IS NULL LIMIT 1');
  const pieza = db.transaction(({ howMany, siempre }: Piece): boolean => {
    if (!siempre && unfinishedRun.get() !== undefined) return false;
    for (const [metodo, { edge, agregar: add, takeOut, restore: putBack }] of propias) {
      const indexed = numero.optional().parse(hasta.get(metodo)) ?? 0;
      const changes = cambiadas.all(metodo, howMany).map((n) => numero.parse(n));
      for (const n of changes) {
        listas.run(metodo, n);
        if (n > indexed) continue;
        takeOut.run(n);
        putBack.run(n);
      }
      if (changes.length > 0) return true;
      const fin = numero.nullable().parse(edge.get(indexed, howMany));
      if (fin === null) continue;
      add.run(indexed, fin);
      note.run(metodo, fin);
      return true;
    }
    return false;
  });
  /** Indexes a piece in one transaction; false when there was nothing to do. */
  return (asked: Piece): boolean => pieza.immediate(asked);
}
