/** The numbers of all the rows of a query, in its order, in memory that threads share. */
import type { Database } from 'better-sqlite3';
import { TABLES } from './columns.ts';
import { getOrder, type SearchEntry } from './query.ts';
import type { openParts } from './parts.ts';
import type { Query } from './types.ts';

/** Below this every whole number is exact, with room to add one key to another. */
const EXACT_LIMIT = 2 ** 52;

const createShared = (howMany: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(howMany * Float64Array.BYTES_PER_ELEMENT));

export function openOrder(db: Database, parts: ReturnType<typeof openParts>) {
  const columnSql = (expression: string, { metodo }: Query, entrada: SearchEntry): unknown[] => {
    const readCount: unknown[] = [];
    for (const { sql, valores } of parts(expression, metodo, entrada)) {
      const parte = db
        .prepare(sql)
        .pluck()
        .all(...valores);
      for (const valor of parte) readCount.push(valor);
    }
    return readCount;
  };

  /** The numbers of a query's rows, picked from a longer list that has all of them. */
  function among(query: Query, entrada: SearchEntry, known: Float64Array): Float64Array {
    const marks = new Uint8Array(known.reduce((mayor, n) => Math.max(mayor, n), 0) + 1);
    const ns = columnSql('n', query, entrada);
    for (const n of ns) marks[Number(n)] = 1;
    const numeros = createShared(ns.length);
    let i = 0;
    for (const n of known) if (marks[n] === 1) numeros[i++] = n;
    return numeros;
  }

  /**
   * Sorts by a column of whole numbers: the value and the row's number form one number, and numbers sort many times faster than rows. Undefined when
   * the two do not fit in one number.
   */
  function sortByNumbers(nombre: string, query: Query, entrada: SearchEntry): Float64Array | undefined {
    const ultima = Number(db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLES[query.metodo].tabla}`).pluck().get());
    const step = ultima + 1;
    const mayor = Math.floor(EXACT_LIMIT / step) - 1;
    // Rows without a value come before the smallest value.
    const clave = `CASE WHEN ${nombre} IS NULL THEN n - ${String(mayor * step)}
      WHEN abs(${nombre}) < ${String(mayor)} THEN ${nombre} * ${String(step)} + n END`;
    const keys = columnSql(clave, query, entrada);
    const numeros = createShared(keys.length);
    for (let i = 0; i < keys.length; i++) {
      const each = keys[i];
      if (typeof each !== 'number') return undefined;
      numeros[i] = each;
    }
    numeros.sort();
    for (let i = 0; i < numeros.length; i++) {
      const rest = (numeros[i] ?? 0) % step;
      numeros[i] = rest < 0 ? rest + step : rest;
    }
    return getOrder(query).desc ? numeros.reverse() : numeros;
  }

  return (query: Query, entrada: SearchEntry, known: Float64Array | undefined): Float64Array => {
    if (known !== undefined) return among(query, entrada, known);
    const { columnas, desc } = getOrder(query);
    const [primera = 'n', segunda] = columnas;
    const campo = TABLES[query.metodo].campos.find(({ nombre }) => nombre === primera);
    const isNumeric = segunda === 'n' && campo !== undefined && ['importe', 'entero', 'booleano'].includes(campo.tipo);
    const byKey = isNumeric ? sortByNumbers(primera, query, entrada) : undefined;
    if (byKey !== undefined) return byKey;
    const orden = columnas.map((each) => each + (desc ? ' DESC' : '')).join(', ');
    const { tabla, texto, valores } = entrada;
    const ns = db
      .prepare(`SELECT n FROM ${tabla} WHERE ${texto} ORDER BY ${orden}`)
      .pluck()
      .all(...valores);
    const numeros = createShared(ns.length);
    for (let i = 0; i < ns.length; i++) numeros[i] = Number(ns[i]);
    return numeros;
  };
}
