/** Turns questions about a view into SQL. Names come only from `columns.ts`; values are always bound. */
import { parseTypedImporte } from '#domain/typed-amount.ts';
import { splitWords } from '#domain/fold-text.ts';
import { VIEWS } from '#domain/views/index.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import type { Valor } from './row.ts';
import { columnOf } from './row.ts';
import { getTimeColumn, TABLES, type Field, type CacheTable } from './columns.ts';
import { buildTextCondition, buildLiteralCondition } from './text.ts';
import type { Query, Cursor, Filter } from './types.ts';

export interface Sql {
  readonly texto: string;
  readonly valores: readonly Valor[];
}

/** The rows of a query: where they are, and the condition that finds them. */
export interface SearchEntry extends Sql {
  readonly tabla: string;
  /** The whole table is read, and so it may be read by stretches of row numbers. */
  readonly isWhole: boolean;
}

const fieldOf = ({ campos, tabla }: CacheTable, nombre: string): Field => {
  const campo = campos.find((each) => each.nombre === nombre);
  if (campo === undefined) throw new Error(`${tabla} has no ${nombre}`);
  return campo;
};

const join = (parts: readonly Sql[], union: string, isEmpty: string): Sql =>
  parts.length === 0
    ? { texto: isEmpty, valores: [] }
    : { texto: parts.map(({ texto }) => texto).join(union), valores: parts.flatMap(({ valores }) => valores) };

const numericSql = (columna: string): string =>
  `${columna} GLOB '[0-9]*' AND ${columna} NOT GLOB '*[^0-9.]*' AND ${columna} NOT GLOB '*.*.*'`;

/** Filters of the same field mean *or* (docs/cli.md): their values are already together here. */
function filterSql(tabla: CacheTable, { campo: nombre, op = 'igual', valores }: Filter): Sql {
  const campo = fieldOf(tabla, nombre);
  const [columna = nombre, hora] = columnOf(campo);
  /** A date compared with a time is joined with its own time; a date without a time stands for the whole day. */
  const withTime = (valor: Valor): string =>
    hora !== undefined && typeof valor === 'string' && valor.length > 10 ? `${columna} || ' ' || ${hora}` : columna;
  switch (op) {
    case 'igual':
      return { texto: `(${valores.map((valor) => `${withTime(valor)} IS ?`).join(' OR ') || '0'})`, valores };
    case 'distinto':
      return { texto: `(${valores.map((valor) => `${withTime(valor)} IS NOT ?`).join(' AND ') || '1'})`, valores };
    case 'contiene':
      return join(
        valores.map((valor) => buildTextCondition(columna, String(valor))),
        ' AND ',
        '1',
      );
    case 'mayor':
    case 'menor': {
      const sign = op === 'mayor' ? '>' : '<';
      const compareSql = (valor: Valor): string =>
        campo.tipo === 'texto'
          ? `(${numericSql(columna)} AND CAST(${columna} AS REAL) ${sign} ?)`
          : `coalesce(${withTime(valor)}, ${columna}) ${sign} ?`;
      return { texto: `(${valores.map(compareSql).join(' AND ') || '1'})`, valores };
    }
    case 'vacio':
      return {
        texto: campo.tipo === 'texto' ? `(${columna} IS NULL OR ${columna} = '')` : `${columna} IS NULL`,
        valores: [],
      };
    case 'no_vacio':
      return { texto: campo.tipo === 'texto' ? `${columna} <> ''` : `${columna} IS NOT NULL`, valores: [] };
  }
}

/**
 * Every typed word has to be in one of the fields. `probable`: most of the rows asked about have the text, so that the plainest comparison decides
 * nearly all of them.
 */
