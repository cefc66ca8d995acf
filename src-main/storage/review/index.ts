/** The rows under review of an account, in `revision.db`. */
import Database from 'better-sqlite3';
import { FIELDS_IN_ORDER, parseCanonicalText, type CuponField } from '#domain/cupon.ts';
import { createCuponWriter } from '#domain/cupones/cupon-writer.ts';
import { guard, readInPages, openRebuildable } from '../sqlite/open.ts';
import { openByProblem, openQueries, type Filter, type NamedRow, type StoredRowGroup } from './queries.ts';
import { OMITTED_AS_SENT, openEqualCupones } from './equal-cupones.ts';
import {
  INDICES,
  DROP_INDEXES,
  TABLES,
  VERSION,
  type FindSent,
  type Omission,
  type ReviewedRow,
  type NewRow,
  type StoredRow,
} from './schema.ts';
import { findTextOf, parseCorrections, readOmission, openRows, openSearchIndex, type RowRecord } from './rows.ts';
import { openHistory } from './history.ts';

export {
  rowIdOf,
  fileAndRowOf,
  type FindSent,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReviewedRow,
  type NewRow,
  type Omission,
} from './schema.ts';
export type { EqualsRequest, NamedRow, StoredRowGroup } from './queries.ts';

/** A cell, in a row to send, that a rule of the template corrected: the text of the file and the text to send. */
interface MendedCell {
  readonly id: number;
  readonly campo: CuponField;
  readonly antes: string;
  readonly despues: string;
}

interface ReadyCupon {
  readonly id: number;
  readonly texto: string;
  readonly ocurrencia: number;
  readonly original: string | null;
}

type ChangedRow = Pick<RowRecord, 'id' | 'omitida' | 'correcciones'>;

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000', 'cache_size = -65536'];

/** A review on disk. `meta` stores a text of the caller. */
export type RevisionDb = ReturnType<typeof openReview>;

