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
import { versionOf } from '../sqlite/abrir.ts';
import { sello } from '../sqlite/sello.ts';
import { refuseNewerLedger } from './newer.ts';

const COPIAS = 7;
const NOMBRE = /^ledger-(\d{17})\.db$/;

/** Copies of the ledger live beside it, in `copias/`, named by the instant at which they were made. */
const carpetaDeCopias = (ruta: string): string => join(dirname(ruta), 'copias');

/** Paths of the copies, newest first. */
export function copiasDe(ruta: string): readonly string[] {
  const carpeta = carpetaDeCopias(ruta);
  if (!existsSync(carpeta)) return [];
  return readdirSync(carpeta)
    .filter((nombre) => NOMBRE.test(nombre))
    .sort()
    .reverse()
    .map((nombre) => join(carpeta, nombre));
}

/** True when a copy was made within the last day. */
export function tieneCopiaReciente(ruta: string, ahora: number): boolean {
  const ultima = copiasDe(ruta)[0];
  const desde = `ledger-${sello(ahora - 86_400_000)}.db`;
  return ultima !== undefined && ultima.slice(-desde.length) >= desde;
}

/** Opens a file read-only and asks SQLite whether it is whole. A file of a newer schema counts as whole: it is not ours to judge. */
export function estaSana(ruta: string): boolean {
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

function sincronizar(ruta: string): void {
  const fd = openSync(ruta, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * A copy through SQLite's own backup, to a temporary name, checked by opening it, renamed, and the old ones rotated away. A copy that is not
 * whole is never kept.
 */
export async function copiar(db: Database.Database, ruta: string, ahora: number): Promise<string> {
  const carpeta = carpetaDeCopias(ruta);
  mkdirSync(carpeta, { recursive: true });
  const destino = join(carpeta, `ledger-${sello(ahora)}.db`);
  const temporal = `${destino}.tmp`;
  rmSync(temporal, { force: true });
  await db.backup(temporal);
  // A copy is one file: without WAL mode, reading it leaves nothing beside it.
  const copia = new Database(temporal);
  copia.pragma('journal_mode = DELETE');
  copia.close();
  if (!estaSana(temporal)) {
    rmSync(temporal, { force: true });
    throw new Error('The copy of the ledger is not whole');
  }
  sincronizar(temporal);
  renameSync(temporal, destino);
  for (const vieja of copiasDe(ruta).slice(COPIAS)) rmSync(vieja, { force: true });
  return destino;
}

/** What a restoration did. */
export interface Restauracion {
  /** The damaged file, kept aside untouched. */
  readonly apartado: string;
  /** The copy that took its place. */
  readonly copia: string;
}

/**
 * Puts the newest whole copy in the place of a damaged ledger, which is kept aside with its WAL. undefined when there is no whole copy:
 * nothing was touched. That it must be compared with the service is noted before: a process that dies in between leaves no ledger, or one that
 * is compared. One that a newer version wrote is refused, and nothing was touched.
 */
export function restaurar(ruta: string, ahora: number): Restauracion | undefined {
  const copia = copiasDe(ruta).find(estaSana);
  if (copia === undefined) return undefined;
  refuseNewerLedger(copia);
  anotarRestauracion(ruta, null);
  return reponer({ ruta, copia, apartado: `${ruta}.danado-${sello(ahora)}` });
}

/** Puts a copy in the place of a closed ledger, which goes to `apartado` with its WAL, when there is one. */
export function reponer({ ruta, copia, apartado }: Restauracion & { readonly ruta: string }): Restauracion {
  const temporal = `${ruta}.restaurado`;
  copyFileSync(copia, temporal);
  sincronizar(temporal);
  for (const sufijo of ['-wal', '-shm', '']) {
    if (existsSync(ruta + sufijo)) renameSync(ruta + sufijo, apartado + sufijo);
  }
  renameSync(temporal, ruta);
  return { apartado, copia };
}

const notaDe = (ruta: string): string => `${ruta}.restaurado-sin-revisar`;

/** Kept beside the ledger until it was compared with the service, whichever process does it. `hasta`: its last event, in ms. */
export function anotarRestauracion(ruta: string, hasta: number | null): void {
  writeFileSync(notaDe(ruta), String(hasta ?? ''));
}

export function restauracionDe(ruta: string): { readonly hasta: number | null } | null {
  if (!existsSync(notaDe(ruta))) return null;
  const texto = readFileSync(notaDe(ruta), 'utf8');
  return { hasta: /^\d{1,16}$/.test(texto) ? Number(texto) : null };
}

export const olvidarRestauracion = (ruta: string): void => {
  rmSync(notaDe(ruta), { force: true });
};
