/** Turns queries of a view into SQL. Names come only from `row.ts`; values are always bound. */
import type { Database } from 'better-sqlite3';
import type { DataField } from '#domain/views/filter-values.ts';
import { parseTypedImporte } from '#domain/money.ts';
import { splitWords, containsFolded } from '#domain/fold-text.ts';
import { VIEWS, type ServiceMethod } from '#domain/views/index.ts';
import { type Value, columnsOfField, TABLES, type CacheTable } from './row.ts';
import type { Query, Filter } from './types.ts';

export interface Sql {
  readonly texto: string;
  readonly valores: readonly Value[];
}

/** The source of a query's rows, and the condition that finds them. */
export interface SearchEntry extends Sql {
  readonly tabla: string;
}

const fieldOf = ({ campos, tabla }: CacheTable, name: string): DataField => {
  const field = campos.find((each) => each.nombre === name);
  if (field === undefined) throw new Error(`${tabla} has no ${name}`);
  return field;
};

const join = (parts: readonly Sql[], union: string, whenEmpty: string): Sql =>
  parts.length === 0
    ? { texto: whenEmpty, valores: [] }
    : { texto: parts.map(({ texto }) => texto).join(union), valores: parts.flatMap(({ valores }) => valores) };

const writeNumericSql = (column: string): string =>
  `${column} GLOB '[0-9]*' AND ${column} NOT GLOB '*[^0-9.]*' AND ${column} NOT GLOB '*.*.*'`;

/** One filter as SQL: `igual` needs any of the values; `distinto`, `contiene`, `mayor` and `menor` need all of them. */
function filterSql(table: CacheTable, { campo: name, op = 'igual', valores }: Filter): Sql {
  const field = fieldOf(table, name);
  const [column = name, time] = columnsOfField(field);
  /** Appends the row's time to a date that is compared with a time; a date without a time stands for the whole day. */
  const withTime = (value: Value): string =>
    time !== undefined && typeof value === 'string' && value.length > 10 ? `${column} || ' ' || ${time}` : column;
  switch (op) {
    case 'igual':
      return { texto: `(${valores.map((value) => `${withTime(value)} IS ?`).join(' OR ') || '0'})`, valores };
    case 'distinto':
      return { texto: `(${valores.map((value) => `${withTime(value)} IS NOT ?`).join(' AND ') || '1'})`, valores };
    case 'contiene':
      return join(
        valores.map((value) => buildTextCondition(column, String(value))),
        ' AND ',
        '1',
      );
    case 'mayor':
    case 'menor': {
      const sign = op === 'mayor' ? '>' : '<';
      const compareSql = (value: Value): string =>
        field.tipo === 'texto'
          ? `(${writeNumericSql(column)} AND CAST(${column} AS REAL) ${sign} ?)`
          : `coalesce(${withTime(value)}, ${column}) ${sign} ?`;
      return { texto: `(${valores.map(compareSql).join(' AND ') || '1'})`, valores };
    }
    case 'vacio':
      return {
        texto: field.tipo === 'texto' ? `(${column} IS NULL OR ${column} = '')` : `${column} IS NULL`,
        valores: [],
      };
    case 'no_vacio':
      return { texto: field.tipo === 'texto' ? `${column} <> ''` : `${column} IS NOT NULL`, valores: [] };
  }
}

/**
 * Each typed word has to be in one of the fields. `probable`: most of the examined rows have the text, so the plainest comparison decides nearly all
 * of them.
 */
function writeSearchedSql(
  table: CacheTable,
  text: string,
  {
    campos = VIEWS[table.metodo].searched.fields,
    probable = false,
  }: { readonly campos?: readonly string[]; readonly probable?: boolean },
): readonly Sql[] {
  return splitWords(text).map((word): Sql => {
    const importe = parseTypedImporte(word);
    if (importe !== undefined) {
      const columns = table.campos.flatMap(({ nombre, tipo, derivado }) =>
        tipo === 'importe' && derivado !== true ? [nombre] : [],
      );
      return {
        texto: `(${columns.map((column) => `${column} IN (?, ?)`).join(' OR ') || '0'})`,
        valores: columns.flatMap(() => [importe, -importe]),
      };
    }
    // Try the last fields first for a word without digits: names are last, and the first match spares the rest.
    const searchOrder = /\d/.test(word) ? campos : campos.toReversed();
    const literals = probable ? searchOrder.map((column) => buildLiteralCondition(column, word)) : [];
    const parts = [...literals, ...searchOrder.map((column) => buildTextCondition(column, word))];
    const { texto: condition, valores } = join(parts, ' OR ', '0');
    return { texto: `(${condition})`, valores };
  });
}

/** The condition that a row has the typed text in one of some fields. */
export const buildCondition = (method: ServiceMethod, text: string, fields: readonly string[]): Sql =>
  join(writeSearchedSql(TABLES[method], text, { campos: fields }), ' AND ', '1');

/** The condition of the period. Months that were stored whole count when any of their days is in the period. */
function writePeriodSql(table: CacheTable, { desde, hasta, campoFecha = table.fecha ?? '' }: Query): readonly Sql[] {
  if (table.fecha === null) return [];
  const { nombre } = fieldOf(table, campoFecha);
  const final = table.fecha === 'desde' ? 'hasta' : nombre;
  return [
    ...(desde === undefined ? [] : [{ texto: `${final} >= ?`, valores: [desde] }]),
    ...(hasta === undefined ? [] : [{ texto: `${nombre} <= ?`, valores: [hasta] }]),
  ];
}

