import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { versionOf } from '../sqlite/open.ts';
import { isDamaged } from '../sqlite/errors.ts';
import { writeTimestamp } from '../sqlite/stamp.ts';
import { recordRestoration, copyLedger, copiesOf, isSound, replaceLedger } from './copies.ts';
import { refuseNewerLedger } from './newer.ts';
import { guard } from './sqlite-error.ts';

/** A copy of a ledger, as a person chooses among them. */
export interface LedgerCopy {
  /** The name of its file, which the other functions take. */
  readonly nombre: string;
  /** When it was made, ms. */
  readonly hecha: number;
  readonly bytes: number;
}

/** The content of a copy that was looked into. */
export interface ExaminedCopy extends LedgerCopy {
  readonly sana: boolean;
  /** Its uploads; null when the copy is not whole, or has a schema that we cannot count in. */
  readonly cargas: number | null;
  /** When its last event was written, ms; null when there is none, the copy is not whole, or it has a schema that we cannot count in. */
  readonly hasta: number | null;
}

/** `ledger-20261121043219123.db` → the instant. */
function parseInstant(name: string): number {
  const [, y = '', m = '', d = '', hh = '', mm = '', ss = '', ms = ''] =
    /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})/.exec(name) ?? [];
  return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(hh), Number(mm), Number(ss), Number(ms));
}

const copyOf = (path: string): LedgerCopy => ({
  nombre: basename(path),
  hecha: parseInstant(basename(path)),
  bytes: statSync(path).size,
});

/** The copies of the ledger at `path`, newest first. */
export const listCopies = (path: string): readonly LedgerCopy[] => guard(() => copiesOf(path).map(copyOf));

function findBackup(path: string, name: string): string {
  const copy = copiesOf(path).find((one) => basename(one) === name);
  if (copy === undefined) throw new AppError('COPIA_INEXISTENTE', { detail: { copia: name } });
  return copy;
}

/** Reads a copy whole, and says what it holds. Throws `COPIA_INEXISTENTE`. */
export function examineCopy(path: string, name: string): ExaminedCopy {
  const copy = findBackup(path, name);
  if (!isSound(copy)) return { ...copyOf(copy), sana: false, cargas: null, hasta: null };
  return { ...copyOf(copy), sana: true, ...readContent(copy) };
}

/**
 * The content of a whole ledger: uploads, events with the decisions, and when the last event was written (ms). Null where its schema is one that we
 * cannot count in.
 */
export interface LedgerContent {
  readonly cargas: number | null;
  readonly eventos: number | null;
  readonly hasta: number | null;
}

/** True when neither has anything that the other lacks: both are the same ledger, append-only. */
export const hasSameContent = (a: LedgerContent, b: LedgerContent): boolean =>
  a.cargas === b.cargas && a.eventos === b.eventos && a.hasta === b.hasta;

export function readContent(path: string): LedgerContent {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const count = (sql: string): number | null => db.prepare<[], number | null>(sql).pluck().get() ?? null;
    // A person's decisions belong to the ledger as much as what was sent; only what was sent has to be compared with the service.
    return {
      cargas: count('SELECT count(*) FROM upload'),
      eventos: count('SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM decision)'),
      hasta: count('SELECT max(at) FROM event'),
    };
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')
      return { cargas: null, eventos: null, hasta: null };
    throw error;
  } finally {
    db.close();
  }
}

/** Makes a copy now of the ledger on disk, whether it is open or not. Throws `LIBRO_DANADO`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function createCopy(path: string, now: number): Promise<LedgerCopy> {
  const db = guard(() => new Database(path, { fileMustExist: true }));
  try {
    if (versionOf(db) === 0) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(path) } });
    return copyOf(await copyLedger(db, path, now));
  } catch (error) {
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, detail: { archivo: basename(path) } });
    return guard(() => {
      throw error;
    });
  } finally {
    db.close();
  }
}

/**
 * Replaces the ledger by a copy; nobody may have the ledger open. The old ledger is kept beside it, under the name that is answered. The restored one
 * is compared with the service before the next upload. Throws `COPIA_INEXISTENTE`, `COPIA_DANADA`, and for a copy that this version does not fully
 * know `DATOS_MAS_NUEVOS`, `CARGA_MAS_NUEVA`.
 */
export function restoreCopy(path: string, name: string, now: number): Restored {
  const copy = findBackup(path, name);
  if (!isSound(copy)) throw new AppError('COPIA_DANADA', { detail: { copia: name } });
  return restoreFile(path, copy, now);
}

/** `apartado`: the name under which the old ledger is kept; null when there was none. */
export interface Restored {
  readonly apartado: string | null;
}

/** As `restoreCopy`, with a file from elsewhere that is whole. */
export function restoreFile(path: string, copy: string, now: number): Restored {
  refuseNewerLedger(copy);
  return guard(() => {
    const had = existsSync(path);
    const { hasta } = readContent(copy);
    recordRestoration(path, hasta);
    const { apartado } = replaceLedger({
      ruta: path,
      copia: copy,
      apartado: `${path}.anterior-${writeTimestamp(now)}`,
    });
    return { apartado: had ? basename(apartado) : null };
  });
}

/** Throws `COPIA_DE_OTRA_CUENTA` for a whole ledger with uploads of another account. */
export function refuseOtherAccount(path: string, account: string): void {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const others = db.prepare<[string], number>('SELECT count(*) FROM upload WHERE cuenta <> ?').pluck().get(account);
    if (others !== 0) throw new AppError('COPIA_DE_OTRA_CUENTA');
  } finally {
    db.close();
  }
}
