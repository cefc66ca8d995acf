import Database from 'better-sqlite3';
import { guard, isDamaged } from './errors.ts';
import { versionOf } from './open.ts';

/** Copies an open database, page by page, to one file: without WAL, reading the copy leaves nothing beside it. */
export async function copyDatabase(db: Database.Database, destination: string): Promise<void> {
  await db.backup(destination);
  const copy = new Database(destination);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Whether a file is a whole database of ours, and of which version. `pages`: reads every page, which takes as long as the file is big. */
export function examineDatabase(
  path: string,
  { pages = true } = {},
): { readonly sana: boolean; readonly version: number } {
  let db: Database.Database | undefined;
  try {
    db = guard(() => new Database(path, { readonly: true, fileMustExist: true }));
    const version = versionOf(db);
    const isSound = version > 0 && (!pages || db.pragma('integrity_check(1)', { simple: true }) === 'ok');
    return { sana: isSound, version };
  } catch (error) {
    if (isDamaged(error)) return { sana: false, version: 0 };
    throw error;
  } finally {
    db?.close();
  }
}
