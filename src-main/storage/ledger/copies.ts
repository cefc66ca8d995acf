import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { versionOf } from '../sqlite/open.ts';
import { timestamp } from '../sqlite/stamp.ts';
import { refuseNewerLedger } from './newer.ts';

const MAX_COPIES = 7;
const NAME = /^ledger-(\d{17})\.db$/;

/** Copies of the ledger live beside it, in `copias/`, named by the instant at which they were made. */
const getCopiesFolder = (ruta: string): string => join(dirname(ruta), 'copias');

/** Paths of the copies, newest first. */
export function copiesOf(ruta: string): readonly string[] {
  const carpeta = getCopiesFolder(ruta);
  if (!existsSync(carpeta)) return [];
  return readdirSync(carpeta)
    .filter((nombre) => NAME.test(nombre))
    .sort()
    .reverse()
    .map((nombre) => join(carpeta, nombre));
}

/** True when a copy was made within the last day. */
export function hasRecentCopy(ruta: string, ahora: number): boolean {
  const ultima = copiesOf(ruta)[0];
  const desde = `ledger-${timestamp(ahora - 86_400_000)}.db`;
  return ultima !== undefined && ultima.slice(-desde.length) >= desde;
}

/** Opens a file read-only and asks SQLite whether it is whole. A whole file of a newer schema counts too: its content is not checked. */
export function isSound(ruta: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(ruta, { readonly: true, fileMustExist: true });
    return db.pragma('integrity_check(1)', { simple: true }) === 'ok' && versionOf(db) > 0;
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  } finally {
    db?.close();
  }
}

function flushToDisk(ruta: string): void {
  const fd = openSync(ruta, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Makes a copy through SQLite's own backup: to a temporary name, checked by opening it, renamed; then old copies are deleted. A copy that is not
 * whole is never kept.
 */
export async function copyLedger(db: Database.Database, ruta: string, ahora: number): Promise<string> {
  const carpeta = getCopiesFolder(ruta);
  mkdirSync(carpeta, { recursive: true });
  const destination = join(carpeta, `ledger-${timestamp(ahora)}.db`);
  const temporal = `${destination}.tmp`;
  rmSync(temporal, { force: true });
  await db.backup(temporal);
  // A copy is one file: without WAL mode, reading it leaves nothing beside it.
  const copia = new Database(temporal);
  copia.pragma('journal_mode = DELETE');
  copia.close();
  if (!isSound(temporal)) {
    rmSync(temporal, { force: true });
    throw new Error('The copy of the ledger is not whole');
  }
  flushToDisk(temporal);
  renameSync(temporal, destination);
  for (const vieja of copiesOf(ruta).slice(MAX_COPIES)) rmSync(vieja, { force: true });
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
export function restoreBackup(ruta: string, ahora: number): Restoration | undefined {
  const copia = copiesOf(ruta).find(isSound);
  if (copia === undefined) return undefined;
  refuseNewerLedger(copia);
  recordRestoration(ruta, null);
  return replaceLedger({ ruta, copia, apartado: `${ruta}.danado-${timestamp(ahora)}` });
}

/** Replaces a closed ledger by a copy; the old one, if there is one, moves to `apartado` with its WAL. */
export function replaceLedger({ ruta, copia, apartado }: Restoration & { readonly ruta: string }): Restoration {
  const temporal = `${ruta}.restaurado`;
  copyFileSync(copia, temporal);
  flushToDisk(temporal);
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(ruta + suffix)) renameSync(ruta + suffix, apartado + suffix);
  }
  renameSync(temporal, ruta);
  return { apartado, copia };
}

const getNotePath = (ruta: string): string => `${ruta}.restaurado-sin-revisar`;

/** Writes the note that stays beside the ledger until some process compares it with the service. `hasta`: its last event, in ms. */
export function recordRestoration(ruta: string, hasta: number | null): void {
  writeFileSync(getNotePath(ruta), String(hasta ?? ''));
}

export function readRestoration(ruta: string): { readonly hasta: number | null } | null {
  if (!existsSync(getNotePath(ruta))) return null;
  const texto = readFileSync(getNotePath(ruta), 'utf8');
  return { hasta: /^\d{1,16}$/.test(texto) ? Number(texto) : null };
}

export const forgetRestoration = (ruta: string): void => {
  rmSync(getNotePath(ruta), { force: true });
};