/** Opens an account's review; replaces a damaged file, or one of another version, by an empty one. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function openReview(path: string) {
  const getIdentity = createIdentity();
  const db = guard(() => openRebuildable(path, { version: VERSION, tables: TABLES, pragmas: PRAGMAS }));
  const search = openSearchIndex(db);
  const rows = openRows(db, { search, getIdentity });
  const same = openEqualCupones(db, rows.findText);
  const history = openHistory(db, rows, same);
  const { ids, countRows, listNamed, ...queries } = openQueries(db, search);
  const byProblem = openByProblem(db);
  const meta = db.prepare<[], string>('SELECT texto FROM meta').pluck();
  const putMeta = db.prepare('INSERT OR REPLACE INTO meta (n, texto) VALUES (1, ?)');
  const ready = db.prepare<[number, number], ReadyCupon>(
    `SELECT f.id AS id, texto, original, ocurrencia FROM fila f JOIN contenido c ON c.id = f.id
     WHERE f.centavos IS NOT NULL AND f.omitida = 0 AND f.id > ? ORDER BY f.id LIMIT ?`,
  );
  const done = db.prepare<[], ChangedRow>(
    `SELECT f.id AS id, omitida, correcciones FROM fila f JOIN contenido c ON c.id = f.id
     WHERE ignorada = 0 AND (editada = 1 OR omitida > 0) ORDER BY f.id`,
  );
  const putMended = db.prepare('INSERT INTO de_plantilla (fila, campo, antes) VALUES (?, ?, ?)');
  const putNegatives = db.prepare('INSERT INTO con_negativos (archivo) VALUES (?)');
  const mended = db.prepare<[], MendedCell>(
    `SELECT f.id AS id, campo, antes, coalesce(json_extract(texto, '$.' || campo), '') AS despues
     FROM de_plantilla d JOIN fila f ON f.id = d.fila JOIN contenido c ON c.id = d.fila
     WHERE omitida = 0 AND texto IS NOT NULL ORDER BY f.id`,
  );
  const errors = db.prepare<[], number>('SELECT id FROM fila WHERE errores > 0 AND ignorada = 0 ORDER BY id').pluck();
  let known = new Map<string, readonly number[]>();
  let all: readonly number[] | undefined;
  let named: readonly NamedRow[] | undefined;
  let namedById: ReadonlyMap<number, readonly NamedRow[]> | undefined;
  let grouped: { readonly key: string; readonly groups: readonly StoredRowGroup[] } | undefined;

  const forget = <T>(work: () => T): T => {
    known = new Map();
    grouped = undefined;
    named = undefined;
    namedById = undefined;
    return guard(work);
  };
  const add = db.transaction((added: readonly NewRow[], findSent: FindSent) => {
    const texts = added.map(({ fila }) => findTextOf(fila));
    const previous = findSent(texts.flatMap((texto) => (texto === null ? [] : [{ texto, ocurrencia: 1 }])));
    let seen = 0;
    for (const [i, { fila, identidad, dePlantilla = [] }] of added.entries()) {
      const text = texts[i] ?? null;
      const anterior = text === null ? null : (previous[seen++] ?? null);
      rows.add(fila, { identidad: identidad ?? (text === null ? null : getIdentity(text)), ocurrencia: 1, anterior });
      for (const { campo, antes } of dePlantilla) putMended.run(fila.id, campo, antes);
    }
  });
  let fileNames: readonly string[] = [];
  const readNamed = (): readonly NamedRow[] => (named ??= listNamed());
  /** The ids of rows that a notice of their file is about and that have no notice of their own. */
  const listNamedOnly = (): readonly number[] => [
    ...new Set(readNamed().flatMap(({ id, noticed }) => (noticed === 1 ? [] : [id]))),
  ];
  /** Adds the rows of `listNamedOnly` that a search finds to the ids of rows with notices of their own. */
  const withNamed = (found: readonly number[], text: string): readonly number[] => {
    const more = listNamedOnly();
    if (more.length === 0) return found;
    const searched = new Set(idsOf('todas', text));
    return [...found, ...more.filter((id) => searched.has(id))].sort((a, b) => a - b);
  };
  const idsOf = (filter: Filter, text: string): readonly number[] => {
    // The ids of all rows stay cached: changes never add or remove rows. Other filters and searches are forgotten with each change.
    if (filter === 'todas' && text.trim() === '') return (all ??= ids('todas', '', []));
    const key = `${filter}:${text}`;
    const find = (): readonly number[] => ids(filter, text, fileNames);
    const found = known.get(key) ?? (filter === 'aviso' ? withNamed(find(), text) : find());
    known.set(key, found);
    return found;
  };
  return {
    readMeta: () => meta.get(),
    saveMeta: (text: string) => void guard(() => putMeta.run(text)),
    clearRows: (): void => {
      all = undefined;
      forget(() =>
        db.exec(
          `${DROP_INDEXES}
           DELETE FROM cambio_fila; DELETE FROM cambio; DELETE FROM problema; DELETE FROM de_plantilla; DELETE FROM con_negativos;
           DELETE FROM fila; DELETE FROM contenido; DELETE FROM busqueda; UPDATE version SET n = n + 1;`,
        ),
      );
    },
    add: (added: readonly NewRow[], findSent: FindSent): void => forget(() => add.immediate(added, findSent)),
    /** Finds equal coupons and makes the indexes; call it after the last row. */
    finishLoading: (findSent: FindSent): void => {
      all = undefined;
      forget(() => {
        db.exec(INDICES);
        db.transaction(() => same.all(findSent)).immediate();
        db.exec('PRAGMA analysis_limit = 1000; ANALYZE');
      });
    },
    readRow: rows.read,
    /** The ids of the rows that pass a filter and a search, ascending. Cached until a row changes. */
    ids: idsOf,
    nameFiles: (names: readonly string[]): void => void (fileNames = names),
    /** The ids of the rows that pass a filter and a search, grouped by the first problem of each row, errors first. Cached until a row changes. */
    groupByProblem: (filter: Filter, text: string): readonly StoredRowGroup[] => {
      const key = `${filter}:${text}`;
      if (grouped?.key !== key) grouped = { key, groups: byProblem(idsOf(filter, text), readNamed()) };
      return grouped.groups;
    },
    ...queries,
    /** The rows that notices of files are about, ascending; a row may be twice. Cached until a row changes. */
    listNamed: readNamed,
    namedOf: (id: number): readonly NamedRow[] =>
      (namedById ??= Map.groupBy(readNamed(), (one) => one.id)).get(id) ?? [],
    countRows: () => {
      const counts = countRows();
      return { ...counts, conAviso: counts.conAviso + listNamedOnly().length };
    },
    /** Notes that a file has negative amounts that nothing in it explains. */
    noteNegatives: (archivo: number): void => {
      guard(() => putNegatives.run(archivo));
    },
    *listWithErrors(): Generator<ReviewedRow> {
      for (const id of errors.all()) {
        const row = rows.read(id);
        if (row !== undefined) yield row;
      }
    },
    listReady: (after: number, limit: number): readonly ReadyCupon[] => ready.all(after, limit),
    /** The rows that a person corrected or left out, ascending. */
    listDone: () =>
      done.all().map(({ id, omitida, correcciones }) => ({
        id,
        correcciones: parseCorrections(correcciones ?? '{}'),
        omitida: readOmission(omitida),
      })),
    listMended: () => mended.all(),
    /** Replaces rows as if they had been read so from the file: undo does not bring the old rows back. */
    replaceRows: (added: readonly StoredRow[], findSent: FindSent): void => {
      forget(() => history.restore.immediate(added, findSent));
    },
    /** Replaces rows in one step that can be undone. Returns how many rows differ. */
    change: (added: readonly StoredRow[], findSent: FindSent): number =>
      forget(() => history.change.immediate(added, findSent)),
    leaveOut: (rows: readonly number[], omission: Omission | null, findSent: FindSent): number =>
      forget(() => history.leaveOut.immediate(rows, omission, findSent)),
    undo: (findSent: FindSent) => forget(() => history.undo.immediate(findSent)),
    redo: (findSent: FindSent) => forget(() => history.redo.immediate(findSent)),
    readHistory: history.readStatus,
    close: () => void db.close(),
  };
}

