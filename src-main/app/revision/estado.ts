import type { RevisionArchivo } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import type { RevisionDb } from '#storage/revision/index.ts';
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

export function leerEstado(db: RevisionDb): EstadoRevision | undefined {
  const texto = db.leerMeta();
  // Written by `guardarEstado` from the same type, in a file of this very version.
  return texto === undefined ? undefined : (JSON.parse(texto) as EstadoRevision);
}

export function guardarEstado(db: RevisionDb, estado: EstadoRevision): EstadoRevision {
  db.guardarMeta(JSON.stringify(estado));
  return estado;
}
