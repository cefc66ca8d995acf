import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { DAY_MS } from '#domain/clock.ts';
import { rename, renameSync } from '#platform/rename.ts';
import { versionOf } from '../sqlite/open.ts';
import { copyDatabase } from '../sqlite/snapshot.ts';
import { writeTimestamp } from '../sqlite/stamp.ts';
import { refuseNewerLedger } from './newer.ts';

const MAX_COPIES = 7;
const NAME = /^ledger-\d{17}\.db$/;
const nameOf = (instant: number): string => `ledger-${writeTimestamp(instant)}.db`;

/** Copies of the ledger live beside it, in `copias/`, named by the instant at which they were made. */
const getCopiesFolder = (path: string): string => join(dirname(path), 'copias');

/** The names in a folder; none when it is not there. A folder that may not be read is not one without copies: `CARPETA_SIN_PERMISO`. */
function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, detail: { carpeta: folder, causa: code } });
  }
}

/** Paths of the copies, newest first. */
export function copiesOf(path: string): readonly string[] {
  const folder = getCopiesFolder(path);
  return readNames(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** True when a copy was made within the last day. */
export function hasRecentCopy(path: string, now: number): boolean {
  const [last = ''] = copiesOf(path);
  return basename(last) >= nameOf(now - DAY_MS);
}

/** Opens a file read-only and asks SQLite whether it is whole. A whole file of a newer schema counts too: its content is not checked. */
export function isSound(path: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    return db.pragma('integrity_check(1)', { simple: true }) === 'ok' && versionOf(db) > 0;
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  } finally {
    db?.close();
  }
}

function flushToDisk(path: string): void {
  const fd = openSync(path, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Makes a copy through SQLite's own backup: to a temporary name, checked by opening it, renamed; then old copies are deleted. A copy that is not
 * whole is never kept.
 */
export async function copyLedger(db: Database.Database, path: string, now: number): Promise<string> {
  const folder = getCopiesFolder(path);
  mkdirSync(folder, { recursive: true });
  const destination = join(folder, nameOf(now));
  const temporary = `${destination}.tmp`;
  rmSync(temporary, { force: true });
  await copyDatabase(db, temporary);
  if (!isSound(temporary)) {
    rmSync(temporary, { force: true });
    throw new Error('The copy of the ledger is not whole');
  }
  try {
    flushToDisk(temporary);
    await rename(temporary, destination);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  for (const old of copiesOf(path).slice(MAX_COPIES)) rmSync(old, { force: true });
  return destination;
}

/** The outcome of a restoration. */
export interface Restoration {
  /** The damaged file, kept aside untouched. */
  readonly apartado: string;
  /** The copy that took its place. */
  readonly copia: string;
}

/**
 * Replaces a damaged ledger by its newest whole copy, and keeps the damaged one aside with its WAL. undefined when there is no whole copy: nothing
 * was touched. The note that it must be compared with the service is written first: a process that dies in between leaves no ledger, or one that will
 * be compared. A copy that a newer version wrote is refused, and nothing is touched.
 */
export function restoreBackup(path: string, now: number): Restoration | undefined {
  const copy = copiesOf(path).find(isSound);
  if (copy === undefined) return undefined;
  refuseNewerLedger(copy);
  recordRestoration(path, null);
  return replaceLedger({ ruta: path, copia: copy, apartado: `${path}.danado-${writeTimestamp(now)}` });
}

/** Replaces a closed ledger by a copy; the old one, if there is one, moves to `apartado` with its WAL. */
export function replaceLedger({ ruta, copia, apartado }: Restoration & { readonly ruta: string }): Restoration {
  const temporary = `${ruta}.restaurado`;
  copyFileSync(copia, temporary);
  flushToDisk(temporary);
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(ruta + suffix)) renameSync(ruta + suffix, apartado + suffix);
  }
  renameSync(temporary, ruta);
  return { apartado, copia };
}

const getNotePath = (path: string): string => `${path}.restaurado-sin-revisar`;

/** Writes the note that stays beside the ledger until some process compares it with the service. `to`: its last event, in ms. */
export function recordRestoration(path: string, to: number | null): void {
  writeFileSync(getNotePath(path), String(to ?? ''));
}

export function readRestoration(path: string): { readonly hasta: number | null } | null {
  if (!existsSync(getNotePath(path))) return null;
  const text = readFileSync(getNotePath(path), 'utf8');
  return { hasta: /^\d{1,16}$/.test(text) ? Number(text) : null };
}

export const forgetRestoration = (path: string): void => {
  rmSync(getNotePath(path), { force: true });
};
