/** The operations of a reading thread, by name, over a connection that cannot write. */
import type { Database } from 'better-sqlite3';
import { countDaysBetween } from '#domain/civil-date.ts';
import { mapViews, type ServiceMethod } from '#domain/views/index.ts';
import { openGrouping, openParts, openTotals, type Totals } from './grouping.ts';
import { openProposals } from './search-index.ts';
import { TABLES, isRaw, type RawRow, type Value } from './row.ts';
import {
  writeColumnsInSql,
  buildCondition,
  buildWhereClause,
  getSource,
  writeOrderSql,
  type SearchEntry,
  type Sql,
  registerTextFunction,
} from './query.ts';
import { openMissing } from './coverage.ts';
import type { Query, Filter } from './types.ts';
import { ROWS_VERSION } from './writable.ts';

/** A search first looks at this many rows in the order of the query, before it searches the whole table. */
const GLANCE_ROWS = 20_000;
/** The most rows that typed words may propose when all matches are wanted: for more, reading the whole table is as fast. */
const MAX_OF_ALL = 500_000;
/** For more days than this, reading the whole table is faster than visiting its rows through the date index. */
const DAYS_BY_INDEX = 92;
/** Fields with an index of their own, by view. */
const INDEXED = mapViews(({ indexes }) => indexes);

interface TextAsked {
  readonly metodo: ServiceMethod;
  readonly texto: string;
  readonly campos: readonly string[];
  readonly limite: number;
}

interface AmountAsked {
  readonly metodo: ServiceMethod;
  readonly campo: string;
  readonly desde: number;
  readonly hasta: number;
  readonly limite: number;
}

const toRawRows = (alreadyRead: readonly unknown[]): readonly RawRow[] => alreadyRead.filter(isRaw);

const isIndexFilter = ({ metodo, filtros = [] }: Query): boolean =>
  filtros.some(({ campo, op = 'igual' }) => op === 'igual' && INDEXED[metodo].includes(campo));

const isNarrow = ({ desde, hasta }: Query): boolean =>
  desde !== undefined && hasta !== undefined && countDaysBetween(desde, hasta) < DAYS_BY_INDEX;
const hasConditions = ({ filtros = [], texto = '' }: Query): boolean => filtros.length > 0 || texto.trim() !== '';

/** The sums of a filter, and of its rows in doubt. */
interface FilterTotals extends Totals {
  readonly enDuda: { readonly filas: number; readonly sumas: Totals['sumas'] };
}

