import Database from 'better-sqlite3';
import { versionOf } from '../sqlite/open.ts';
import { schemaOf, SHAPES, type ForeignBase, type Schema } from './shapes.ts';

/**
 * `ours`: made of exactly what this program makes, and whole. `newer`: of a version that it does not know. `other`: of another version of what
 * its owner would make anew. `bad`: anything else.
 */
export type Inspected = 'ours' | 'newer' | 'other' | 'bad';
export const INSPECTED: readonly Inspected[] = ['ours', 'newer', 'other', 'bad'];

/** For whoever reads what somebody else wrote: nothing of the schema is run, no page is believed, nothing is written. better-sqlite3 opens in defensive mode. */
const PRAGMAS = ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0', 'query_only = ON'];

/**
 * Looks into a database that somebody else made. A file can be made so that SQLite never ends reading it, its schema included: this is for a
 * process that can be ended (`inspect-process.ts`).
 */
export function inspectForeign(ruta: string, base: ForeignBase): Inspected {
  const shape = SHAPES[base];
  let db: Database.Database | undefined;
  try {
    db = new Database(ruta, { readonly: true, fileMustExist: true });
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
