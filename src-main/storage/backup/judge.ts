import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import { askAside, type StartAside } from '#platform/aside.ts';
import { contentForm, decodeAll } from '../ledger/event-codec.ts';
import { MIGRATIONS } from '../ledger/schema.ts';
import { versionOf } from '../sqlite/open.ts';
import { PIECES_SQL } from './file.ts';

const judged = z.discriminatedUnion('es', [
  z.object({
    es: z.literal('sana'),
    contenido: contentForm,
    cuentas: z.array(z.string()),
    piezas: z.record(z.string(), z.string()),
  }),
  /** A newer version of the program wrote the file, or one of its events. */
  z.object({ es: z.literal('mas_nueva') }),
  z.object({ es: z.literal('danada') }),
]);
/** The verdict on a file: `sana` if it is a backup or ledger whose schema and events this version of the program can read; else why it cannot. */
export type Judged = z.infer<typeof judged>;
export type Sound = Extract<Judged, { readonly es: 'sana' }>;

const DAMAGED: Judged = { es: 'danada' };
/** The most characters that the small files in a backup may have together. The program writes far fewer; if a backup has more, none of them is read. */
const MAX_PIECES = 16 * 1024 * 1024;

/** Pragmas for a file of unknown origin: run nothing in its schema, check every page, write nothing. better-sqlite3 also opens files in defensive mode. */
const PRAGMAS = ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0', 'query_only = ON'];

/** Checks a file's schema, pages, events and decisions. Run it in a process that can be killed: a hostile file can keep SQLite busy for ever. */
export function judgeFile(path: string): Judged {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    for (const pragma of PRAGMAS) db.pragma(pragma);
    const version = versionOf(db);
    const known = MIGRATIONS.at(-1)?.version ?? 0;
    if (version > known) return { es: 'mas_nueva' };
    // Check the schema before reading rows: in a hostile file a table may be a view that runs code.
    if (version < 1 || !hasOurSchema(db, version)) return DAMAGED;
    if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return DAMAGED;
    return { es: 'sana', contenido: decodeAll(db), cuentas: readAccounts(db), piezas: readPieces(db) };
  } catch (error) {
    if (isAppError(error, 'CARGA_MAS_NUEVA')) return { es: 'mas_nueva' };
    if (error instanceof Database.SqliteError || isAppError(error, 'LIBRO_DANADO') || error instanceof z.ZodError)
      return DAMAGED;
    throw error;
  } finally {
    db?.close();
  }
}

function schemaOf(db: Database.Database): ReadonlyMap<string, string> {
  const objects = db
    .prepare<[], [string, string, string, string | null]>('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .raw()
    .all();
  return new Map(objects.map(([type, name, table, sql]) => [`${type} ${name}`, `${table} ${sql ?? ''}`]));
}

function hasOurSchema(db: Database.Database, version: number): boolean {
  const own = new Database(':memory:');
  try {
    for (const one of MIGRATIONS) if (one.version <= version) own.exec(one.sql);
    const required = schemaOf(own);
    own.exec(PIECES_SQL);
    const allowed = schemaOf(own);
    const schema = schemaOf(db);
    return (
      [...schema].every(([name, sql]) => allowed.get(name) === sql) &&
      [...required.keys()].every((name) => schema.has(name))
    );
  } finally {
    own.close();
  }
}

const readAccounts = (db: Database.Database): string[] =>
  db.prepare<[], string>('SELECT cuenta FROM upload UNION SELECT cuenta FROM borrador').pluck().all();

const piece = z.object({ pieza: z.string(), texto: z.string() });

function readPieces(db: Database.Database): Record<string, string> {
  const hasPieces = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'respaldo'").get() !== undefined;
  if (!hasPieces) return {};
  const bytes = db.prepare<[], number>('SELECT coalesce(sum(length(texto)), 0) FROM respaldo').pluck().get() ?? 0;
  if (bytes > MAX_PIECES) return {};
  const rows = z.array(piece).parse(db.prepare('SELECT pieza, texto FROM respaldo').all());
  return Object.fromEntries(rows.map(({ pieza, texto }) => [pieza, texto]));
}

export const JUDGE_PROGRAM = new URL('./judge-process.ts', import.meta.url);

/** How long judging files of `bytes` in total may take on a slow disk, in ms: a minute, and a second for each megabyte. */
const limitFor = (bytes: number): number => 60_000 + Math.ceil(bytes / 1024);

/** Judges all files in one process. If that process gives no valid answer in time, judges each file in its own; a file without an answer counts as damaged. */
export async function judge(
  start: StartAside,
  files: readonly { readonly ruta: string; readonly bytes: number }[],
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  if (files.length === 0) return [];
  const limitMs = limitFor(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const args = [String(limitMs), ...files.map(({ ruta }) => ruta)];
  const answer = z
    .array(judged)
    .safeParse(await askAside(start, { program: JUDGE_PROGRAM, args }, { signal, limitMs }));
  if (answer.success && answer.data.length === files.length) return answer.data;
  // A file stopped the process: judge each file alone, so that the others get their verdicts.
  if (files.length === 1) return [DAMAGED];
  const alone: Judged[] = [];
  for (const file of files) alone.push(...(await judge(start, [file], signal)));
  return alone;
}

/** Throws `DATOS_MAS_NUEVOS` if a newer version of the program wrote any of the files: this version cannot tell whether that file has the most events. */
export function refuseNewerAmong(all: readonly { readonly verdict: Judged }[]): void {
  if (all.some(({ verdict }) => verdict.es === 'mas_nueva')) throw new AppError('DATOS_MAS_NUEVOS');
}

/** The sound file with the most events (of equals, the first); undefined if no file is sound. */
export function findFullest<T extends { readonly verdict: Judged }>(
  all: readonly T[],
): (T & { readonly verdict: Sound }) | undefined {
  let fullest: (T & { readonly verdict: Sound }) | undefined;
  for (const one of all) {
    const { verdict } = one;
    if (verdict.es !== 'sana' || verdict.contenido.eventos <= (fullest?.verdict.contenido.eventos ?? -1)) continue;
    fullest = { ...one, verdict };
  }
  return fullest;
}
