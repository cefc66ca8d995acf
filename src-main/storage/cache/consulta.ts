/** From what is asked of a view to SQL. Names come from `columnas.ts` only; values are always bound. */
import { CAMPOS_BUSCADOS } from '#contract/datos-campos.ts';
import { importeEscrito } from '#domain/importe-escrito.ts';
import { palabrasDe } from '#domain/plegar.ts';
import type { Metodo } from '#domain/vista.ts';
import type { Valor } from './fila.ts';
import { columnaDe } from './fila.ts';
import { horaDe, TABLAS, type Campo, type Tabla } from './columnas.ts';
import { condicionDeTexto, condicionLiteral } from './texto.ts';
import type { Consulta, Cursor, Filtro } from './tipos.ts';

export interface Sql {
  readonly texto: string;
  readonly valores: readonly Valor[];
}

/** Where the rows of a query are and how to come to them. */
export interface Entrada extends Sql {
  readonly tabla: string;
  /** The whole table is read: it may be read by stretches of numbers. */
  readonly entera: boolean;
}

const campoDe = ({ campos, tabla }: Tabla, nombre: string): Campo => {
  const campo = campos.find((cada) => cada.nombre === nombre);
  if (campo === undefined) throw new Error(`${tabla} has no ${nombre}`);
  return campo;
};

const juntar = (partes: readonly Sql[], union: string, vacio: string): Sql =>
  partes.length === 0
    ? { texto: vacio, valores: [] }
    : { texto: partes.map(({ texto }) => texto).join(union), valores: partes.flatMap(({ valores }) => valores) };

const NUMERICO = (columna: string): string =>
  `${columna} GLOB '[0-9]*' AND ${columna} NOT GLOB '*[^0-9.]*' AND ${columna} NOT GLOB '*.*.*'`;