/** The condition that a row names one of some stores and establishments. */
function writePlacesSql({ places }: Query): readonly Sql[] {
  if (places === undefined) return [];
  const placeholders = places.map(() => '(?, ?)').join(', ');
  return [
    {
      texto: `(coalesce(comercio, ''), coalesce(establecimiento, '')) IN (VALUES ${placeholders || '(NULL, NULL)'})`,
      valores: places.flatMap(([store, establishment]) => [store ?? '', establishment ?? '']),
    },
  ];
}

/** The condition of a query. `probable`: the examined rows most likely have the typed text. */
export function buildWhereClause(query: Query, { probable = false } = {}): Sql {
  const table = TABLES[query.metodo];
  return join(
    [
      ...writePeriodSql(table, query),
      ...(query.filtros ?? []).map((each) => filterSql(table, each)),
      ...writePlacesSql(query),
      ...(query.texto === undefined ? [] : writeSearchedSql(table, query.texto, { probable })),
      ...(query.retiradas === true ? [] : [{ texto: 'retirada IS NULL', valores: [] }]),
    ],
    ' AND ',
    '1',
  );
}

/** Numbers stored as text that sort by length first: 6 before 18. Other numbers stored as text have all their zeros. */
const DIGIT_FIELDS: ReadonlySet<string> = new Set(['cuotas']);

export function writeOrderSql({ metodo, orden }: Query): string {
  const table = TABLES[metodo];
  const field = orden?.campo ?? table.fecha;
  const own = field === null ? [] : field === 'id' ? ['id'] : columnsOfField(fieldOf(table, field));
  const lengths = field !== null && DIGIT_FIELDS.has(field) ? [`length(${field})`] : [];
  return [...lengths, ...own, 'n'].map((column) => (orden?.desc === true ? `${column} DESC` : column)).join(', ');
}

/** The columns of a row, for a `SELECT` of the table alone or in a join. `en_duda`: when a complete reading first lacked the row. */
export const writeColumnsInSql = ({ campos, metodo, tabla }: CacheTable): string =>
  [
    ...['n', 'id', ...campos.filter(({ nombre }) => nombre !== 'id').flatMap(columnsOfField), 'extra', 'retirada'],
    `(SELECT a.desde FROM ausencia a WHERE a.metodo = '${metodo}' AND a.id = ${tabla}.id) AS en_duda`,
  ].join(', ');

/** The source in which a query counts and adds up. Finds rows in doubt by their identifiers, because there are few. */
export function getSource({ metodo, enDuda }: Query): string {
  const { tabla } = TABLES[metodo];
  if (enDuda !== true) return tabla;
  return `(SELECT t.n AS dudosa FROM ausencia a CROSS JOIN ${tabla} t ON t.id = a.id WHERE a.metodo = '${metodo}')
    CROSS JOIN ${tabla} ON n = dudosa`;
}

/** `SELECT` of the first rows of a query, in order; all of them when `limit` is −1. */
export function buildSelect(query: Query, limit: number): Sql {
  const table = TABLES[query.metodo];
  const { texto, valores } = buildWhereClause(query);
  return {
    texto: `SELECT ${writeColumnsInSql(table)} FROM ${table.tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)} LIMIT ?`,
    valores: [...valores, limit],
  };
}

export function countOf(query: Query): Sql {
  const { texto, valores } = buildWhereClause(query);
  return { texto: `SELECT count(*) AS n FROM ${getSource(query)} WHERE ${texto}`, valores };
}

// Searches text in SQL without regard to case and accents (`domain/fold-text.ts`).

/** Letters that may have an accent: a pattern has "any character" in their place. */
const ACCENTED = new Set('aeiouncy');

/** A `LIKE` pattern (with `\` to escape) that matches every text with the folded text in it, and little else. */
function patternOf(part: string): string {
  const pieces = Array.from(part, (character) => {
    if (ACCENTED.has(character) || character > '~') return '_';
    return '%_\\'.includes(character) ? `\\${character}` : character;
  });
  return `%${pieces.join('')}%`;
}

/** Whether the pattern alone decides, because it has no "any character". */
const isExact = (part: string): boolean => !Array.from(part).some((c) => ACCENTED.has(c) || c > '~');

const FUNCTION_NAME = 'contiene_plegado';

/** Use `ESCAPE` only where something is escaped: it slows each comparison down. */
const buildLike = (column: string, pattern: string): string =>
  pattern.includes('\\') ? `${column} LIKE ? ESCAPE '\\'` : `${column} LIKE ?`;

interface Condition {
  readonly texto: string;
  readonly valores: string[];
}

/** The condition that a column has the text as it is, apart from the case of plain letters. */
function buildLiteralCondition(column: string, part: string): Condition {
  // A text without letters has no case: a plain search takes three quarters of the time of a pattern.
  if (/^[!-@[-`{-~]+$/.test(part)) return { texto: `instr(${column}, ?) > 0`, valores: [part] };
  const pattern = `%${part.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: buildLike(column, pattern), valores: [pattern] };
}

/**
 * The condition that a column contains a folded text, with its bound values. Checks the loose pattern first, then the literal text, which nearly all
 * matches contain; calls the function, which costs more, only for the rest.
 */
function buildTextCondition(column: string, part: string): Condition {
  const literal = buildLiteralCondition(column, part);
  if (isExact(part)) return literal;
  const loosePattern = patternOf(part);
  return {
    texto: `(${buildLike(column, loosePattern)} AND (${literal.texto} OR ${FUNCTION_NAME}(${column}, ?)))`,
    valores: [loosePattern, ...literal.valores, part],
  };
}

/** Registers the folding function. Every connection that searches text needs it. */
export function registerTextFunction(db: Database): void {
  db.function(FUNCTION_NAME, { deterministic: true }, (text, part) =>
    typeof text === 'string' && typeof part === 'string' && containsFolded(text, part) ? 1 : 0,
  );
}
