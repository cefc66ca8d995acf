import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { versionOf } from '../sqlite/abrir.ts';
import { isDamaged } from '../sqlite/errores.ts';
import { sello } from '../sqlite/sello.ts';
import { anotarRestauracion, copiar, copiasDe, estaSana, reponer } from './copias.ts';
import { refuseNewerLedger } from './newer.ts';
import { guard } from './sqlite-error.ts';

/** A copy of a ledger, as a person chooses among them. */
export interface Copia {
  /** Its file's name: what the other functions take. */
  readonly nombre: string;
  /** When it was made, ms. */
  readonly hecha: number;
  readonly bytes: number;
}

/** What a copy holds, once it was looked into. */
export interface CopiaExaminada extends Copia {
  readonly sana: boolean;
  /** Uploads in it; null when it is not whole. */
  readonly cargas: number | null;
  /** Its last event, ms; null when there is none, or it is not whole. */
  readonly hasta: number | null;
}

/** `ledger-20261121043219123.db` → the instant. */
function instanteDe(nombre: string): number {
  const [, y = '', m = '', d = '', hh = '', mm = '', ss = '', ms = ''] =
    /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})/.exec(nombre) ?? [];
  return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(hh), Number(mm), Number(ss), Number(ms));
}

const copiaDe = (ruta: string): Copia => ({
  nombre: basename(ruta),
  hecha: instanteDe(basename(ruta)),
  bytes: statSync(ruta).size,
});

/** The copies of the ledger at `ruta`, newest first. */
export const listarCopias = (ruta: string): readonly Copia[] => guard(() => copiasDe(ruta).map(copiaDe));

function buscar(ruta: string, nombre: string): string {
  const copia = copiasDe(ruta).find((una) => basename(una) === nombre);
  if (copia === undefined) throw new AppError('COPIA_INEXISTENTE', { detail: { copia: nombre } });
  return copia;
}

/** Reads a copy whole, and says what it holds. Throws `COPIA_INEXISTENTE`. */
export function examinarCopia(ruta: string, nombre: string): CopiaExaminada {
  const copia = buscar(ruta, nombre);
  if (!estaSana(copia)) return { ...copiaDe(copia), sana: false, cargas: null, hasta: null };
  return { ...copiaDe(copia), sana: true, ...contenidoDe(copia) };
}

/** What a whole ledger holds: uploads, events, and when the last event was written (ms). Nulls where we cannot count in its schema. */
export interface Contenido {
  readonly cargas: number | null;
  readonly eventos: number | null;
  readonly hasta: number | null;
}

/** True when nothing was written to one that the other does not have: both are the same ledger, append-only. */
export const mismoContenido = (a: Contenido, b: Contenido): boolean =>
  a.cargas === b.cargas && a.eventos === b.eventos && a.hasta === b.hasta;

export function contenidoDe(ruta: string): Contenido {
  const db = new Database(ruta, { readonly: true, fileMustExist: true });
  try {
    const count = (sql: string): number | null => db.prepare<[], number | null>(sql).pluck().get() ?? null;
    return {
      cargas: count('SELECT count(*) FROM upload'),
      eventos: count('SELECT count(*) FROM event'),
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

/** Makes a copy now, over the ledger as it is on disk, open or not. Throws `LIBRO_DANADO`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function crearCopia(ruta: string, ahora: number): Promise<Copia> {
  const db = guard(() => new Database(ruta, { fileMustExist: true }));
  try {
    if (versionOf(db) === 0) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    return copiaDe(await copiar(db, ruta, ahora));
  } catch (error) {
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, detail: { archivo: basename(ruta) } });
    return guard(() => {
      throw error;
    });
  } finally {
    db.close();
  }
}

/**
 * Puts a copy in the place of the ledger, which nobody may have open. What was there is kept beside it, under the name that is answered, and
 * the restored one is compared with the service before the next upload. Throws `COPIA_INEXISTENTE`, `COPIA_DANADA`, and for one that this
 * version does not know whole `DATOS_MAS_NUEVOS`, `CARGA_MAS_NUEVA`.
 */
export function restaurarCopia(ruta: string, nombre: string, ahora: number): Restaurada {
  const copia = buscar(ruta, nombre);
  if (!estaSana(copia)) throw new AppError('COPIA_DANADA', { detail: { copia: nombre } });
  return restaurarArchivo(ruta, copia, ahora);
}

/** `apartado`: the name under which what was there is kept; null when there was nothing. */
export interface Restaurada {
  readonly apartado: string | null;
}

/** The same with a file from elsewhere, which is whole. */
export function restaurarArchivo(ruta: string, copia: string, ahora: number): Restaurada {
  refuseNewerLedger(copia);
  return guard(() => {
    const habia = existsSync(ruta);
    const { hasta } = contenidoDe(copia);
    anotarRestauracion(ruta, hasta);
    const { apartado } = reponer({ ruta, copia, apartado: `${ruta}.anterior-${sello(ahora)}` });
    return { apartado: habia ? basename(apartado) : null };
  });
}

/** Refuses a whole ledger whose uploads are not of an account: `COPIA_DE_OTRA_CUENTA`. */
export function refuseOtherAccount(ruta: string, cuenta: string): void {
  const db = new Database(ruta, { readonly: true, fileMustExist: true });
  try {
    const otras = db.prepare<[string], number>('SELECT count(*) FROM upload WHERE cuenta <> ?').pluck().get(cuenta);
    if (otras !== 0) throw new AppError('COPIA_DE_OTRA_CUENTA');
  } finally {
    db.close();
  }
}