function searchedSql(
  tabla: CacheTable,
  texto: string,
  {
    campos = VIEWS[tabla.metodo].searched.fields,
    probable = false,
  }: { readonly campos?: readonly string[]; readonly probable?: boolean } = {},
): readonly Sql[] {
  return splitWords(texto).map((word): Sql => {
    const importe = parseTypedImporte(word);
    if (importe !== undefined) {
      const columnas = tabla.campos.flatMap(({ nombre, tipo, derivado }) =>
        tipo === 'importe' && derivado !== true ? [nombre] : [],
      );
      return {
        texto: `(${columnas.map((columna) => `${columna} IN (?, ?)`).join(' OR ') || '0'})`,
        valores: columnas.flatMap(() => [importe, -importe]),
      };
    }
    // Names are the last of the fields, and a word without digits is mostly in a name: those fields are tried first, and the first match spares the
    // rest.
    const searchOrder = /\d/.test(word) ? campos : campos.toReversed();
    const literals = probable ? searchOrder.map((columna) => buildLiteralCondition(columna, word)) : [];
    const parts = [...literals, ...searchOrder.map((columna) => buildTextCondition(columna, word))];
    const { texto: condition, valores } = join(parts, ' OR ', '0');
    return { texto: `(${condition})`, valores };
  });
}

/** The condition that a row has the typed text in one of some fields. */
export const buildCondition = (metodo: ServiceMethod, texto: string, campos: readonly string[]): Sql =>
  join(searchedSql(TABLES[metodo], texto, { campos }), ' AND ', '1');

/** The condition of the period. Months that were stored whole count when any of their days is in the period. */
function periodSql(tabla: CacheTable, { desde, hasta, campoFecha = tabla.fecha ?? '' }: Query): readonly Sql[] {
  if (tabla.fecha === null) return [];
  const { nombre } = fieldOf(tabla, campoFecha);
  const final = tabla.fecha === 'desde' ? 'hasta' : nombre;
  return [
    ...(desde === undefined ? [] : [{ texto: `${final} >= ?`, valores: [desde] }]),
    ...(hasta === undefined ? [] : [{ texto: `${nombre} <= ?`, valores: [hasta] }]),
  ];
}

/** The condition of a query, without its order. `probable`: it is asked of rows that most likely have the typed text. */
export function whereClause(query: Query, { probable = false } = {}): Sql {
  const tabla = TABLES[query.metodo];
  return join(
    [
      ...periodSql(tabla, query),
      ...(query.filtros ?? []).map((each) => filterSql(tabla, each)),
      ...(query.texto === undefined ? [] : searchedSql(tabla, query.texto, { probable })),
      ...(query.retiradas === true ? [] : [{ texto: 'retirada IS NULL', valores: [] }]),
    ],
    ' AND ',
    '1',
  );
}

export interface OrderBy {
  readonly columnas: readonly string[];
  readonly desc: boolean;
  /** No row lacks a value in the first column. */
  readonly withoutNulls: boolean;
}

/** Numbers kept as text that are compared by length first: 6 before 18. Other numbers kept as text are written with all their zeros. */
const DIGIT_FIELDS: ReadonlySet<string> = new Set(['cuotas']);
const largoDe = (nombre: string): string => `length(${nombre})`;

export function getOrder({ metodo, orden }: Query): OrderBy {
  const tabla = TABLES[metodo];
  const campo = orden?.campo ?? tabla.fecha;
  const desc = orden?.desc ?? false;
  if (campo === null) return { columnas: ['n'], desc, withoutNulls: true };
  if (campo === 'id') return { columnas: ['id', 'n'], desc, withoutNulls: true };
  const { nombre, tipo } = fieldOf(tabla, campo);
  const columnas = [
    ...(DIGIT_FIELDS.has(nombre) ? [largoDe(nombre)] : []),
    nombre,
    ...(tipo === 'fechaHora' ? [getTimeColumn(nombre)] : []),
    'n',
  ];
  return { columnas, desc, withoutNulls: nombre === tabla.fecha && metodo !== 'conciliaciones' };
}

