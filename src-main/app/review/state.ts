import path from 'node:path';
import { z } from 'zod';
import type { ReviewFile, ReviewFixes, ReviewOpenDates } from '#contract/revision.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { FILE_ERROR_CODES, FOREIGN_FORMATS } from '#domain/finding.ts';
import { civilDate, rowNoticeField, readText } from '#storage/fields.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';

/** How a person said that a file is to be read. */
export interface FileOptions {
  readonly hoja?: string | undefined;
  readonly encabezado?: number | undefined;
  readonly mapear?: Readonly<Partial<Record<CuponField, string>>> | undefined;
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
}

/** The sheets of a file. */
export interface FileSheets {
  readonly todas: readonly string[];
  readonly conCupones: ReviewFile['conCupones'];
}

/** A sheet as its rows were read: the letter of the column of each field. */
export interface SheetRead {
  readonly origen: number;
  readonly hoja: string | null;
  readonly letras: Readonly<Partial<Record<CuponField, string>>>;
}

/** One sheet of a file on its way to an upload. */
export interface ReviewedFile {
  readonly ruta: string;
  /** Its file, among those that were brought. */
  readonly origen: number;
  readonly opciones: FileOptions;
  readonly visto: ReviewFile;
  /** The header of each field's column. */
  readonly nombres: Readonly<Partial<Record<CuponField, string>>>;
  /** Of its headers (`Plantilla`). */
  readonly huella: string;
  /** Fields whose column holds card numbers, once its rows were read. */
  readonly tarjetas?: readonly CuponField[] | undefined;
}

/** What is kept of a revision besides its rows. */
export interface ReviewState {
  readonly revision: string;
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewedFile[];
  /** By `origen`. */
  readonly hojas: readonly FileSheets[];
  /** The sheets of which there are rows, in the order of their places; absent when none were read. */
  readonly hojasLeidas?: readonly SheetRead[] | undefined;
  /** What was kept of the corrections when the rows were read. */
  readonly arreglos?: ReviewFixes | null | undefined;
  readonly carga: string | null;
}

/** The revision that is being worked on, of one account. */
export interface InProgress {
  readonly cuenta: Account;
  readonly db: RevisionDb;
  readonly estado: ReviewState;
}

const text = z.string();
/** A name that is one part of a path. */
const fileName = text.refine(
  (nombre) => path.basename(nombre) === nombre && !['', '.', '..'].includes(nombre) && !nombre.includes('\0'),
);
const campo = z.enum(FIELDS_IN_ORDER);
const orden = z.enum(['dia', 'mes']);
const nombres = z.partialRecord(campo, text);
const span = z.object({ desde: civilDate, hasta: civilDate });
const fechas = z.object({
  campo,
  ejemplo: text,
  filas: z.number(),
  dia: span,
  mes: span,
  orden: orden.nullable(),
}) satisfies z.ZodType<ReviewOpenDates>;
const columna = z.object({
  letra: text,
  titulo: text,
  clave: text,
  campo: z.enum(FIELDS_IN_ORDER).nullable(),
  motivo: z.enum(['nombre', 'contenido', 'plantilla', 'mapear']).nullable(),
  conflicto: z.enum(FIELDS_IN_ORDER).nullable(),
  muestras: z.array(text),
});
const conCupones = z.array(z.object({ hoja: text, filas: z.number() }));
const seen = z.object({
  nombre: fileName,
  origen: z.number().default(0),
  conCupones: conCupones.default([]),
  hojas: z.array(text).default([]),
  problema: z
    .object({
      codigo: z.enum(FILE_ERROR_CODES),
      mensaje: text,
      formato: z.enum(FOREIGN_FORMATS).exactOptional(),
      faltan: z.array(campo).exactOptional(),
    })
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
      fechas: z.array(fechas).default([]),
    })
    .nullable(),
  avisos: z.array(rowNoticeField),
}) satisfies z.ZodType<ReviewFile>;
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
        ordenFechas: z.partialRecord(campo, orden).optional(),
      }),
      origen: z.number().exactOptional(),
      huella: text.default(''),
      visto: seen,
      nombres,
      tarjetas: z.array(z.enum(FIELDS_IN_ORDER)).optional(),
    }),
  ),
  hojas: z.array(z.object({ todas: z.array(text), conCupones })).exactOptional(),
  hojasLeidas: z.array(z.object({ origen: z.number(), hoja: text.nullable(), letras: nombres })).optional(),
  arreglos: z
    .object({
      mantenidos: z.number(),
      quitados: z.array(z.object({ campo, celdas: z.number() })),
      incluidas: z.number(),
    })
    .nullable()
    .optional(),
  carga: text.nullable(),
});

/** Undefined where there is none, and where what is kept cannot be understood: the files are brought again. */
export function readState(db: RevisionDb): ReviewState | undefined {
  const written = db.leerMeta();
  const read = written === undefined ? undefined : readText(kept, written);
  if (read === undefined) return undefined;
  // Before sheets were read together each file had one, and its place was the file's.
  const archivos = read.archivos.map((one, place): ReviewedFile => {
    const origen = one.origen ?? place;
    return { ...one, origen, visto: { ...one.visto, origen } };
  });
  const hojas = read.hojas ?? archivos.map(({ visto: seen }) => ({ todas: seen.tabla?.hojas ?? [], conCupones: [] }));
  return { ...read, archivos, hojas };
}

export function saveState(db: RevisionDb, estado: ReviewState): ReviewState {
  db.saveMeta(JSON.stringify(estado));
  return estado;
}

/**
 * The files under review of another PC are not here: their paths would be those of other files, or of another machine, which Windows would greet by
 * the person's name. What was read of them stays. `ruta`: the database, which nobody has open; `carpeta`: the account's, where nothing has that name.
 */
export function forgetOriginals(ruta: string, carpeta: string): void {
  const db = openReview(ruta);
  try {
    const estado = readState(db);
    if (estado === undefined) return;
    const archivos = estado.archivos.map((item) => ({
      ...item,
      ruta: path.join(carpeta, 'de-otra-pc', item.visto.nombre),
    }));
    saveState(db, { ...estado, archivos });
  } finally {
    db.close();
  }
}
