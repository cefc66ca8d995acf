import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, unlinkSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { AppError } from '#contract/errors.ts';
import { getSystemCode, toAccessError, toDiskError } from './disk-error.ts';
import type { Instant } from '#domain/clock.ts';

/** The paths inside a data folder (docs/architecture.md, "Data on disk"). Creates nothing. */
export type DataFolder = ReturnType<typeof getDataFolder>;

export type AccountFolder = ReturnType<DataFolder['accountFolder']>;

const ACCOUNT_ID = /^[0-9a-f]{16}$/;

export const getDataFolder = (root: string) => ({
  root,
  accounts: path.join(root, 'cuentas.json'),
  settings: path.join(root, 'ajustes.json'),
  templates: path.join(root, 'plantillas.json'),
  logs: path.join(root, 'registro'),
  /** The file with the id and the folder of this PC's backups. A restoration on another PC does not copy this file. */
  backups: path.join(root, 'respaldo.json'),
  /** The paths of an account's data. Throws unless `id` is 16 hexadecimal digits, because other text could lead to another folder. */
  accountFolder: (id: string) => {
    if (!ACCOUNT_ID.test(id)) throw new AppError('CUENTA_INEXISTENTE', { detail: { motivo: 'id' } });
    const folder = path.join(root, 'cuentas', id);
    return {
      folder,
      cache: path.join(folder, 'cache.db'),
      ledger: path.join(folder, 'ledger.db'),
      learned: path.join(folder, 'aprendido.json'),
      /** The file with the names that the person gave to reconciliations. */
      names: path.join(folder, 'nombres.json'),
      backups: path.join(folder, 'copias'),
      /** The folder of closed months, of which backups copy only new or changed files. */
      closed: path.join(folder, 'cierres'),
    };
  },
});

/** The name of the folder inside the data folder into which a backup is copied before it is used. */
const WORKSHOP = /^\.respaldo-[0-9a-f]{12}$/;
export const createWorkshop = ({ root }: DataFolder): string =>
  path.join(root, `.respaldo-${randomBytes(6).toString('hex')}`);
export const isWorkshop = (name: string): boolean => WORKSHOP.test(name);

export function hasLeftovers({ root }: DataFolder): boolean {
  try {
    return readdirSync(root).some(isWorkshop);
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
    return false; // missing or unreadable: the method that needs the folder reports it
  }
}

/** Creates a folder and its parents, for the owner only. Does not use Node's `recursive`, which hangs in a folder that takes no entries (`/proc`). */
export function makeFolders(folder: string): void {
  if (makeFolder(folder) === 'made') return;
  makeFolders(path.dirname(folder));
  makeFolder(folder);
}

/** Returns 'orphan' if the folder above has to be created first. */
function makeFolder(folder: string): 'made' | 'orphan' {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return 'made';
  } catch (error) {
    const code = getSystemCode(error);
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return 'made';
    if (code === 'ENOENT' && !existsSync(path.dirname(folder))) return 'orphan';
    throw error;
  }
}

/** Like `makeFolders`, for a folder that a person chose. Rejects with the errors of `toDiskError`, and with `CARPETA_SIN_PERMISO` for `ENOENT` too. */
export function ensureFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder);
    return Promise.resolve();
  } catch (error) {
    return Promise.reject(getSystemCode(error) === 'ENOENT' ? toAccessError(error) : toDiskError(error));
  }
}

/** Leftover files younger than this are kept, because a running program may be writing them. */
const MIN_AGE_MS = 3_600_000;
/** The names of the program's unfinished files (`atomic-file.ts`, `new-file.ts`, copies of the ledger). */
const ON_ITS_WAY = /^\..+\.[0-9a-f]{12}\.tmp$|\.db\.tmp$|\.parte$/;
const JOURNAL = /-journal$/;

/** The files in a folder and its subfolders. Unlike Node's `recursive`, does not follow links, which lead out of the folder. */
function listFiles(folder: string): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
    return [];
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return listFiles(path.join(folder, entry.name));
    return entry.isFile() ? [entry] : [];
  });
}

function removeIfOld(file: string, now: Instant): void {
  try {
    if (now - statSync(file).mtimeMs > MIN_AGE_MS) unlinkSync(file);
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error; // gone or held: the next start tries again
  }
}

/** Deletes leftovers of killed programs: unfinished files, journals without a database. Keeps journals of a database and `-wal` files: SQLite needs them. */
export function sweepLeftovers(root: string, now: Instant): void {
  const files = listFiles(root).map(({ name, parentPath }) => ({ name, file: path.join(parentPath, name) }));
  for (const { name, file } of files) if (ON_ITS_WAY.test(name)) removeIfOld(file, now);
  for (const { name, file } of files) {
    if (JOURNAL.test(name) && !existsSync(file.replace(JOURNAL, ''))) removeIfOld(file, now);
  }
}

/** Why a folder cannot be deleted now: it belongs to another user, whose own program deletes it, or is open on Windows. The next start tries again. */
const NOT_NOW = new Set(['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']);
const MINE = /^conciliador-(\d+)-[^-]+$/;

/** Creates a private folder (0700) for this process in `root`. First deletes the private folders of processes that have ended: these hold coupons. */
export async function createScratchFolder(root: string = tmpdir()): Promise<string> {
  for (const name of await readdir(root)) {
    const pid = MINE.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(root, name), { recursive: true, force: true }).catch((error: unknown) => {
      if (!NOT_NOW.has(getSystemCode(error) ?? '')) throw error;
    });
  }
  return mkdtemp(path.join(root, `conciliador-${String(process.pid)}-`)); // mkdtemp always uses mode 0700
}

/** True if a process with this number runs on this machine, also one of another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getSystemCode(error) === 'EPERM';
  }
}