/** The same field twice is *or* (docs/cli.md): values of one field are already together. */
function filtro(tabla: Tabla, { campo: nombre, op = 'igual', valores }: Filtro): Sql {
  const campo = campoDe(tabla, nombre);
  const [columna = nombre, hora] = columnaDe(campo);
  /** Compared with a time, a date has its own; one without a time is that of the whole day. */
  const conHora = (valor: Valor): string =>
    hora !== undefined && typeof valor === 'string' && valor.length > 10 ? `${columna} || ' ' || ${hora}` : columna;
  switch (op) {
    case 'igual':
      return { texto: `(${valores.map((valor) => `${conHora(valor)} IS ?`).join(' OR ') || '0'})`, valores };
    case 'distinto':
      return { texto: `(${valores.map((valor) => `${conHora(valor)} IS NOT ?`).join(' AND ') || '1'})`, valores };
    case 'contiene':
      return juntar(
        valores.map((valor) => condicionDeTexto(columna, String(valor))),
        ' AND ',
        '1',
      );
    case 'mayor':
    case 'menor': {
      const signo = op === 'mayor' ? '>' : '<';
      const comparar = (valor: Valor): string =>
        campo.tipo === 'texto'
          ? `(${NUMERICO(columna)} AND CAST(${columna} AS REAL) ${signo} ?)`
          : `coalesce(${conHora(valor)}, ${columna}) ${signo} ?`;
      return { texto: `(${valores.map(comparar).join(' AND ') || '1'})`, valores };
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
 * Every word of what was typed, somewhere in one of the fields. `probable`: most rows that are asked about have it, so that the plainest
 * comparison decides nearly all of them.
 */
function buscado(
  tabla: Tabla,
  texto: string,
  { campos = CAMPOS_BUSCADOS[tabla.metodo], probable = false } = {},
): readonly Sql[] {
  return palabrasDe(texto).map((palabra): Sql => {
    const importe = importeEscrito(palabra);
    if (importe !== undefined) {
      const columnas = tabla.campos.flatMap(({ nombre, tipo, derivado }) =>
        tipo === 'importe' && derivado !== true ? [nombre] : [],
      );
      return {
        texto: `(${columnas.map((columna) => `${columna} IN (?, ?)`).join(' OR ') || '0'})`,
        valores: columnas.flatMap(() => [importe, -importe]),
      };
    }
    // Names come last among the fields, and a word without digits is mostly in one of them: the first that has it spares the rest.
    const porDonde = /\d/.test(palabra) ? campos : campos.toReversed();
    const literales = probable ? porDonde.map((columna) => condicionLiteral(columna, palabra)) : [];
    const partes = [...literales, ...porDonde.map((columna) => condicionDeTexto(columna, palabra))];
    const { texto: condicion, valores } = juntar(partes, ' OR ', '0');
    return { texto: `(${condicion})`, valores };
  });
}

/** That a row has what was typed in one of some fields. */
export const condicionDe = (metodo: Metodo, texto: string, campos: readonly string[]): Sql =>
  juntar(buscado(TABLAS[metodo], texto, { campos }), ' AND ', '1');

/** Months that were stored whole count when any of their days is in the period. */
function periodo(tabla: Tabla, { desde, hasta, campoFecha = tabla.fecha ?? '' }: Consulta): readonly Sql[] {
  if (tabla.fecha === null) return [];
  const { nombre } = campoDe(tabla, campoFecha);
  const final = tabla.fecha === 'desde' ? 'hasta' : nombre;
  return [
    ...(desde === undefined ? [] : [{ texto: `${final} >= ?`, valores: [desde] }]),
    ...(hasta === undefined ? [] : [{ texto: `${nombre} <= ?`, valores: [hasta] }]),
  ];
}

/** The condition of a query, without its order. `probable`: it is asked of rows that most likely have what was typed. */
export function donde(consulta: Consulta, { probable = false } = {}): Sql {
  const tabla = TABLAS[consulta.metodo];
  return juntar(
    [
      ...periodo(tabla, consulta),
      ...(consulta.filtros ?? []).map((cada) => filtro(tabla, cada)),
      ...(consulta.texto === undefined ? [] : buscado(tabla, consulta.texto, { probable })),
      ...(consulta.retiradas === true ? [] : [{ texto: 'retirada IS NULL', valores: [] }]),
    ],
    ' AND ',
    '1',
  );
}

export interface Orden {
  readonly columnas: readonly string[];
  readonly desc: boolean;
  /** Every row has the first column. */
  readonly sinNulos: boolean;
}

/** Numbers that are text are compared by their length first: 6 before 18. The others of the kind are written with all their zeros. */
const CIFRAS: ReadonlySet<string> = new Set(['cuotas']);
const largoDe = (nombre: string): string => `length(${nombre})`;

export function ordenDe({ metodo, orden }: Consulta): Orden {
  const tabla = TABLAS[metodo];
  const campo = orden?.campo ?? tabla.fecha;
  const desc = orden?.desc ?? false;
  if (campo === null) return { columnas: ['n'], desc, sinNulos: true };
  if (campo === 'id') return { columnas: ['id', 'n'], desc, sinNulos: true };
  const { nombre, tipo } = campoDe(tabla, campo);
  const columnas = [
    ...(CIFRAS.has(nombre) ? [largoDe(nombre)] : []),
    nombre,
    ...(tipo === 'fechaHora' ? [horaDe(nombre)] : []),
    'n',
  ];
  return { columnas, desc, sinNulos: nombre === tabla.fecha && metodo !== 'conciliaciones' };
}

/** Rows after one: SQLite puts null first in ascending order and last in descending. */
function despuesDe({ columnas, desc, sinNulos }: Orden, cursor: Cursor): Sql {
  const ramas: Sql[] = [];
  columnas.forEach((columna, i) => {
    const iguales = columnas
      .slice(0, i)
      .map((previa, j): Sql => ({ texto: `${previa} IS ?`, valores: [cursor[j] ?? null] }));
    const valor = cursor[i] ?? null;
    const despues: Sql | undefined =
      valor === null
        ? desc
          ? undefined
          : { texto: `${columna} IS NOT NULL`, valores: [] }
        : { texto: desc ? `(${columna} < ? OR ${columna} IS NULL)` : `${columna} > ?`, valores: [valor] };
    if (despues !== undefined) ramas.push(juntar([...iguales, despues], ' AND ', '1'));
  });
  const rama = juntar(
    ramas.map(({ texto, valores }) => ({ texto: `(${texto})`, valores })),
    ' OR ',
    '0',
  );
  // The bound on the first column lets the index begin there: without it every page reads from the start. Descending, it would leave out
  // what has no value, which comes last: only the dates that every row has can be bound.
  const primero = cursor[0] ?? null;
  if (primero !== null && desc && sinNulos)
    return { texto: `${columnas[0] ?? 'n'} <= ? AND (${rama.texto})`, valores: [primero, ...rama.valores] };
  if (primero === null || desc) return { texto: `(${rama.texto})`, valores: rama.valores };
  return { texto: `${columnas[0] ?? 'n'} >= ? AND (${rama.texto})`, valores: [primero, ...rama.valores] };
}

/** The columns of a row that is read, in order. `en_duda`: when a complete reading first lacked it. */
export const columnasLeidas = (tabla: Tabla): readonly string[] => [...columnasPropias(tabla), 'en_duda'];

const columnasPropias = ({ campos }: Tabla): readonly string[] => [
  'n',
  'id',
  ...campos.filter(({ nombre }) => nombre !== 'id').flatMap(columnaDe),
  'extra',
  'retirada',
];

/** The same as SQL, for a `SELECT` of the table whatever it is joined with. */
export const columnasEnSql = (tabla: Tabla): string =>
  [
    ...columnasPropias(tabla),
    `(SELECT a.desde FROM ausencia a WHERE a.metodo = '${tabla.metodo}' AND a.id = ${tabla.tabla}.id) AS en_duda`,
  ].join(', ');

/** Where the rows of a query are counted and added up. Few are in doubt: those are come to by their names, whatever else is asked. */
export function getSource({ metodo, enDuda }: Consulta): string {
  const { tabla } = TABLAS[metodo];
  if (enDuda !== true) return tabla;
  return `(SELECT t.n AS dudosa FROM ausencia a CROSS JOIN ${tabla} t ON t.id = a.id WHERE a.metodo = '${metodo}')
    CROSS JOIN ${tabla} ON n = dudosa`;
}

/** `SELECT` of the rows of a view, in order; `limite` −1 is all. */
export function seleccion(
  consulta: Consulta,
  { limite, despues }: { limite: number; despues?: Cursor | undefined },
): Sql {
  const tabla = TABLAS[consulta.metodo];
  const orden = ordenDe(consulta);
  const filas = donde(consulta);
  const resto = despues === undefined ? { texto: '1', valores: [] } : despuesDe(orden, despues);
  const sentido = orden.desc ? ' DESC' : '';
  return {
    texto: `SELECT ${columnasEnSql(tabla)} FROM ${tabla.tabla} WHERE ${filas.texto} AND ${resto.texto}
      ORDER BY ${orden.columnas.map((columna) => columna + sentido).join(', ')} LIMIT ?`,
    valores: [...filas.valores, ...resto.valores, limite],
  };
}

/** Where a row stands in the order of a query. */
export function cursorDe(consulta: Consulta, fila: Readonly<Record<string, Valor>>): Cursor {
  const largos = new Map(
    [...CIFRAS].map((nombre) => [largoDe(nombre), typeof fila[nombre] === 'string' ? fila[nombre].length : null]),
  );
  return ordenDe(consulta).columnas.map((columna) => largos.get(columna) ?? fila[columna] ?? null);
}

export function cuenta(consulta: Consulta): Sql {
  const { texto, valores } = donde(consulta);
  return { texto: `SELECT count(*) AS n FROM ${getSource(consulta)} WHERE ${texto}`, valores };
}
