import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import {
  recordRestoration,
  copyLedger,
  copiesOf,
  forgetRestoration,
  readRestoration,
  restoreBackup,
  hasRecentCopy,
} from './copies.ts';
import { createLedger } from './ledger.ts';
import { openDatabase, prepareDatabase, findNewestVersion, versionOf, type DatabaseSchema } from '../sqlite/open.ts';
import { isDamaged } from '../sqlite/errors.ts';
import { refuseNewerEvents } from './newer.ts';
import { MIGRATIONS } from './schema.ts';
import { guard } from './sqlite-error.ts';
import type { Ledger } from './types.ts';

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
  return guard(() => {
    prepareDatabase(db, SCHEMA);
    return createLedger(db, known);
  });
}

/** Opens the file and checks every page and event of it; undefined when it is damaged: there may be a copy. */
function openSound(path: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    db = openDatabase(path, SCHEMA, { check: true });
    if (versionOf(db) > 0) refuseNewerEvents(db);
    return db;
  } catch (error) {
    db?.close();
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

/**
 * Opens the ledger of an account, making it when there is none. It is copied before a migration and once a day. A damaged ledger is set aside, its
 * newest whole copy takes its place, and `onNotice` says what was lost; without a whole copy it throws `LIBRO_DANADO` and touches nothing. A newer
 * schema than ours is `DATOS_MAS_NUEVOS`, an event that we do not know `CARGA_MAS_NUEVA`; both leave the file untouched. `onError` gets why a
 * daily copy failed.
 */
export async function openLedger(
  path: string,
  {
    onNotice,
    onError,
    ...known
  }: Known & {
    readonly onNotice?: (text: string, said?: Statement) => void;
    readonly onError?: (error: unknown) => void;
  },
): Promise<Ledger> {
  const tellNoCopy = (error: unknown): void => {
    onError?.(error);
    if (onNotice !== undefined) tellTo(onNotice, 'sin_copia');
  };
  const now = known.clock.now();
  const missing = !existsSync(path);
  // A ledger that is missing although it has copies was lost: with an empty one in its place everything would be sent again.
  let db = missing && copiesOf(path).length > 0 ? undefined : openSound(path);
  if (db === undefined) {
    const done = restoreBackup(path, now);
    if (done === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(path) } });
    db = openSound(path);
    if (db === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(path) } });
    recordRestoration(path, getLastEvent(db));
    if (onNotice !== undefined) {
      tellTo(onNotice, 'libro_recuperado', {
        nombre: basename(done.copia),
        aparte: missing || done.apartado === null ? '' : basename(done.apartado),
        cargas: uploadsOf(db),
        at: getLastEvent(db),
      });
    }
  }
  const opened = db;
  const version = versionOf(db);
  // The copy failed, but the ledger is whole: the failure is reported, and the work goes on.
  const makeDailyCopy = async (at: number): Promise<void> => {
    if (!hasRecentCopy(path, at)) await copyLedger(opened, path, at).catch(tellNoCopy);
  };
  if (version > 0) {
    // Only a migration must not go on without a copy.
    if (version < findNewestVersion(SCHEMA)) await copyLedger(opened, path, now).catch(throwGuarded);
    else await makeDailyCopy(now);
  }
  return {
    ...createLedgerOver(opened, known),
    getRestoration: () => {
      const note = readRestoration(path);
      return note === null ? null : { hasta: note.hasta ?? getLastEvent(opened) };
    },
    markRestorationReviewed: (notice, said) => {
      onNotice?.(notice, said);
      forgetRestoration(path);
    },
    makeDailyCopy: () => makeDailyCopy(known.clock.now()),
  };
}

/** Throws a failed copy's error as that of the disk, where it is one. */
const throwGuarded = (error: unknown): never =>
  guard(() => {
    throw error;
  });

const uploadsOf = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM upload').pluck().get() ?? 0;

const getLastEvent = (db: Database.Database): number | null =>
  db.prepare<[], number | null>('SELECT max(at) FROM event').pluck().get() ?? null;
