/** The numbers of all the rows of a query, in its order, in memory that threads share. */
import type { Database } from 'better-sqlite3';
import { TABLES } from './columns.ts';
import { getOrder, writeOrderSql, type SearchEntry } from './query.ts';
import type { openParts } from './parts.ts';
import type { Query } from './types.ts';

/** Below this every whole number is exact, with room to add one key to another. */
const EXACT_LIMIT = 2 ** 52;

const createShared = (howMany: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(howMany * Float64Array.BYTES_PER_ELEMENT));

export function openOrder(db: Database, parts: ReturnType<typeof openParts>) {
  const readColumn = (expression: string, { metodo }: Query, input: SearchEntry): unknown[] => {
    const values: unknown[] = [];
    for (const { sql, valores } of parts(expression, metodo, input)) {
      const part = db
        .prepare(sql)
        .pluck()
        .all(...valores);
      for (const value of part) values.push(value);
    }
    return values;
  };

  /** The numbers of a query's rows, picked from a longer list that has all of them. */
  function selectAmong(query: Query, input: SearchEntry, known: Float64Array): Float64Array {
    const marks = new Uint8Array(known.reduce((greatest, n) => Math.max(greatest, n), 0) + 1);
    const ns = readColumn('n', query, input);
    for (const n of ns) marks[Number(n)] = 1;
    const numbers = createShared(ns.length);
    let i = 0;
    for (const n of known) if (marks[n] === 1) numbers[i++] = n;
    return numbers;
  }

  /**
   * Sorts by a column of whole numbers: the value and the row's number form one number, and numbers sort many times faster than rows. Undefined when
   * the two do not fit in one number.
   */
  function sortByNumbers(name: string, query: Query, input: SearchEntry): Float64Array | undefined {
    const last = Number(db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLES[query.metodo].tabla}`).pluck().get());
    const step = last + 1;
    const greatest = Math.floor(EXACT_LIMIT / step) - 1;
    // Rows without a value come before the smallest value.
    const key = `CASE WHEN ${name} IS NULL THEN n - ${String(greatest * step)}
      WHEN abs(${name}) < ${String(greatest)} THEN ${name} * ${String(step)} + n END`;
    const keys = readColumn(key, query, input);
    const numbers = createShared(keys.length);
    for (let i = 0; i < keys.length; i++) {
      const each = keys[i];
      if (typeof each !== 'number') return undefined;
      numbers[i] = each;
    }
    numbers.sort();
    for (let i = 0; i < numbers.length; i++) {
      const rest = (numbers[i] ?? 0) % step;
      numbers[i] = rest < 0 ? rest + step : rest;
    }
    return getOrder(query).desc ? numbers.reverse() : numbers;
  }

  return (query: Query, input: SearchEntry, known: Float64Array | undefined): Float64Array => {
    if (known !== undefined) return selectAmong(query, input, known);
    const [first = 'n', second] = getOrder(query).columnas;
    const field = TABLES[query.metodo].campos.find(({ nombre }) => nombre === first);
    const isNumeric = second === 'n' && field !== undefined && ['importe', 'entero', 'booleano'].includes(field.tipo);
    const byKey = isNumeric ? sortByNumbers(first, query, input) : undefined;
    if (byKey !== undefined) return byKey;
    const { tabla, texto, valores } = input;
    const ns = db
      .prepare(`SELECT n FROM ${tabla} WHERE ${texto} ORDER BY ${writeOrderSql(query)}`)
      .pluck()
      .all(...valores);
    const numbers = createShared(ns.length);
    for (let i = 0; i < ns.length; i++) numbers[i] = Number(ns[i]);
    return numbers;
  };
}
