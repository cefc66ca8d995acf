/**
 * A closed month of a taxpayer: one immutable SQLite file with the workbook's bytes, every row that was used, and the document of the closing.
 * It is written once under a temporary name and then published; nothing ever writes to it again.
 */
import { existsSync, readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { guard } from '../sqlite/errors.ts';

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
  /** The row by field, as JSON. */
  readonly valores: string;
}
/** The new state of a row of an earlier closed month; null: the service withdrew it. */
export interface FrozenAdjustment extends Omit<FrozenRow, 'valores'> {
  readonly mes: string;
  readonly valores: string | null;
}

export interface ClosedMonthFile {
  readonly periodo: string;
  readonly cuit: string;
  /** The document of the closing and the person's answers that it used, as JSON. */
  readonly documento: string;
  readonly mapas: string;
  /** The journal entry as CSV; null when it was not written. */
  readonly asiento: string | null;
  readonly sha256: string;
  readonly libro: Buffer;
}

const header = z.object({
  periodo: z.string(),
  cuit: z.string(),
  documento: z.string(),
  mapas: z.string(),
  asiento: z.string().nullable(),
  sha256: z.string(),
  libro: z.instanceof(Buffer),
});
const row = z.object({ vista: z.string(), id: z.string(), valores: z.string() });
const adjustment = z.object({ mes: z.string(), vista: z.string(), id: z.string(), valores: z.string().nullable() });

const NAME = /^(\d{4}-\d{2})-(\d{11})\.db$/;
/** The closed months of a folder in order, from the names of the files alone. */
export const listClosedMonths = (folder: string): readonly { readonly periodo: string; readonly cuit: string }[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => {
      const [, periodo = '', cuit = ''] = NAME.exec(name) ?? [];
      return periodo === '' ? [] : [{ periodo, cuit }];
    })
    .sort((a, b) => (a.periodo < b.periodo ? -1 : 1));

/** Writes a new file; the caller publishes it under its name. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
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
        const { periodo, cuit, documento, mapas, asiento, sha256, libro } = month;
        db.prepare('INSERT INTO cierre VALUES (?, ?, ?, ?, ?, ?, ?)').run(
          periodo,
          cuit,
          documento,
          mapas,
          asiento,
          sha256,
          libro,
        );
        const insertRow = db.prepare('INSERT OR REPLACE INTO fila VALUES (?, ?, ?)');
        for (const { vista, id, valores } of filas) insertRow.run(vista, id, valores);
        const insertAdjustment = db.prepare('INSERT OR REPLACE INTO ajuste VALUES (?, ?, ?, ?)');
        for (const { mes, vista, id, valores } of ajustes) insertAdjustment.run(mes, vista, id, valores);
      })();
    } finally {
      db.close();
    }
  }, path);
}

function read<T>(path: string, work: (db: Database.Database) => T): T {
  return guard(() => {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return work(db);
    } finally {
      db.close();
    }
  }, path);
}

export const readClosedMonth = (path: string): ClosedMonthFile =>
  read(path, (db) => header.parse(db.prepare('SELECT * FROM cierre').get()));

/** Every row that the closing used. */
export const readFrozenRows = (path: string): readonly FrozenRow[] =>
  read(path, (db) =>
    db
      .prepare('SELECT vista, id, valores FROM fila')
      .all()
      .map((each) => row.parse(each)),
  );

/** The adjustments of earlier months that the closing took. */
export const readTakenAdjustments = (path: string): readonly FrozenAdjustment[] =>
  read(path, (db) =>
    db
      .prepare('SELECT mes, vista, id, valores FROM ajuste')
      .all()
      .map((each) => adjustment.parse(each)),
  );
