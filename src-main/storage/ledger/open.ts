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
  /** Numbers in [0, 1); only for the names of uploads. */
  readonly random: () => number;
}

/** A ledger over a database that is already open (tests keep one in memory). */
export function createLedgerOver(db: Database.Database, known: Known): Ledger {
  return guardLedger(() => {
    prepareDatabase(db, SCHEMA);
    return createLedger(db, known);
  });
}

export type LedgerToRead = ReturnType<typeof openLedgerToRead>;

/** Opens a ledger for a thread that only reads it. Its file must exist and have today's schema. */
export function openLedgerToRead(path: string, known: Known) {
  const db = guardLedger(() => new Database(path, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  const events = db.prepare<[], number>('SELECT count(*) FROM event').pluck();
  const decisions = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM decision').pluck();
  return {
    ...createLedger(db, known),
    /** Changes when anything happens to an upload. */
    version: (): number => guardLedger(() => events.get()) ?? 0,
    /** The number of the last decision. */
    lastDecision: (): number => guardLedger(() => decisions.get()) ?? 0,
  };
}

/** The backups of an account beside its ledger. */
export interface LedgerBackups {
  /** Whether there is any, whole or not. */
  exist(): boolean;
  /** Takes the ledger out of the whole backup with the most events; undefined when none is whole. The file is the caller's. */
  takeFullest(): Promise<TakenLedger | undefined>;
  /** Makes the backup of the day, if it was not made yet. Never rejects. */
  makeDaily(): Promise<void>;
}

export interface TakenLedger {
  /** The name of the backup. */
  readonly nombre: string;
  /** A file of the data folder. */
  readonly ruta: string;
  readonly contenido: LedgerContent;
}

interface Options extends Known {
  readonly onNotice?: (text: string, said?: Statement) => void;
  /** Absent: a ledger that is lost stays lost. */
  readonly backups?: LedgerBackups;
}

type Opened = { readonly db: Database.Database; readonly eventos: number } | undefined;

/** Opens the file, checks every page and decodes every event; undefined when that fails: there may be a backup. */
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
 * Opens the ledger of an account, making it without one. A ledger is lost when it is damaged, when an event of it cannot be decoded, and when it
 * has no events (or no schema, or is missing) while a backup has some: with an empty one in its place everything would be sent again. The fullest
 * whole backup then takes its place, the lost file stays beside it, and `onNotice` says what was lost; where a backup exists and none is whole it throws
 * `LIBRO_DANADO` and touches nothing. A newer schema than ours is `DATOS_MAS_NUEVOS`, an event that we do not know `CARGA_MAS_NUEVA`; both leave the
 * file untouched.
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

// Putting another ledger in the place of one, and the note that it has to be compared with the service.

const getNextPath = (path: string): string => `${path}.restaurado`;
const getNotePath = (path: string): string => `${path}.restaurado-sin-revisar`;

interface Replacement {
  /** A whole ledger without WAL, which is moved from there. */
  readonly by: string;
  /** Its last event, ms. */
  readonly hasta: number | null;
  /** Why the old one goes: part of the name under which it is kept. */
  readonly why: 'danado' | 'anterior';
  readonly now: number;
}

/**
 * Replaces a closed ledger; answers the name under which the old one is kept beside it with its WAL, null when there was none. A process that dies in
 * between leaves the old ledger, or one that `finishReplacement` puts in place; the note to compare with the service is written first.
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

/** Puts in place what an interrupted `replaceLedger` had ready; deletes it where the old ledger is still there. */
function finishReplacement(path: string): void {
  if (!existsSync(getNextPath(path))) return;
  guardLedger(() => {
    if (existsSync(path)) rmSync(getNextPath(path));
    else renameSync(getNextPath(path), path);
  });
}

/** Both are in the data folder, so a rename is enough; a copy only where the system says that they are not on one disk. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    copyFileSync(from, to);
  }
}

/** Writes the note that stays beside the ledger until some process compares it with the service. `to`: its last event, in ms. */
function recordRestoration(path: string, to: number | null): void {
  writeFileSync(getNotePath(path), String(to ?? ''));
}

function readRestoration(path: string): { readonly hasta: number | null } | null {
  if (!existsSync(getNotePath(path))) return null;
  const text = readFileSync(getNotePath(path), 'utf8');
  return { hasta: /^\d{1,16}$/.test(text) ? Number(text) : null };
}

const forgetRestoration = (path: string): void => {
  rmSync(getNotePath(path), { force: true });
};