/** The condition of the rows after a cursor. SQLite puts null first in ascending order and last in descending order. */
function afterSql({ columnas, desc, withoutNulls }: OrderBy, cursor: Cursor): Sql {
  const branches: Sql[] = [];
  columnas.forEach((columna, i) => {
    const iguales = columnas
      .slice(0, i)
      .map((earlier, j): Sql => ({ texto: `${earlier} IS ?`, valores: [cursor[j] ?? null] }));
    const valor = cursor[i] ?? null;
    const despues: Sql | undefined =
      valor === null
        ? desc
          ? undefined
          : { texto: `${columna} IS NOT NULL`, valores: [] }
        : { texto: desc ? `(${columna} < ? OR ${columna} IS NULL)` : `${columna} > ?`, valores: [valor] };
    if (despues !== undefined) branches.push(join([...iguales, despues], ' AND ', '1'));
  });
  const rama = join(
    branches.map(({ texto, valores }) => ({ texto: `(${texto})`, valores })),
    ' OR ',
    '0',
  );
  // The bound on the first column lets the index begin there: without it every page would be read from the start. In descending order it would leave
  // out the rows without a value, which come last; so only dates that every row has are bound.
  const primero = cursor[0] ?? null;
  if (primero !== null && desc && withoutNulls)
    return { texto: `${columnas[0] ?? 'n'} <= ? AND (${rama.texto})`, valores: [primero, ...rama.valores] };
  if (primero === null || desc) return { texto: `(${rama.texto})`, valores: rama.valores };
  return { texto: `${columnas[0] ?? 'n'} >= ? AND (${rama.texto})`, valores: [primero, ...rama.valores] };
}

/** The columns of a row that is read, in order. `en_duda`: when a complete reading first lacked it. */
export const listReadColumns = (tabla: CacheTable): readonly string[] => [...listOwnColumns(tabla), 'en_duda'];

const listOwnColumns = ({ campos }: CacheTable): readonly string[] => [
  'n',
  'id',
  ...campos.filter(({ nombre }) => nombre !== 'id').flatMap(columnOf),
  'extra',
  'retirada',
];

/** The same columns as SQL, for a `SELECT` of the table, whatever it is joined with. */
export const columnsInSql = (tabla: CacheTable): string =>
  [
    ...listOwnColumns(tabla),
    `(SELECT a.desde FROM ausencia a WHERE a.metodo = '${tabla.metodo}' AND a.id = ${tabla.tabla}.id) AS en_duda`,
  ].join(', ');

/** Where the rows of a query are counted and added up. Few rows are in doubt, so those are found by their identifiers, whatever else is asked. */
export function getSource({ metodo, enDuda }: Query): string {
  const { tabla } = TABLES[metodo];
  if (enDuda !== true) return tabla;
  return `(SELECT t.n AS dudosa FROM ausencia a CROSS JOIN ${tabla} t ON t.id = a.id WHERE a.metodo = '${metodo}')
    CROSS JOIN ${tabla} ON n = dudosa`;
}

/** `SELECT` of the rows of a view, in order; `limite` −1 is all. */
export function buildSelect(query: Query, { limite, despues }: { limite: number; despues?: Cursor | undefined }): Sql {
  const tabla = TABLES[query.metodo];
  const orden = getOrder(query);
  const filas = whereClause(query);
  const rest = despues === undefined ? { texto: '1', valores: [] } : afterSql(orden, despues);
  const direction = orden.desc ? ' DESC' : '';
  return {
    texto: `SELECT ${columnsInSql(tabla)} FROM ${tabla.tabla} WHERE ${filas.texto} AND ${rest.texto}
      ORDER BY ${orden.columnas.map((columna) => columna + direction).join(', ')} LIMIT ?`,
    valores: [...filas.valores, ...rest.valores, limite],
  };
}

/** Where a row stands in the order of a query. */
export function cursorDe(query: Query, fila: Readonly<Record<string, Valor>>): Cursor {
  const largos = new Map(
    [...DIGIT_FIELDS].map((nombre) => [largoDe(nombre), typeof fila[nombre] === 'string' ? fila[nombre].length : null]),
  );
  return getOrder(query).columnas.map((columna) => largos.get(columna) ?? fila[columna] ?? null);
}

export function countOf(query: Query): Sql {
  const { texto, valores } = whereClause(query);
  return { texto: `SELECT count(*) AS n FROM ${getSource(query)} WHERE ${texto}`, valores };
}