/** Calls `keepGoing` between the pieces of long work; it throws when the caller has left. */
export function openReading(db: Database, keepGoing: () => void = () => undefined) {
  registerTextFunction(db);
  const { findProposals, isReady } = openProposals(db);
  const parts = openParts(db, keepGoing);
  const version = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();

  /** Chooses the way to the rows of a query: the search index, another index, or the whole table. */
  function buildEntry(query: Query, maximum?: number): SearchEntry {
    const condition = buildWhereClause(query);
    if (query.enDuda === true) return { ...condition, tabla: getSource(query), isWhole: false };
    const { tabla } = TABLES[query.metodo];
    const { texto = '' } = query;
    const narrow = isNarrow(query);
    const proposal =
      narrow || texto.trim() === ''
        ? undefined
        : findProposals(query.metodo, texto, maximum === undefined ? {} : { maximum });
    if (proposal !== undefined) {
      const probable = buildWhereClause(query, { probable: true });
      // Join instead of `IN`: `IN` would collect the proposed rows first, which costs more than looking at them one by one.
      return {
        tabla: `${proposal.texto} CROSS JOIN ${tabla} ON n = propuesta`,
        texto: probable.texto,
        valores: [...proposal.valores, ...probable.valores],
        isWhole: false,
      };
    }
    const whole = hasConditions(query) && !narrow && !isIndexFilter(query);
    return { ...condition, tabla: whole ? `${tabla} NOT INDEXED` : tabla, isWhole: whole };
  }

  /** A condition that limits a query to the first `GLANCE_ROWS` rows of its order; undefined if that would save nothing. */
  function buildGlance(query: Query): Sql | undefined {
    const { metodo, orden } = query;
    const { tabla, fecha } = TABLES[metodo];
    if (!hasConditions(query) || fecha === null || metodo === 'conciliaciones') return undefined;
    if ((orden?.campo ?? fecha) !== fecha || isIndexFilter(query)) return undefined;
    const { filtros: _, texto: _text, ...period } = query;
    const { texto, valores } = buildWhereClause(period);
    const edge = db
      .prepare(
        `SELECT ${fecha} FROM ${tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)} LIMIT 1 OFFSET ${String(GLANCE_ROWS)}`,
      )
      .pluck()
      .get(...valores);
    if (typeof edge !== 'string') return undefined;
    return { texto: `${fecha} ${orden?.desc === true ? '>=' : '<='} ?`, valores: [edge] };
  }

  const columnsSqlOf = (method: ServiceMethod): string => writeColumnsInSql(TABLES[method]);

  const sumRows = openTotals(db, parts);
  const addUp = (query: Query): Totals => sumRows(query.metodo, buildEntry(query, MAX_OF_ALL));

  return {
    /** A counter of changes to rows; changes to the index or the coverage do not count. */
    version: (): string => version.get(ROWS_VERSION) ?? '0',

    /** The rows of a query from `desdeFila` on, and whether more follow. */
    page({ consulta: query, desdeFila, howMany }: { consulta: Query; desdeFila: number; howMany: number }) {
      const { metodo, texto = '' } = query;
      const order = writeOrderSql(query);
      const { tabla, fecha } = TABLES[metodo];
      // Sort the numbers of the rows alone, and read only the rows of the page whole.
      const one = db.prepare(`SELECT ${columnsSqlOf(metodo)} FROM ${tabla} WHERE n = ?`).raw();
      const pageOf = (from: Omit<SearchEntry, 'isWhole'>) => {
        const ns = db
          .prepare(`SELECT n FROM ${from.tabla} WHERE ${from.texto} ORDER BY ${order} LIMIT ? OFFSET ?`)
          .pluck()
          .all(...from.valores, howMany + 1, desdeFila);
        return { filas: toRawRows(ns.slice(0, howMany).map((n) => one.get(n))), hayMas: ns.length > howMany };
      };
      const where = buildWhereClause(query);
      const proposal = isNarrow(query) || texto.trim() === '' ? undefined : findProposals(metodo, texto);
      const glance = proposal === undefined ? buildGlance(query) : undefined;
      if (glance !== undefined) {
        const found = pageOf({
          tabla,
          texto: `${where.texto} AND ${glance.texto}`,
          valores: [...where.valores, ...glance.valores],
        });
        if (found.hayMas) return found;
      }
      keepGoing();
      if (hasConditions(query)) return pageOf(buildEntry(query));
      // The date index gives the list its own order.
      const isOwnOrder = (query.orden?.campo ?? fecha) === fecha;
      return pageOf({ ...where, tabla: isOwnOrder ? tabla : `${tabla} NOT INDEXED` });
    },

    readById({ metodo, ids }: { metodo: ServiceMethod; ids: readonly string[] }) {
      const one = db.prepare(`SELECT ${columnsSqlOf(metodo)} FROM ${TABLES[metodo].tabla} WHERE id = ?`).raw();
      return toRawRows(ids.map((id) => one.get(id)));
    },

    /**
     * Counts the rows; for each amount gives the exact sum in centavos and the number of rows without it; likewise for the rows in doubt. Also counts
     * the matching withdrawn rows, which no sum includes.
     */
    totales({ consulta: query }: { consulta: Query }): FilterTotals {
      const all = addUp({ ...query, retiradas: true });
      // Read a second time only if there are withdrawn rows, which few accounts have.
      const live = all.retiradas === 0 ? all : addUp({ ...query, retiradas: false });
      const { total, sumas: sums } = addUp({ ...query, retiradas: false, enDuda: true });
      return {
        ...live,
        retiradas: all.retiradas,
        enDuda: { filas: total, sumas: sums },
      };
    },

    /** The values of a field with their number of rows, most frequent first. A date counts by its day; an empty text is no value. */
    listValues({ consulta: query, campo, cuantos: atMost }: { consulta: Query; campo: string; cuantos: number }) {
      const { tabla, texto, valores } = buildEntry(query, MAX_OF_ALL);
      return toRawRows(
        db
          .prepare(
            `SELECT nullif(${campo}, '') AS valor, count(*) AS veces FROM ${tabla} WHERE ${texto}
             GROUP BY 1 ORDER BY veces DESC, valor LIMIT ?`,
          )
          .raw()
          .all(...valores, atMost),
      );
    },

    /** Rows that have all of these values, in the order of the table (the first written first), and how many there are. */
    listLinked({ metodo, filtros, limite }: { metodo: ServiceMethod; filtros: readonly Filter[]; limite: number }) {
      const condition = buildWhereClause({ metodo, filtros });
      // State that the field has a value, because a partial index may hold only such rows.
      const withValue = filtros
        .filter((f) => !f.valores.includes(null))
        .map(({ campo }) => ` AND ${campo} IS NOT NULL`);
      const { valores } = condition;
      const text = condition.texto + withValue.join('');
      const { tabla } = TABLES[metodo];
      const total = db
        .prepare<Value[], number>(`SELECT count(*) FROM ${tabla} WHERE ${text}`)
        .pluck()
        .get(...valores);
      const alreadyRead = db
        .prepare(`SELECT ${columnsSqlOf(metodo)} FROM ${tabla} WHERE ${text} ORDER BY n LIMIT ?`)
        .raw();
      return { filas: toRawRows(alreadyRead.all(...valores, limite)), total: total ?? 0 };
    },

    /**
     * The newest rows with a text in one of some fields. `completo`: the search index is up to date or not needed. Looks only at the newest proposed
     * rows, or at the newest 20,000 rows.
     */
    found({ metodo, texto, campos, limite }: TextAsked) {
      const { tabla } = TABLES[metodo];
      const proposal = findProposals(metodo, texto, { latest: GLANCE_ROWS / 10 });
      const condition = buildCondition(metodo, texto, campos);
      const latest = `n > (SELECT coalesce(max(n), 0) FROM ${tabla}) - ${String(GLANCE_ROWS)}`;
      const de =
        proposal === undefined
          ? { tabla: `${tabla} NOT INDEXED`, texto: latest, valores: [] }
          : {
              tabla: `${proposal.texto} CROSS JOIN ${tabla} ON n = propuesta`,
              texto: '1',
              valores: proposal.valores,
            };
      const alreadyRead = db
        .prepare(
          `SELECT ${columnsSqlOf(metodo)} FROM ${de.tabla} WHERE ${de.texto} AND ${condition.texto} AND retirada IS NULL
           ORDER BY n DESC LIMIT ?`,
        )
        .raw()
        .all(...de.valores, ...condition.valores, limite);
      return { filas: toRawRows(alreadyRead), completo: isReady(metodo) };
    },

    /**
     * The newest rows with an amount between two bounds, of either sign. Uses the date index, which also has the amount in the two views that grow:
     * the whole table is much larger.
     */
    findByImporte({ metodo, campo, desde, hasta, limite }: AmountAsked) {
      const { tabla } = TABLES[metodo];
      // `+n` keeps SQLite from scanning the whole table backwards, which it would do for rare amounts.
      const ns = db
        .prepare(
          `SELECT n FROM ${tabla} WHERE retirada IS NULL AND (${campo} BETWEEN ? AND ? OR ${campo} BETWEEN ? AND ?)
           ORDER BY +n DESC LIMIT ?`,
        )
        .pluck()
        .all(desde, hasta, -hasta, -desde, limite);
      const one = db.prepare(`SELECT ${columnsSqlOf(metodo)} FROM ${tabla} WHERE n = ?`).raw();
      return toRawRows(ns.map((n) => one.get(n)));
    },

    ...openGrouping(db),
    ...openMissing(db),

    /** Reads every row of a query from a snapshot of the present data. */
    *everyRow(query: Query): Generator<RawRow> {
      const { tabla, texto, valores } = buildEntry(query, MAX_OF_ALL);
      const read = db.prepare(
        `SELECT ${columnsSqlOf(query.metodo)} FROM ${tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)}`,
      );
      for (const row of read.raw().iterate(...valores)) yield* toRawRows([row]);
    },
  };
}

export type CacheReading = ReturnType<typeof openReading>;
