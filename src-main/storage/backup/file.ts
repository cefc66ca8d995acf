import { closeSync, fsyncSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { rename } from '#platform/atomic-file.ts';
import { guard, isDamaged, copyDatabase, writeTimestamp } from '../sqlite/open.ts';
import { decodeAll, type LedgerContent } from '../ledger/event-codec.ts';

export interface BackupSource {
  readonly cuenta: { readonly id: string; readonly nombre: string };
  /** `id`: 8 hexadecimal digits, which tell PCs of the same name apart. */
  readonly pc: { readonly id: string; readonly nombre: string };
}

export interface NamedBackup extends BackupSource {
  readonly nombre: string;
  /** When the backup was made, by the clock of its PC, in ms. */
  readonly hecha: number;
}

const NAME = /^(.+) \(([0-9a-f]{16})\) en (.+) \(([0-9a-f]{8})\) (\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\.db$/;
/** Characters that some operating system does not allow in a file name; Windows forbids the most. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}]/gu;
const toSafeName = (name: string): string => name.normalize('NFC').replace(UNSAFE, '-').slice(0, 60).trim() || '-';

/** The file name of a backup: `Tienda (0123456789abcdef) en CAJA-1 (01234567) 20261121043219123.db`. */
export const nameBackup = ({ cuenta, pc }: BackupSource, at: number): string =>
  `${toSafeName(cuenta.nombre)} (${cuenta.id}) en ${toSafeName(pc.nombre)} (${pc.id}) ${writeTimestamp(at)}.db`;

export function parseBackupName(nombre: string): NamedBackup | undefined {
  const [, account, id, pcName, pc, ...digits] = NAME.exec(nombre) ?? [];
  if (account === undefined || id === undefined || pcName === undefined || pc === undefined) return undefined;
  const [y = 0, month = 1, day, h, min, s, ms] = digits.map(Number);
  const hecha = Date.UTC(y, month - 1, day, h, min, s, ms);
  return { nombre, hecha, cuenta: { id, nombre: account }, pc: { id: pc, nombre: pcName } };
}

/** The table of a backup that holds the small files of the account: one row per file, with its name and text. */
export const PIECES_SQL = 'CREATE TABLE respaldo (pieza TEXT PRIMARY KEY, texto TEXT NOT NULL) STRICT, WITHOUT ROWID';
export type Pieces = Readonly<Record<string, string>>;

/** Backs up a ledger, which may be open, and decodes every event of the copy. Leaves no file if it throws (`LIBRO_DANADO`, `DISCO_LLENO`…). */
export async function writeBackup(ledger: string, destination: string, pieces: Pieces): Promise<LedgerContent> {
  const temporary = `${destination}.tmp`;
  await rm(temporary, { force: true });
  try {
    const db = guard(() => new Database(ledger, { fileMustExist: true }), ledger);
    try {
      await copyDatabase(db, temporary);
    } finally {
      db.close();
    }
    const content = addPieces(temporary, pieces);
    flushToDisk(temporary);
    await rename(temporary, destination);
    return content;
  } catch (error) {
    await rm(temporary, { force: true });
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, detail: { archivo: 'ledger.db' } });
    return guard(() => {
      throw error;
    }, destination);
  }
}

function addPieces(file: string, pieces: Pieces): LedgerContent {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.exec(PIECES_SQL);
    const insert = db.prepare('INSERT INTO respaldo (pieza, texto) VALUES (?, ?)');
    for (const [name, text] of Object.entries(pieces)) insert.run(name, text);
    const isWhole = db.pragma('integrity_check(1)', { simple: true }) === 'ok';
    if (!isWhole) throw new AppError('LIBRO_DANADO', { detail: { archivo: 'ledger.db' } });
    return decodeAll(db);
  } finally {
    db.close();
  }
}

export function toLedger(file: string): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.exec('DROP TABLE IF EXISTS respaldo');
  } finally {
    db.close();
  }
  flushToDisk(file);
}

function flushToDisk(file: string): void {
  const fd = openSync(file, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
