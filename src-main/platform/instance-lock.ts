import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { ensureFolder } from './data-folder.ts';
import { toDiskError, getSystemCode } from './disk-error.ts';

/** A killed program needs an instant to die before the system takes its lock away: not worth a refusal. */
const HOLDER_MS = 400;

export type HostKind = 'cli' | 'loopback' | 'electron';

export type InstanceLock = Awaited<ReturnType<typeof acquireInstanceLock>>;

/**
 * One writer per data folder, for all hosts. The lock is SQLite's on `bloqueo.db`, so the operating system takes it away
 * from a process that dies, however it dies: no stale lock to judge. `bloqueo.json` only says who holds it.
 * Throws `EN_USO` (detail `pid`, `anfitrion`, when known) within half a second; never waits for the other to finish.
 */
export async function acquireInstanceLock(root: string, host: HostKind) {
  await ensureFolder(root);
  restrictAccounts(path.join(root, 'cuentas'));
  const sidecar = path.join(root, 'bloqueo.json');
  const db = openLocked(path.join(root, 'bloqueo.db'), sidecar);
  try {
    // Not atomic on purpose: half a note is no note, and the lock does not depend on it.
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
  // The listener also keeps the handle reachable: else the garbage collector could close the lock of a caller that dropped it.
  process.on('exit', release);
  /** `release` gives the data folder back. Calling it twice does no harm. */
  return { release };
}

/** Takes away the access that another program gave to other users of the machine. Everything of value is inside this folder. */
function restrictAccounts(folder: string): void {
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error; // not there yet, or another user's
  }
}

function openLocked(file: string, sidecar: string): Database.Database {
  try {
    return lock(file);
  } catch (error) {
    if (getSystemCode(error) !== 'SQLITE_NOTADB') throw toRefusal(error, sidecar);
  }
  try {
    // The file holds nothing, so damage costs nothing; truncating keeps the inode that another process may be locking.
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
    // `chmod` by name: opening and closing the file in this process would release the lock of this same process (POSIX).
    chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Who holds the lock, according to the note; empty when the note is missing or half written. */
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
