/** Translates queries of a view into SQL. Table and column names come only from `row.ts`; values are always bound. */
import type { Database } from 'better-sqlite3';
import type { DataField } from '#domain/views/filter-values.ts';
import { parseTypedImporte } from '#domain/money.ts';
import { splitWords, containsFolded } from '#domain/fold-text.ts';
import type { Vista } from '#domain/views/index.ts';
import { type Value, columnsOfField, TABLES, type CacheTable } from './row.ts';
import type { ViewQuery, Filter } from './types.ts';

export interface Sql {
  readonly texto: string;
  readonly valores: readonly Value[];
}

export interface SearchEntry extends Sql {
  readonly tabla: string;
}

/** SQL: whether the bank paid an unlinked settlement: exactly one unlinked movement has the settlement's number and amount, as in `trail-links.ts`. */
const PAID_IN_BANK = `liquidaciones.numero <> ''
  AND NOT EXISTS (SELECT 1 FROM movimientos m WHERE m.liquidaciones_id = liquidaciones.id AND m.retirada IS NULL)
  AND (SELECT count(*) FROM movimientos m WHERE m.referencia = liquidaciones.numero AND m.retirada IS NULL
    AND coalesce(m.liquidaciones_id, '') = '' AND coalesce(m.transacciones_id, '') = ''
    AND abs(m.importe) = abs(liquidaciones.total_acreditado)) = 1`;

/** SQL of a column's value. With `byBank`, `acreditada` is 1 also for a settlement that only the bank shows as paid. */
export const writeValueSql = (
  column: string,
  { metodo, byBank = false }: Pick<ViewQuery, 'metodo' | 'byBank'>,
): string =>
  byBank && metodo === 'liquidaciones' && column === 'acreditada'
    ? `(CASE WHEN acreditada IS NOT 1 AND ${PAID_IN_BANK} THEN 1 ELSE acreditada END)`
    : column;

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

/** SQL of a filter. `igual` accepts any of the values; `distinto`, `contiene`, `mayor` and `menor` must hold for each of them. */
function filterSql(query: ViewQuery, { campo: name, op = 'igual', valores }: Filter): Sql {
  const field = fieldOf(TABLES[query.metodo], name);
  const [column = name, time] = columnsOfField(field).map((one) => writeValueSql(one, query));
  /** If the value has a time, compares it with the row's date and time; otherwise with the date alone. */
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

/** SQL: each typed word must be in one of the fields, or be one of the amounts. `probable`: nearly all examined rows match, so the literal text goes first. */
function writeSearchedSql(
  table: CacheTable,
  text: string,
  { campos = table.searched, probable = false }: { readonly campos?: readonly string[]; readonly probable?: boolean },
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
    // Names are in the last fields: for a word without digits, look there first, because the first match ends the comparison.
    const searchOrder = /\d/.test(word) ? campos : campos.toReversed();
    const literals = probable ? searchOrder.map((column) => buildLiteralCondition(column, word)) : [];
    const parts = [...literals, ...searchOrder.map((column) => buildTextCondition(column, word))];
    const { texto: condition, valores } = join(parts, ' OR ', '0');
    return { texto: `(${condition})`, valores };
  });
}

export const buildCondition = (method: Vista, text: string, fields: readonly string[]): Sql =>
  join(writeSearchedSql(TABLES[method], text, { campos: fields }), ' AND ', '1');

/** SQL: whether a row lies in the period. A row that stands for a whole month counts if any of its days does. */
function writePeriodSql(
  table: CacheTable,
  { desde, hasta, campoFecha = table.fecha ?? '' }: ViewQuery,
): readonly Sql[] {
  if (table.fecha === null) return [];
  const { nombre } = fieldOf(table, campoFecha);
  const final = table.fecha === 'desde' ? 'hasta' : nombre;
  return [
    ...(desde === undefined ? [] : [{ texto: `${final} >= ?`, valores: [desde] }]),
    ...(hasta === undefined ? [] : [{ texto: `${nombre} <= ?`, valores: [hasta] }]),
  ];
}

function writePlacesSql({ places }: ViewQuery): readonly Sql[] {
  if (places === undefined) return [];
  const placeholders = places.map(() => '(?, ?)').join(', ');
  return [
    {
      texto: `(coalesce(comercio, ''), coalesce(establecimiento, '')) IN (VALUES ${placeholders || '(NULL, NULL)'})`,
      valores: places.flatMap(([store, establishment]) => [store ?? '', establishment ?? '']),
    },
  ];
}

export function buildWhereClause(query: ViewQuery, { probable = false } = {}): Sql {
  const table = TABLES[query.metodo];
  return join(
    [
      ...writePeriodSql(table, query),
      ...(query.filtros ?? []).map((each) => filterSql(query, each)),
      ...writePlacesSql(query),
      ...(query.texto === undefined ? [] : writeSearchedSql(table, query.texto, { probable })),
      ...(query.retiradas === true ? [] : [{ texto: 'retirada IS NULL', valores: [] }]),
    ],
    ' AND ',
    '1',
  );
}

