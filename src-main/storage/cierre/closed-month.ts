/** The file of a taxpayer's closed month: an SQLite file that never changes, with the workbook's bytes, all rows that it used, and the closing's document. */
import { existsSync, readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { guard } from '../sqlite/open.ts';

const VERSION = 1;
const TABLES = `
CREATE TABLE cierre (
  periodo TEXT NOT NULL, cuit TEXT NOT NULL, documento TEXT NOT NULL, mapas TEXT NOT NULL, asiento TEXT,
  sha256 TEXT NOT NULL, libro BLOB NOT NULL
) STRICT;
CREATE TABLE fila (vista TEXT NOT NULL, id TEXT NOT NULL, valores TEXT NOT NULL, PRIMARY KEY (vista, id)) STRICT, WITHOUT ROWID;
CREATE TABLE ajuste (
  mes TEXT NOT NULL, vista TEXT NOT NULL, id TEXT NOT NULL, valores TEXT, PRIMARY KEY (mes, vista, id)
) STRICT, WITHOUT ROWID;`;

export interface FrozenRow {
  readonly vista: string;
  readonly id: string;
  readonly valores: string;
}
/** How a row of an earlier closed month has changed since; `valores` is null if the service withdrew it. */
export interface FrozenAdjustment extends Omit<FrozenRow, 'valores'> {
  readonly mes: string;
  readonly valores: string | null;
}

export interface ClosedMonthFile {
  readonly periodo: string;
  readonly cuit: string;
  /** The document of the closing, and in `mapas` the person's answers that it used; both as JSON. */
  readonly documento: string;
  readonly mapas: string;
  /** The journal entry as CSV; null if none exists. */
  readonly asiento: string | null;
  readonly sha256: string;
  readonly libro: Buffer;
}

const NAME = /^(\d{4}-\d{2})-(\d{11})\.db$/;
/** The closed months in a folder, in order; reads only the names of the files. */
export const listClosedMonths = (folder: string): readonly { readonly periodo: string; readonly cuit: string }[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => {
      const [, periodo = '', cuit = ''] = NAME.exec(name) ?? [];
      return periodo === '' ? [] : [{ periodo, cuit }];
    })
    .sort((a, b) => (a.periodo < b.periodo ? -1 : 1));

/** Writes a new file; the caller then gives it its final name. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function writeClosedMonth(
  path: string,
  month: ClosedMonthFile,
  { filas, ajustes }: { readonly filas: Iterable<FrozenRow>; readonly ajustes: Iterable<FrozenAdjustment> },
): void {
  guard(() => {
    const db = new Database(path);
    try {
      db.transaction(() => {
        db.exec(TABLES);
        db.pragma(`user_version = ${String(VERSION)}`);
        db.prepare('INSERT INTO cierre VALUES (@periodo, @cuit, @documento, @mapas, @asiento, @sha256, @libro)').run(
          month,
        );
        const insertRow = db.prepare('INSERT OR REPLACE INTO fila VALUES (@vista, @id, @valores)');
        for (const row of filas) insertRow.run(row);
        const insertAdjustment = db.prepare('INSERT OR REPLACE INTO ajuste VALUES (@mes, @vista, @id, @valores)');
        for (const row of ajustes) insertAdjustment.run(row);
      })();
    } finally {
      db.close();
    }
  }, path);
}

function read<T>(path: string, sql: string): readonly T[] {
  return guard(() => {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return db.prepare<[], T>(sql).all();
    } finally {
      db.close();
    }
  }, path);
}

export function readClosedMonth(path: string): ClosedMonthFile {
  const [month] = read<ClosedMonthFile>(path, 'SELECT * FROM cierre');
  if (month === undefined) throw new AppError('GUARDADO_ILEGIBLE');
  return month;
}

export const readFrozenRows = (path: string) => read<FrozenRow>(path, 'SELECT * FROM fila');

export const readTakenAdjustments = (path: string) => read<FrozenAdjustment>(path, 'SELECT * FROM ajuste');
