/** What a reading thread can do with a cache, over a connection that cannot write. */
import type { Database } from 'better-sqlite3';
import { countDaysBetween } from '#domain/civil-date.ts';
import type { Vista } from '#domain/views/index.ts';
import { openGrouping, openTotals, type Totals } from './grouping.ts';
import { openProposals } from './search-index.ts';
import { TABLES, type Value } from './row.ts';
import {
  writeColumnsInSql,
  buildCondition,
  buildWhereClause,
  getSource,
  writeOrderSql,
  writeValueSql,
  type SearchEntry,
  registerTextFunction,
} from './query.ts';
import { openMissing } from './coverage.ts';
import type { ViewQuery, Filter, ReadRow } from './types.ts';
import { ROWS_VERSION } from './writable.ts';

/** The search (Ctrl+K) looks at this many of the newest rows, or at a tenth as many that the search index proposes. */
const NEWEST_ROWS = 20_000;
/** For a period of this many days or more, reading the whole table is faster than looking up each row through the date index. */
const DAYS_BY_INDEX = 92;

const isIndexFilter = ({ metodo, filtros = [] }: ViewQuery): boolean =>
  filtros.some(({ campo, op = 'igual' }) => op === 'igual' && TABLES[metodo].indexes.includes(campo));

const isNarrow = ({ desde, hasta }: ViewQuery): boolean =>
  desde !== undefined && hasta !== undefined && countDaysBetween(desde, hasta) < DAYS_BY_INDEX;
const hasConditions = ({ filtros = [], texto = '' }: ViewQuery): boolean => filtros.length > 0 || texto.trim() !== '';

