import path from 'node:path';
import * as z from 'zod';
import type { RevisionArchivo } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import { abrirRevision, type RevisionDb } from '#storage/revision/index.ts';
import type { Cuenta } from '../accounts/account.ts';

/** How a person said that a file is to be read. */
export interface OpcionesArchivo {
  readonly hoja?: string | undefined;
  readonly encabezado?: number | undefined;
  readonly mapear?: Readonly<Partial<Record<CuponCampo, string>>> | undefined;
}

export interface ArchivoEnRevision {
  readonly ruta: string;
  readonly opciones: OpcionesArchivo;
  readonly visto: RevisionArchivo;
  /** The header of each field's column. */
  readonly nombres: Readonly<Partial<Record<CuponCampo, string>>>;
}

/** What is kept of a revision besides its rows. */
export interface EstadoRevision {
  readonly revision: string;
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ArchivoEnRevision[];
  readonly carga: string | null;
}

/** The revision that is being worked on, of one account. */
export interface EnCurso {
  readonly cuenta: Cuenta;
  readonly db: RevisionDb;
  readonly estado: EstadoRevision;
}

/** A name that is one part of a path. */
const nombreDeArchivo = z
  .string()
  .refine((nombre) => path.basename(nombre) === nombre && !['', '.', '..'].includes(nombre) && !nombre.includes('\0'));

/** What of it becomes a path, or decides what is done: the file may have come from somebody else. The name of a revision names its folder. */
const comprobado = z.object({
  revision: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  estado: z.enum(['columnas', 'filas', 'enviada']),
  carga: z.string().nullable(),
  archivos: z.array(
    z.looseObject({
      ruta: z.string().min(1),
      opciones: z.object({}),
      visto: z.looseObject({ nombre: nombreDeArchivo }),
    }),
  ),
});

/** Undefined when there is none, or what is there was not written by this program. */
export function leerEstado(db: RevisionDb): EstadoRevision | undefined {
  const texto = db.leerMeta();
  if (texto === undefined) return undefined;
  const value = parseJson(texto);
  // What it shows is as `guardarEstado` wrote it, from the same type, in a file of this very version.
  return comprobado.safeParse(value).success ? (value as EstadoRevision) : undefined;
}

function parseJson(texto: string): unknown {
  try {
    return JSON.parse(texto);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function guardarEstado(db: RevisionDb, estado: EstadoRevision): EstadoRevision {
  db.guardarMeta(JSON.stringify(estado));
  return estado;
}

/**
 * The files under review of another PC are not here: their paths would be those of other files, or of another machine, which Windows would greet by
 * the person's name. What was read of them stays. `ruta`: the database, which nobody has open; `carpeta`: the account's, where nothing has that name.
 */
export function olvidarOriginales(ruta: string, carpeta: string): void {
  const db = abrirRevision(ruta);
  try {
    const estado = leerEstado(db);
    if (estado === undefined) return;
    const archivos = estado.archivos.map((uno) => ({
      ...uno,
      ruta: path.join(carpeta, 'de-otra-pc', uno.visto.nombre),
    }));
    guardarEstado(db, { ...estado, archivos });
  } finally {
    db.close();
  }
}
