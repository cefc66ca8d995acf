import { existsSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { type LedgerContent, decodeAll } from './event-codec.ts';
import { createLedger, type Ledger } from './ledger.ts';
import {
  guardLedger,
  openDatabase,
  prepareDatabase,
  versionOf,
  type DatabaseSchema,
  writeTimestamp,
  isDamaged,
} from '../sqlite/open.ts';
import { MIGRATIONS } from './schema.ts';
import { renameSync } from '#platform/atomic-file.ts';

const SCHEMA: DatabaseSchema = {
  migrations: MIGRATIONS,
  pragmas: [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'temp_store = FILE',
    'cache_size = -4000',
  ],
};

interface Known {
  readonly clock: Clock;
  readonly random: () => number;
}

export function createLedgerOver(db: Database.Database, known: Known): Ledger {
  return guardLedger(() => {
    prepareDatabase(db, SCHEMA);
    return createLedger(db, known);
  });
}

export type LedgerToRead = ReturnType<typeof openLedgerToRead>;

/** Opens a ledger for a thread that only reads. The file must exist and have the current schema. */
export function openLedgerToRead(path: string, known: Known) {
  const db = guardLedger(() => new Database(path, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  const events = db.prepare<[], number>('SELECT count(*) FROM event').pluck();
  const decisions = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM decision').pluck();
  return {
    ...createLedger(db, known),
    /** A counter that grows with every event of an upload. */
    version: (): number => guardLedger(() => events.get()) ?? 0,
    lastDecision: (): number => guardLedger(() => decisions.get()) ?? 0,
  };
}

export interface LedgerBackups {
  exist(): boolean;
  /** Extracts the ledger from the sound backup with the most events; undefined if no backup is sound. The caller owns the resulting file. */
  takeFullest(): Promise<TakenLedger | undefined>;
  /** Makes the backup of the day if there is none yet. Never rejects. */
  makeDaily(): Promise<void>;
}

export interface TakenLedger {
  readonly nombre: string;
  readonly ruta: string;
  readonly contenido: LedgerContent;
}

interface Options extends Known {
  readonly onNotice?: (text: string, said?: Statement) => void;
  readonly backups?: LedgerBackups;
}

type Opened = { readonly db: Database.Database; readonly eventos: number } | undefined;

/** Opens the file, checks every page and decodes every event; undefined if the file is damaged, so that a backup can take its place. */
function openSound(path: string): Opened {
  let db: Database.Database | undefined;
  try {
    db = openDatabase(path, SCHEMA, { check: true });
    return { db, eventos: versionOf(db) === 0 ? 0 : decodeAll(db).eventos };
  } catch (error) {
    db?.close();
    if (isDamaged(error) || isAppError(error, 'LIBRO_DANADO')) return undefined;
    throw error;
  }
}

/**
 * Opens the ledger of an account; makes a new one for a new account. A ledger is lost if it is damaged, if an event cannot be decoded, or if it has no events
 * (or schema, or file) although a backup has some: with an empty ledger, everything would be sent again. Then the sound backup with the most events takes its
 * place, the lost file is kept beside it, and `onNotice` is called. If no backup is sound, throws `LIBRO_DANADO` and touches nothing, except that a sound
 * ledger without events stays in use. Throws `DATOS_MAS_NUEVOS` for a newer schema and `CARGA_MAS_NUEVA` for an unknown event, without touching the file.
 */
export async function openLedger(path: string, { onNotice, backups, ...known }: Options): Promise<Ledger> {
  finishReplacement(path);
  const missing = !existsSync(path);
  const isLost = missing && backups?.exist() === true;
  let opened = isLost ? undefined : openSound(path);
  if (opened === undefined || (opened.eventos === 0 && backups?.exist() === true)) {
    const taken = await backups?.takeFullest();
    const hasMore = taken !== undefined && taken.contenido.eventos > (opened?.eventos ?? -1);
    const hasSchema = opened !== undefined && versionOf(opened.db) > 0;
    if (!hasMore && !hasSchema) {
      opened?.db.close();
      throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(path) } });
    }
    if (hasMore) {
      opened?.db.close();
      const { nombre, ruta: by, contenido } = taken;
      const aside = replaceLedger(path, { by, hasta: contenido.hasta, why: 'danado', now: known.clock.now() });
      opened = openSound(path);
      const { cargas, hasta: at } = contenido;
      if (onNotice !== undefined) tellTo(onNotice, 'libro_recuperado', { nombre, aparte: aside ?? '', cargas, at });
    }
  }
  if (opened === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(path) } });
  const { db } = opened;
  const ledger = createLedgerOver(db, known);
  const makeDailyCopy = async (): Promise<void> => backups?.makeDaily();
  await makeDailyCopy();
  return {
    ...ledger,
    getRestoration: () => {
      const note = readRestoration(path);
      return note === null ? null : { hasta: note.hasta ?? getLastEvent(db) };
    },
    markRestorationReviewed: (notice, said) => {
      onNotice?.(notice, said);
      forgetRestoration(path);
    },
    makeDailyCopy,
  };
}

const getLastEvent = (db: Database.Database): number | null =>
  db.prepare<[], number | null>('SELECT max(at) FROM event').pluck().get() ?? null;

const getNextPath = (path: string): string => `${path}.restaurado`;
const getNotePath = (path: string): string => `${path}.restaurado-sin-revisar`;

interface Replacement {
  /** The file of the new ledger: sound and without WAL. It is moved to the ledger's path. */
  readonly by: string;
  /** When the last event of the new ledger was written, in ms. */
  readonly hasta: number | null;
  /** Why the old ledger is replaced; the file name under which it is kept says so. */
  readonly why: 'danado' | 'anterior';
  readonly now: number;
}

/**
 * Replaces a closed ledger. Returns the name under which the old one is kept beside it, with its WAL; null without an old one. First writes the note that
 * demands the comparison with the service. If the process dies in between, either the old ledger stays, or `finishReplacement` puts the new one in place.
 */
export function replaceLedger(path: string, { by, hasta, why, now }: Replacement): string | null {
  return guardLedger(() => {
    recordRestoration(path, hasta);
    if (existsSync(getNextPath(path))) rmSync(getNextPath(path));
    moveFile(by, getNextPath(path));
    const aside = `${path}.${why}-${writeTimestamp(now)}`;
    const had = existsSync(path);
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    renameSync(getNextPath(path), path);
    return had ? basename(aside) : null;
  });
}

/** Finishes an interrupted `replaceLedger`: puts the new ledger in place, or deletes it if the old one is still there. */
function finishReplacement(path: string): void {
  if (!existsSync(getNextPath(path))) return;
  guardLedger(() => {
    if (existsSync(path)) rmSync(getNextPath(path));
    else renameSync(getNextPath(path), path);
  });
}

/** Moves a file within the data folder: by renaming, or by copying if the system says that the paths are on different disks. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    copyFileSync(from, to);
  }
}

/** Notes that the ledger must be compared with the service, until that has happened. `to`: when the ledger's last event was written, in ms. */
function recordRestoration(path: string, to: number | null): void {
  writeFileSync(getNotePath(path), String(to ?? ''));
}

function readRestoration(path: string): { readonly hasta: number | null } | null {
  if (!existsSync(getNotePath(path))) return null;
  const text = readFileSync(getNotePath(path), 'utf8');
  return { hasta: /^\d{1,16}$/.test(text) ? Number(text) : null };
}

const forgetRestoration = (path: string): void => rmSync(getNotePath(path), { force: true });
