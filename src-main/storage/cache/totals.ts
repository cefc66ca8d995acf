/** The sums of a filter, over as many rows as there are. */
import type { Database } from 'better-sqlite3';
import { canBeMissing, dataFieldsOf, summandsIn, type Summand } from '#domain/views/derived.ts';
import { VIEWS, type ServiceMethod, mapViews } from '#domain/views/index.ts';
import type { SearchEntry } from './query.ts';
import type { Value } from './row.ts';
import { TABLES } from './columns.ts';

/** Rows of a stretch; it is read in a few hundredths of a second. */
const PART_ROWS = 125_000;

/** A `SELECT` of some expressions over the rows of a query, as one statement or several that follow each other. */
export function openParts(db: Database, keepGoing: () => void) {
  return function* (
    expressions: string,
    method: ServiceMethod,
    { tabla, texto, valores, isWhole: whole }: SearchEntry,
  ): Generator<{ readonly sql: string; readonly valores: readonly Value[] }> {
    const sql = `SELECT ${expressions} FROM ${tabla} WHERE ${texto}`;
    const last = whole
      ? (db.prepare<[], number>(`SELECT coalesce(max(n), 0) FROM ${TABLES[method].tabla}`).pluck().get() ?? 0)
      : 0;
    if (last <= PART_ROWS) yield { sql, valores };
    else {
      for (let from = 0; from < last; from += PART_ROWS) {
        keepGoing();
        yield { sql: `${sql} AND n > ? AND n <= ?`, valores: [...valores, from, from + PART_ROWS] };
      }
    }
  };
}

/** The amounts that are added up, by view. */
export const SUMMANDS = mapViews((view) => summandsIn(dataFieldsOf(view), view.signed));

/** A sum as SQL; zero over no rows. Field names and letters come from our own definitions. */
export const sumOf = ({ field, only }: Summand): string =>
  `coalesce(sum(${field})${only === undefined ? '' : ` FILTER (WHERE ${only.field} = '${only.value}')`}, 0)`;

export interface Totals {
  readonly total: number;
  readonly retiradas: number;
  readonly sumas: Readonly<Record<string, bigint>>;
  /** How many rows lack an amount, by field; only the fields where some do. */
  readonly faltan: Readonly<Record<string, number>>;
}

export function openTotals(db: Database, parts: ReturnType<typeof openParts>) {
  /** Evaluates some named expressions over the rows. */
  function sumExpressions(
    expressions: Readonly<Record<string, string>>,
    method: ServiceMethod,
    input: SearchEntry,
  ): Readonly<Record<string, bigint>> {
    const sums: Record<string, bigint> = {};
    const columns = Object.entries(expressions).map(([name, expression]) => `${expression} AS ${name}`);
    for (const { sql, valores } of parts(columns.join(', '), method, input)) {
      const value = db
        .prepare<Value[], Record<string, bigint>>(sql)
        .safeIntegers(true)
        .get(...valores);
      for (const [name, part] of Object.entries(value ?? {})) sums[name] = (sums[name] ?? 0n) + part;
    }
    return sums;
  }

  return (method: ServiceMethod, input: SearchEntry): Totals => {
    const summands = SUMMANDS[method];
    const optionalSums = summands.flatMap(({ name, only }) =>
      only === undefined && canBeMissing(VIEWS[method], name) ? [name] : [],
    );
    // One extra count tells whether any amount is missing; how many of each is only asked then. A condition that no row meets is cheaper than
    // counting each column over all rows.
    const {
      rowCount_: total = 0n,
      withdrawn_: withdrawn = 0n,
      silent_: silent = 0n,
      ...sums
    } = sumExpressions(
      {
        rowCount_: 'count(*)',
        withdrawn_: 'count(*) FILTER (WHERE retirada IS NOT NULL)',
        ...(optionalSums.length === 0
          ? {}
          : { silent_: `count(*) FILTER (WHERE ${optionalSums.join(' + ')} IS NULL)` }),
        ...Object.fromEntries(summands.map((summand) => [summand.name, sumOf(summand)])),
      },
      method,
      input,
    );
    const stated =
      silent === 0n
        ? {}
        : sumExpressions(Object.fromEntries(optionalSums.map((name) => [name, `count(${name})`])), method, input);
    const missing = Object.entries(stated).flatMap(([name, howMany]) =>
      howMany === total ? [] : [[name, Number(total - howMany)] as const],
    );
    return {
      total: Number(total),
      retiradas: Number(withdrawn),
      sumas: sums,
      faltan: Object.fromEntries(missing),
    };
  };
}
