/** Looks for typed text through rows whose order is known, from the first one on, until enough are found. */
import type { Database } from 'better-sqlite3';
import { TABLES } from './columns.ts';
import { writeColumnsInSql, buildWhereClause } from './query.ts';
import { isRaw, type RawRow } from './row.ts';
import type { openProposals } from './search-index.ts';
import type { Query } from './types.ts';

/** A virtual table that gives SQL the rows of a list: asking for each row apart takes five times as long. */
const TABLE = 'recorrido';
/** Rows looked at together. */
const STEP = 1_000;
/** The most rows looked at one after the other: beyond it, reading the whole table in its own order is as fast. */
const MAX_LOOKS = 10_000;
const MAX_PROPOSED_LOOKS = 40_000;
/** For so few rows the index is not asked: looking at them takes less. */
const FEW = 5_000;
/** How many more rows may be looked at before the index is asked, while the matches so far promise enough: a word may be half common. */
const MORE_IN_A_ROW = 10_000;

interface Deps {
  readonly marcas: ReturnType<typeof openProposals>['findMarks'];
  /** Called between pieces; throws when nobody waits any more. */
  readonly keepGoing: () => void;
}

export function openTraversal(db: Database, { marcas: findMarks, keepGoing }: Deps) {
  let list = new Float64Array(0);
  let from = 0;
  let to = 0;
  db.table(TABLE, {
    columns: ['propuesta'],
    *rows() {
      for (let i = from; i < to; i++) yield [list[i]];
    },
  });

  const keepMarked = (ns: Float64Array, marks: Uint8Array): Float64Array<ArrayBuffer> =>
    ns.filter((n) => marks[n] === 1);

  /**
   * The first rows of a query among `ns`. `ns` has all its rows, in its order, of the same version: only the typed text is still to be checked.
   * Undefined when that would take too long.
   */
  return (
    { metodo, texto = '' }: Query,
    ns: Float64Array,
    { desdeFila, howMany }: { readonly desdeFila: number; readonly howMany: number },
  ): { readonly filas: readonly RawRow[]; readonly hayMas: boolean } | undefined => {
    const { tabla } = TABLES[metodo];
    const condition = buildWhereClause({ metodo, texto, retiradas: true });
    const read = db
      .prepare(
        `SELECT ${writeColumnsInSql(TABLES[metodo])} FROM ${TABLE} CROSS JOIN ${tabla} ON n = propuesta
         WHERE ${condition.texto} LIMIT ?`,
      )
      .raw();
    const wanted = desdeFila + howMany + 1;
    const found: RawRow[] = [];
    /** Looks at a stretch of the list; true when enough rows were found. */
    function searchStretch(which: Float64Array, [start, end]: readonly [number, number]): boolean {
      list = new Float64Array(which.subarray(start, end));
      from = 0;
      to = list.length;
      found.push(...read.all(...condition.valores, wanted - found.length).filter(isRaw));
      return found.length === wanted;
    }
    const takePage = (): { readonly filas: readonly RawRow[]; readonly hayMas: boolean } => ({
      filas: found.slice(desdeFila, desdeFila + howMany),
      hayMas: found.length === wanted,
    });

    let done = 0;
    do {
      keepGoing();
      if (searchStretch(ns, [done, done + STEP])) return takePage();
      done += STEP;
      // Go on while matches come often enough that the rest is near.
    } while (done < ns.length && (wanted - found.length) * done <= MORE_IN_A_ROW * found.length);
    if (done >= ns.length) return takePage();
    const rest = ns.subarray(done);
    const marks =
      rest.length <= FEW
        ? undefined
        : findMarks(metodo, texto, (afterKey, last) => {
            keepGoing();
            return db
              .prepare(`SELECT n FROM ${tabla} NOT INDEXED WHERE n > ? AND n <= ? AND ${condition.texto}`)
              .pluck()
              .all(afterKey, last, ...condition.valores);
          });
    const looked = marks === undefined ? rest : keepMarked(rest, marks);
    const maximum = marks === undefined ? MAX_LOOKS : MAX_PROPOSED_LOOKS;
    for (let i = 0; i < looked.length; i += STEP) {
      if (i >= maximum) return undefined;
      keepGoing();
      if (searchStretch(looked, [i, i + STEP])) break;
    }
    return takePage();
  };
}
