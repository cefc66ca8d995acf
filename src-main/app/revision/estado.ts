import path from 'node:path';
import { z } from 'zod';
import type { RevisionArchivo } from '#contract/revision.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import { ARCHIVO_CODIGOS } from '#domain/hallazgo.ts';
import { filaAvisoField, readText } from '#storage/fields.ts';
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
  /** Fields whose column holds card numbers, once its rows were read. */
  readonly tarjetas?: readonly CuponCampo[] | undefined;
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

const text = z.string();
/** A name that is one part of a path. */
const nombreDeArchivo = text.refine(
  (nombre) => path.basename(nombre) === nombre && !['', '.', '..'].includes(nombre) && !nombre.includes('\0'),
);
const nombres = z.partialRecord(z.enum(CAMPOS_EN_ORDEN), text);
const columna = z.object({
  letra: text,
  titulo: text,
  clave: text,
  campo: z.enum(CAMPOS_EN_ORDEN).nullable(),
  motivo: z.enum(['nombre', 'contenido', 'plantilla', 'mapear']).nullable(),
  conflicto: z.enum(CAMPOS_EN_ORDEN).nullable(),
  muestras: z.array(text),
});
const visto = z.object({
  nombre: nombreDeArchivo,
  problema: z
    .object({ codigo: z.enum(ARCHIVO_CODIGOS), mensaje: text, formato: z.literal('pdf').exactOptional() })
    .nullable(),
  tabla: z
    .object({
      hoja: text.nullable(),
      hojas: z.array(text),
      encabezado: z.number(),
      filas: z.number(),
      plantilla: text.nullable(),
      columnas: z.array(columna),
      vista: z.array(z.object({ fila: z.number(), celdas: z.array(text) })),
    })
    .nullable(),
  avisos: z.array(filaAvisoField),
}) satisfies z.ZodType<RevisionArchivo>;
/** What of it becomes a path is checked too, for the file may have come from somebody else: the name of a revision names its folder. */
const kept = z.object({
  revision: text.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  estado: z.enum(['columnas', 'filas', 'enviada']),
  archivos: z.array(
    z.object({
      ruta: text.min(1),
      opciones: z.object({
        hoja: text.optional(),
        encabezado: z.number().optional(),
        mapear: nombres.optional(),
      }),
      visto,
      nombres,
      tarjetas: z.array(z.enum(CAMPOS_EN_ORDEN)).optional(),
    }),
  ),
  carga: text.nullable(),
}) satisfies z.ZodType<EstadoRevision>;

/** Undefined where there is none, and where what is kept cannot be understood: the files are brought again. */
export function leerEstado(db: RevisionDb): EstadoRevision | undefined {
  const written = db.leerMeta();
  return written === undefined ? undefined : readText(kept, written);
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