export function openReading(db: Database) {
  registerTextFunction(db);
  const { findProposals, isReady } = openProposals(db);

  /** Chooses how to find the rows of a query: by the search index, by another index, or by reading the whole table. */
  function buildEntry(query: ViewQuery): SearchEntry {
    const condition = buildWhereClause(query);
    if (query.enDuda === true) return { ...condition, tabla: getSource(query) };
    const { tabla } = TABLES[query.metodo];
    const { texto = '' } = query;
    const narrow = isNarrow(query);
    const proposal = narrow || texto.trim() === '' ? undefined : findProposals(query.metodo, texto);
    if (proposal !== undefined) {
      const probable = buildWhereClause(query, { probable: true });
      // Join instead of `IN`, which would collect all proposed rows before looking at the first.
      return {
        tabla: `${proposal.texto} CROSS JOIN ${tabla} ON n = propuesta`,
        texto: probable.texto,
        valores: [...proposal.valores, ...probable.valores],
      };
    }
    const whole = hasConditions(query) && !narrow && !isIndexFilter(query);
    return { ...condition, tabla: whole ? `${tabla} NOT INDEXED` : tabla };
  }

  const readEach = (
    { metodo, byBank }: Pick<ViewQuery, 'metodo' | 'byBank'>,
    column: 'n' | 'id',
    values: readonly Value[],
  ): readonly ReadRow[] => {
    const table = TABLES[metodo];
    const columns = writeColumnsInSql(table, byBank);
    const one = db.prepare<[Value], ReadRow>(`SELECT ${columns} FROM ${table.tabla} WHERE ${column} = ?`);
    return values.map((value) => one.get(value)).filter((row) => row !== undefined);
  };
  const sumRows = openTotals(db);
  const addUp = (query: ViewQuery): Totals => sumRows(query.metodo, buildEntry(query));

  const selectVersion = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();
  const readVersion = (): string => selectVersion.get(ROWS_VERSION) ?? '0';

  return {
    readVersion,
    /** A page of a query: its rows from `desdeFila` on, and whether more follow. `total`: null except on the page with the last row. */
    page(query: ViewQuery, { desdeFila, filas: howMany }: { readonly desdeFila: number; readonly filas: number }) {
      const { metodo, orden } = query;
      const { tabla, fecha } = TABLES[metodo];
      // If the query has no conditions, the date index gives the rows in the order of the view.
      const isOwnOrder = (orden?.campo ?? fecha) === fecha;
      const from = hasConditions(query)
        ? buildEntry(query)
        : { ...buildWhereClause(query), tabla: isOwnOrder ? tabla : `${tabla} NOT INDEXED` };
      // Sort only row numbers, and read complete rows only for this page.
      const ns = db
        .prepare<Value[], number>(
          `SELECT n FROM ${from.tabla} WHERE ${from.texto} ORDER BY ${writeOrderSql(query)} LIMIT ? OFFSET ?`,
        )
        .pluck()
        .all(...from.valores, howMany + 1, desdeFila);
      const filas = readEach(query, 'n', ns.slice(0, howMany));
      const hayMas = ns.length > howMany;
      const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
      return { filas, hayMas, total, version: readVersion() };
    },

    byId: (method: Vista, ids: readonly string[], byBank = false) => readEach({ metodo: method, byBank }, 'id', ids),

    /** How many rows a query has; for each amount its sum in centavos and how many rows lack it. `enDuda`: rows in doubt only. No sum has withdrawn rows. */
    totals(query: ViewQuery) {
      const { total, sumas } = addUp({ ...query, retiradas: false, enDuda: true });
      return { ...addUp({ ...query, retiradas: true }), enDuda: { filas: total, sumas } };
    },

    /** The values of a field with their number of rows, the most frequent first. Dates count by day; an empty text counts as no value (null). */
    listValues(query: ViewQuery, { campo, cuantos: atMost }: { readonly campo: string; readonly cuantos: number }) {
      const { tabla, texto, valores } = buildEntry(query);
      return db
        .prepare<Value[], { readonly valor: Value; readonly filas: number }>(
          `SELECT nullif(${writeValueSql(campo, query)}, '') AS valor, count(*) AS filas FROM ${tabla} WHERE ${texto}
           GROUP BY 1 ORDER BY filas DESC, valor LIMIT ?`,
        )
        .all(...valores, atMost);
    },

    /** The rows that have all these values, in table order (first written first), and how many there are. */
    listLinked(method: Vista, { filtros, limite }: { readonly filtros: readonly Filter[]; readonly limite: number }) {
      const condition = buildWhereClause({ metodo: method, filtros });
      // Also say `IS NOT NULL`: otherwise SQLite cannot use a partial index.
      const withValue = filtros
        .filter((f) => !f.valores.includes(null))
        .map(({ campo }) => ` AND ${campo} IS NOT NULL`);
      const { valores } = condition;
      const table = TABLES[method];
      const from = `FROM ${table.tabla} WHERE ${condition.texto}${withValue.join('')}`;
      const total = db.prepare<Value[], number>(`SELECT count(*) ${from}`).pluck();
      const rows = db.prepare<Value[], ReadRow>(`SELECT ${writeColumnsInSql(table)} ${from} ORDER BY n LIMIT ?`);
      return { filas: rows.all(...valores, limite), total: total.get(...valores) ?? 0 };
    },

    /** The newest rows with a text in one of the fields. `completo`: the search index has nearly all rows, or the view needs no index. */
    findByText(
      method: Vista,
      {
        texto,
        campos,
        limite,
      }: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
    ) {
      const table = TABLES[method];
      const { tabla } = table;
      const proposal = findProposals(method, texto, { latest: NEWEST_ROWS / 10 });
      const condition = buildCondition(method, texto, campos);
      const from =
        proposal === undefined
          ? `${tabla} NOT INDEXED WHERE n > (SELECT coalesce(max(n), 0) FROM ${tabla}) - ${String(NEWEST_ROWS)}`
          : `${proposal.texto} CROSS JOIN ${tabla} ON n = propuesta WHERE 1`;
      const rows = db
        .prepare<Value[], ReadRow>(
          `SELECT ${writeColumnsInSql(table)} FROM ${from} AND ${condition.texto} AND retirada IS NULL ORDER BY n DESC LIMIT ?`,
        )
        .all(...(proposal?.valores ?? []), ...condition.valores, limite);
      return { filas: rows, completo: isReady(method) };
    },

    /** The newest rows with an amount between two bounds (centavos, not negative), whatever the amount's sign. */
    findByImporte(
      method: Vista,
      request: { readonly campo: string; readonly desde: number; readonly hasta: number; readonly limite: number },
    ) {
      const { campo, desde, hasta, limite } = request;
      // `+n` keeps SQLite from reading the whole table backwards, which it would do to find rare amounts.
      const ns = db
        .prepare<Value[], number>(
          `SELECT n FROM ${TABLES[method].tabla} WHERE retirada IS NULL AND (${campo} BETWEEN ? AND ? OR ${campo} BETWEEN ? AND ?)
           ORDER BY +n DESC LIMIT ?`,
        )
        .pluck()
        .all(desde, hasta, -hasta, -desde, limite);
      return readEach({ metodo: method }, 'n', ns);
    },

    ...openGrouping(db),
    ...openMissing(db),

    everyRow(query: ViewQuery): IterableIterator<ReadRow> {
      const { tabla, texto, valores } = buildEntry(query);
      const columns = writeColumnsInSql(TABLES[query.metodo], query.byBank);
      return db
        .prepare<Value[], ReadRow>(`SELECT ${columns} FROM ${tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)}`)
        .iterate(...valores);
    },
  };
}

export type CacheReading = ReturnType<typeof openReading>;
export type CacheQueries = Omit<CacheReading, 'everyRow'>;
