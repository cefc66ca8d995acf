import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { ensureFolder } from './data-folder.ts';
import { toDiskError, getSystemCode } from './disk-error.ts';

/** How long to wait for the lock, in ms: the system releases a killed program's lock only when that program has ended. */
const HOLDER_MS = 400;

export type HostKind = 'cli' | 'loopback' | 'electron';

export type InstanceLock = Awaited<ReturnType<typeof acquireInstanceLock>>;

/**
 * Makes this process the only writer of the data folder, among all hosts. SQLite locks `bloqueo.db`, so that the system releases the lock of a process
 * however it ends. `bloqueo.json` only says who has the lock. Throws `EN_USO` (detail `pid`, `anfitrion`, if known) within half a second; does not
 * wait until the other process has finished.
 */
export async function acquireInstanceLock(root: string, host: HostKind) {
  await ensureFolder(root);
  restrictAccounts(path.join(root, 'cuentas'));
  const sidecar = path.join(root, 'bloqueo.json');
  const db = openLocked(path.join(root, 'bloqueo.db'), sidecar);
  try {
    // This write need not be atomic: the lock does not depend on this note, and an incomplete note is ignored.
    writeFileSync(sidecar, JSON.stringify({ pid: process.pid, anfitrion: host }), { mode: 0o600 });
  } catch (error) {
    db.close();
    throw toDiskError(error);
  }
  const release = (): void => {
    process.off('exit', release);
    if (!db.open) return;
    rmSync(sidecar, { force: true });
    db.close();
  };
  // The listener also keeps the database reachable: otherwise it could be garbage-collected and its lock lost when the caller drops it.
  process.on('exit', release);
  return { release };
}

/** Removes the access of other users of this machine to the folder, which contains everything of value. */
function restrictAccounts(folder: string): void {
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error; // no throw if absent or not ours
  }
}

function openLocked(file: string, sidecar: string): Database.Database {
  try {
    return lock(file);
  } catch (error) {
    if (getSystemCode(error) !== 'SQLITE_NOTADB') throw toRefusal(error, sidecar);
  }
  try {
    // A damaged lock file has no data to lose. It is truncated, not replaced, because another process may have locked this inode.
    truncateSync(file, 0);
    return lock(file);
  } catch (error) {
    throw toRefusal(error, sidecar);
  }
}

const toRefusal = (error: unknown, sidecar: string): unknown =>
  getSystemCode(error) === 'SQLITE_BUSY'
    ? new AppError('EN_USO', { cause: error, detail: holderOf(sidecar) })
    : toDiskError(error);

function lock(file: string): Database.Database {
  const db = new Database(file, { timeout: HOLDER_MS });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    // `chmod` by name, because opening and closing the file would release this process's lock (POSIX).
    chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function holderOf(sidecar: string): { pid?: number; anfitrion?: string } {
  try {
    const note: unknown = JSON.parse(readFileSync(sidecar, 'utf8'));
    if (typeof note !== 'object' || note === null) return {};
    return {
      ...('pid' in note && typeof note.pid === 'number' ? { pid: note.pid } : {}),
      ...('anfitrion' in note && typeof note.anfitrion === 'string' ? { anfitrion: note.anfitrion } : {}),
    };
  } catch (error) {
    if (error instanceof SyntaxError || getSystemCode(error) !== undefined) return {};
    throw error;
  }
}
