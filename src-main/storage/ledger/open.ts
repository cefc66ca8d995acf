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
import { openDatabase, prepareDatabase, versionDe, versionOf, type DatabaseSchema } from '../sqlite/open.ts';
import { isDamaged } from '../sqlite/errors.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { refuseNewerEvents } from './newer.ts';
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

interface Saber {
  readonly clock: Clock;
  /** Numbers in [0, 1); only for the names of uploads. */
  readonly random: () => number;
}

/** A ledger over a database that is already open (tests keep one in memory). */
export function createLedgerOver(db: Database.Database, saber: Saber): Ledger {
  return guard(() => {
    prepareDatabase(db, SCHEMA);
    return createLedger(db, saber);
  });
}

/** Opens the file and checks every page and event of it; undefined when it is damaged: there may be a copy. */
function openSound(ruta: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    db = openDatabase(ruta, SCHEMA, { check: true });
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
 * schema than ours is `DATOS_MAS_NUEVOS`, an event that we do not know `CARGA_MAS_NUEVA`; both leave the file untouched.
 */
export async function openLedger(
  ruta: string,
  { onNotice, ...saber }: Saber & { readonly onNotice?: (texto: string, dicho?: Statement) => void },
): Promise<Ledger> {
  const tellNoCopy = (): void => {
    if (onNotice !== undefined) tellTo(onNotice, 'sin_copia');
  };
  const ahora = saber.clock.now();
  const missing = !existsSync(ruta);
  // A ledger that is missing although it has copies was lost: with an empty one in its place everything would be sent again.
  let db = missing && copiesOf(ruta).length > 0 ? undefined : openSound(ruta);
  if (db === undefined) {
    const hecha = restoreBackup(ruta, ahora);
    if (hecha === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    db = openSound(ruta);
    if (db === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    recordRestoration(ruta, getLastEvent(db));
    if (onNotice !== undefined) {
      tellTo(onNotice, 'libro_recuperado', {
        nombre: basename(hecha.copia),
        aparte: missing || hecha.apartado === null ? '' : basename(hecha.apartado),
        cargas: uploadsOf(db),
        at: getLastEvent(db),
      });
    }
  }
  const abierto = db;
  const version = versionOf(db);
  if (version > 0 && (version < versionDe(SCHEMA) || !hasRecentCopy(ruta, ahora))) {
    await copyLedger(abierto, ruta, ahora).catch((error: unknown) =>
      guard(() => {
        // The ledger is whole even without room for a copy: only a migration must not go on without one.
        if (version < versionDe(SCHEMA)) throw error;
        tellNoCopy();
      }),
    );
  }
  return {
    ...createLedgerOver(abierto, saber),
    getRestoration: () => {
      const note = readRestoration(ruta);
      return note === null ? null : { hasta: note.hasta ?? getLastEvent(abierto) };
    },
    markRestorationReviewed: (notice, dicho) => {
      onNotice?.(notice, dicho);
      forgetRestoration(ruta);
    },
    async makeDailyCopy() {
      if (hasRecentCopy(ruta, saber.clock.now())) return;
      // The copy failed, but the ledger is whole: the failure is reported, and the upload goes on.
      await copyLedger(abierto, ruta, saber.clock.now()).catch(tellNoCopy);
    },
  };
}

const uploadsOf = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM upload').pluck().get() ?? 0;

const getLastEvent = (db: Database.Database): number | null =>
  db.prepare<[], number | null>('SELECT max(at) FROM event').pluck().get() ?? null;