/** Numbers stored as text without leading zeros sort by length first (6 before 18). Other numbers keep their zeros and sort as text. */
const DIGIT_FIELDS: ReadonlySet<string> = new Set(['cuotas']);

export function writeOrderSql(query: ViewQuery): string {
  const { metodo, orden } = query;
  const table = TABLES[metodo];
  const field = orden?.campo ?? table.fecha;
  const own = field === null ? [] : field === 'id' ? ['id'] : columnsOfField(fieldOf(table, field));
  const lengths = field !== null && DIGIT_FIELDS.has(field) ? [`length(${field})`] : [];
  return [...lengths, ...own.map((column) => writeValueSql(column, query)), 'n']
    .map((column) => (orden?.desc === true ? `${column} DESC` : column))
    .join(', ');
}

/** SQL of the columns of a row, for a `SELECT` from the table alone or a join. `en_duda`: when a complete reading first lacked the row. */
export const writeColumnsInSql = ({ campos, metodo, tabla }: CacheTable, byBank = false): string =>
  [
    ...['n', 'id', ...campos.filter(({ nombre }) => nombre !== 'id').flatMap(columnsOfField), 'extra', 'retirada'].map(
      (column) => {
        const value = writeValueSql(column, { metodo, byBank });
        return value === column ? column : `${value} AS ${column}`;
      },
    ),
    `(SELECT a.desde FROM ausencia a WHERE a.metodo = '${metodo}' AND a.id = ${tabla}.id) AS en_duda`,
  ].join(', ');

/** The table over which a query counts and sums. For rows in doubt it is a join with their list, which is short. */
export function getSource({ metodo, enDuda }: ViewQuery): string {
  const { tabla } = TABLES[metodo];
  if (enDuda !== true) return tabla;
  return `(SELECT t.n AS dudosa FROM ausencia a CROSS JOIN ${tabla} t ON t.id = a.id WHERE a.metodo = '${metodo}')
    CROSS JOIN ${tabla} ON n = dudosa`;
}

export function buildSelect(query: ViewQuery, limit: number): Sql {
  const table = TABLES[query.metodo];
  const { texto, valores } = buildWhereClause(query);
  return {
    texto: `SELECT ${writeColumnsInSql(table, query.byBank)} FROM ${table.tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)} LIMIT ?`,
    valores: [...valores, limit],
  };
}

export function countOf(query: ViewQuery): Sql {
  const { texto, valores } = buildWhereClause(query);
  return { texto: `SELECT count(*) AS n FROM ${getSource(query)} WHERE ${texto}`, valores };
}

// Searches text in SQL, ignoring case and accents (`domain/fold-text.ts`).

/** Letters that may carry an accent; a pattern matches any character in their place. */
const ACCENTED = new Set('aeiouncy');

/** A `LIKE` pattern (escaped with `\`) that matches every text containing the folded text, and few others. */
function patternOf(part: string): string {
  const pieces = Array.from(part, (character) => {
    if (ACCENTED.has(character) || character > '~') return '_';
    return '%_\\'.includes(character) ? `\\${character}` : character;
  });
  return `%${pieces.join('')}%`;
}

/** Whether the pattern of a text has no wildcard in place of a letter, so that the pattern alone decides. */
const isExact = (part: string): boolean => !Array.from(part).some((c) => ACCENTED.has(c) || c > '~');

const FUNCTION_NAME = 'contiene_plegado';

/** Adds `ESCAPE` only to patterns that need it, because it slows comparisons down. */
const buildLike = (column: string, pattern: string): string =>
  pattern.includes('\\') ? `${column} LIKE ? ESCAPE '\\'` : `${column} LIKE ?`;

interface Condition {
  readonly texto: string;
  readonly valores: string[];
}

/** SQL: whether a column contains this text literally; upper and lower case match only in ASCII letters. */
function buildLiteralCondition(column: string, part: string): Condition {
  // Without letters, case does not matter: `instr` takes three quarters of the time of `LIKE`.
  if (/^[!-@[-`{-~]+$/.test(part)) return { texto: `instr(${column}, ?) > 0`, valores: [part] };
  const pattern = `%${part.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: buildLike(column, pattern), valores: [pattern] };
}

/** SQL: whether a column contains a folded text. A loose pattern and the literal text decide nearly all rows; only the rest call the slow folding function. */
function buildTextCondition(column: string, part: string): Condition {
  const literal = buildLiteralCondition(column, part);
  if (isExact(part)) return literal;
  const loosePattern = patternOf(part);
  return {
    texto: `(${buildLike(column, loosePattern)} AND (${literal.texto} OR ${FUNCTION_NAME}(${column}, ?)))`,
    valores: [loosePattern, ...literal.valores, part],
  };
}

export function registerTextFunction(db: Database): void {
  db.function(FUNCTION_NAME, { deterministic: true }, (text, part) =>
    typeof text === 'string' && typeof part === 'string' && containsFolded(text, part) ? 1 : 0,
  );
}
