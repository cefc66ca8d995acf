import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewFile, ReviewFixes } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import type { RevisionDb } from '#storage/review/index.ts';
import type { ImportJob } from '#workbook/import/job.ts';
import type { Account } from '../accounts/account.ts';

/** A person's answers on how to read a file. */
export type FileOptions = Pick<ImportJob, 'hoja' | 'encabezado' | 'mapear' | 'respuestas'>;

export interface FileSheets {
  readonly todas: readonly string[];
  readonly conCupones: ReviewFile['conCupones'];
}

/** The sheet at the time its rows were read: the column letter of each field. */
export interface SheetRead {
  readonly origen: number;
  readonly hoja: string | null;
  readonly letras: Readonly<Partial<Record<CuponField, string>>>;
}

/** One sheet of a file on its way to an upload. */
export interface ReviewedFile {
  readonly ruta: string;
  /** The number of its file among those that were given. */
  readonly origen: number;
  readonly opciones: FileOptions;
  readonly visto: ReviewFile;
  /** The header of each field's column. */
  readonly nombres: Readonly<Partial<Record<CuponField, string>>>;
  /** The fingerprint of its headers (`Template`). */
  readonly huella: string;
  /** Fields whose column holds card numbers; known once the rows were read. */
  readonly tarjetas?: readonly CuponField[] | undefined;
}

/** The stored state of a revision, except its rows. */
export interface ReviewState {
  readonly revision: string;
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewedFile[];
  /** The sheets of the files that the person left out. */
  readonly fuera?: readonly ReviewedFile[] | undefined;
  /** By `origen`. */
  readonly hojas: readonly FileSheets[];
  /** The sheets whose rows were read, in the order of their places; absent when none were read. */
  readonly hojasLeidas?: readonly SheetRead[] | undefined;
  /** Which corrections stayed when the rows were read. */
  readonly arreglos?: ReviewFixes | null | undefined;
  readonly carga: string | null;
}

/** The revision in progress of an account. */
export interface InProgress {
  readonly cuenta: Account;
  readonly db: RevisionDb;
  readonly estado: ReviewState;
  /** The reconciliation of an upload; null where it has no result. */
  readonly resultOf: (upload: string) => string | null;
}

/** The state that a review of this version has; undefined without one. */
export function readState(db: RevisionDb): ReviewState | undefined {
  const written = db.readMeta();
  if (written === undefined) return undefined;
  const state: ReviewState = JSON.parse(written);
  return state;
}

export function saveState(db: RevisionDb, state: ReviewState): ReviewState {
  db.saveMeta(JSON.stringify(state));
  return state;
}

/**
 * Copies of the files under review, in a folder of the account, with their card numbers covered: the browser host forgets its files when it closes, but
 * their columns must still be chosen afterwards. The reading of a file writes its copy.
 */
export function createCopies(folder: string) {
  const remove = (revision: string): Promise<void> => rm(path.join(folder, revision), { recursive: true, force: true });
  const folderOf = (revision: string, origin: number): string => path.join(folder, revision, String(origin));
  return {
    /** Makes the folder for the copy of a file. Returns the path of the copy, which keeps the name of the file. */
    async prepare(revision: string, origin: number, name: string): Promise<string> {
      await ensureFolder(folderOf(revision, origin));
      return path.join(folderOf(revision, origin), name);
    },
    /** Where a file can be read now: at its own path, else at the path of its copy. */
    findPath(revision: string, { ruta, origen, visto: { nombre } }: ReviewedFile): string {
      const copy = path.join(folderOf(revision, origen), nombre);
      return !existsSync(ruta) && existsSync(copy) ? copy : ruta;
    },
    remove,
    async removeOthers(revision: string): Promise<void> {
      if (!existsSync(folder)) return;
      for (const other of await readdir(folder)) if (other !== revision) await remove(other);
    },
  };
}
