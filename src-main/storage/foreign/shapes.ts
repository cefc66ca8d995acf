import Database from 'better-sqlite3';
import * as cache from '../cache/schema.ts';
import { MIGRATIONS as LEDGER } from '../ledger/schema.ts';
import * as results from '../results/schema.ts';
import * as revision from '../review/schema.ts';

/** The databases that a package may bring. */
export const FOREIGN_BASES = ['ledger.db', 'revision.db', 'cache.db', 'resultados.db'] as const;
export type ForeignBase = (typeof FOREIGN_BASES)[number];

/** Every object of a schema: its type and name, with its table and the SQL that SQLite keeps of it. */
export type Schema = ReadonlyMap<string, string>;

/** The schema of one of our databases. */
export interface Shape {
  /** The newest version that this program knows. */
  readonly version: number;
  /** Its owner makes a file of another version anew, so a package brings only this version. */
  readonly onlyThis: boolean;
  /** The objects that a file of a version must have, and those that it may have (made later, or dropped for a while). */
  schemas(version: number): { readonly required: Schema; readonly allowed: Schema };
  /** Whether every row is compared with its indexes, which takes as long as the file is big: only where a loss could not be read again. */
  readonly everyRow: boolean;
}

export function schemaOf(db: Database.Database): Schema {
  const objects = db
    .prepare<[], [string, string, string, string | null]>('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .raw()
    .all();
  return new Map(objects.map(([type, name, table, sql]) => [`${type} ${name}`, `${table} ${sql ?? ''}`]));
}

/** The schema that some SQL makes, as SQLite itself writes it down. */
function schemaMadeBy(sql: readonly string[]): Schema {
  const db = new Database(':memory:');
  try {
    for (const one of sql) db.exec(one);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** A synchronisation drops the indexes of tables that are empty, and makes them again when it ends. */
const withoutIndexes = (schema: Schema): Schema =>
  new Map([...schema].filter(([name, sql]) => !name.startsWith('index ') || sql.endsWith(' ')));

/** The shape of a database that its owner makes anew where it is of another version. `later`: objects that are made after the tables are filled. */
const createRemadeShape = (version: number, tables: string, later: readonly string[] = []): Shape => ({
  version,
  onlyThis: true,
  everyRow: false,
  schemas: () => ({ required: withoutIndexes(schemaMadeBy([tables])), allowed: schemaMadeBy([tables, ...later]) }),
});

export const SHAPES: Readonly<Record<ForeignBase, Shape>> = {
  'ledger.db': {
    version: LEDGER.at(-1)?.version ?? 0,
    onlyThis: false,
    everyRow: true,
    schemas: (version) => {
      const made = schemaMadeBy(LEDGER.filter((one) => one.version <= version).map(({ sql }) => sql));
      return { required: made, allowed: made };
    },
  },
  'cache.db': createRemadeShape(cache.VERSION, cache.TABLES_SQL),
  'resultados.db': createRemadeShape(results.VERSION, results.TABLES),
  // ANALYZE keeps its statistics in a table of its own.
  'revision.db': createRemadeShape(revision.VERSION, revision.TABLES, [revision.INDICES, 'ANALYZE']),
};
