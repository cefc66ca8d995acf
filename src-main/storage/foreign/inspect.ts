import Database from 'better-sqlite3';
import { versionOf } from '../sqlite/open.ts';
import { schemaOf, SHAPES, type ForeignBase, type Schema } from './shapes.ts';

/**
 * `ours`: has exactly the schema that this program makes, and is whole. `newer`: of a version that this program does not know. `other`: of another
 * version of a database that its owner would make anew. `bad`: anything else.
 */
export const INSPECTED = ['ours', 'newer', 'other', 'bad'] as const;
export type Inspected = (typeof INSPECTED)[number];

/**
 * Pragmas to read what somebody else wrote: nothing in the schema is run, no page is trusted, nothing is written. better-sqlite3 opens in defensive
 * mode.
 */
const PRAGMAS = ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0', 'query_only = ON'];

/**
 * Inspects a database that somebody else made. A file, even its schema alone, can be built so that SQLite never ends reading it: run this only in a
 * process that can be killed (`inspect-process.ts`).
 */
export function inspectForeign(path: string, base: ForeignBase): Inspected {
  const shape = SHAPES[base];
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    for (const pragma of PRAGMAS) db.pragma(pragma);
    const version = versionOf(db);
    if (version < 1) return 'bad';
    if (shape.onlyThis && version !== shape.version) return 'other';
    if (version > shape.version) return 'newer';
    // The schema is read before any row: until it is known to be ours, reading a table may run somebody else's view.
    if (!isMadeOf(schemaOf(db), shape.schemas(version))) return 'bad';
    const check = shape.everyRow ? 'integrity_check(1)' : 'quick_check(1)';
    return db.pragma(check, { simple: true }) === 'ok' ? 'ours' : 'bad';
  } catch (error) {
    if (error instanceof Database.SqliteError) return 'bad';
    throw error;
  } finally {
    db?.close();
  }
}

function isMadeOf(
  schema: Schema,
  { required, allowed }: { readonly required: Schema; readonly allowed: Schema },
): boolean {
  const known = [...schema].every(([name, sql]) => allowed.get(name) === sql);
  return known && [...required.keys()].every((name) => schema.has(name));
}