/** Makes a function from a canonical text to the number that equal coupons share; the import computes the same one (`identity` of `createCuponWriter`). */
function createIdentity(): (text: string) => number {
  const writer = createCuponWriter(FIELDS_IN_ORDER);
  return (text) => {
    const cupon = parseCanonicalText(text);
    writer.begin();
    for (const [order, field] of FIELDS_IN_ORDER.entries()) {
      const value = cupon[field];
      if (value !== undefined) writer.add(order, value);
    }
    writer.end();
    writer.take();
    return writer.identity();
  };
}

/** A row's id and exact text. `carga`, `seq`: the coupon that sent this sale before, if `carga` is not null. `omitida`: 1 if left out as sent before. */
interface ReviewCupon {
  readonly id: number;
  readonly texto: string;
  readonly carga: string | null;
  readonly seq: number | null;
  readonly omitida: number;
}

/** Opens the rows of a review for reading. The file must exist and have the current schema. */
export function openReviewCupones(file: string) {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  return {
    version: () => guard(() => db.prepare<[], number>('SELECT n FROM version').pluck().get()) ?? 0,
    /** Yields the rows to send, and those left out because they were sent before, ascending, in pieces of `pieceSize`. */
    cuponesOf(pieceSize: number) {
      const page = db.prepare<[number, number], ReviewCupon>(
        `SELECT f.id AS id, texto, CASE f.enviado ->> 0 WHEN 'enviado' THEN f.enviado ->> 1 END AS carga, f.enviado_en ->> 2 AS seq,
           f.omitida > 0 AS omitida FROM fila f JOIN contenido c ON c.id = f.id
         WHERE f.centavos IS NOT NULL AND f.omitida IN (0, ${String(OMITTED_AS_SENT)}) AND f.id > ? ORDER BY f.id LIMIT ?`,
      );
      return readInPages(
        pieceSize,
        (after) => guard(() => page.all(after, pieceSize)),
        ({ id }) => id,
      );
    },
    close: () => void db.close(),
  };
}
export type ReviewCupones = ReturnType<typeof openReviewCupones>;
