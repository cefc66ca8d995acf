import path from 'node:path';
import { z } from 'zod';
import type { ReviewFile, ReviewFixes, ReviewOpenDates } from '#contract/revision.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { DOUBT_KINDS, type Doubt, type DoubtAnswers } from '#domain/doubt.ts';
import { FILE_ERROR_CODES, FOREIGN_FORMATS } from '#domain/finding.ts';
import { civilDate, rowNoticeField, readText } from '#storage/fields.ts';
import type { RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';

/** A person's answers on how to read a file. */
export interface FileOptions {
  readonly hoja?: string | undefined;
  readonly encabezado?: number | undefined;
  readonly mapear?: Readonly<Partial<Record<CuponField, string>>> | undefined;
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  readonly respuestas?: DoubtAnswers | undefined;
}

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

const text = z.string();
/** A name that is one part of a path. */
const fileName = text.refine(
  (name) => path.basename(name) === name && !['', '.', '..'].includes(name) && !name.includes('\0'),
);
const field = z.enum(FIELDS_IN_ORDER);
const order = z.enum(['dia', 'mes']);
const names = z.partialRecord(field, text);
const span = z.object({ desde: civilDate, hasta: civilDate });
const dates = z.object({
  campo: field,
  ejemplo: text,
  filas: z.number(),
  dia: span,
  mes: span,
  orden: order.nullable(),
}) satisfies z.ZodType<ReviewOpenDates>;
const doubt = z.object({
  tipo: z.enum(DOUBT_KINDS),
  clave: text,
  campo: field.nullable(),
  columnas: z.array(text),
  filas: z.number(),
  lecturas: z.array(
    z.object({
      valor: text,
      muestra: z.object({ escrito: text, leido: text }).exactOptional(),
      importe: text.exactOptional(),
      cupones: z.number().exactOptional(),
      desde: civilDate.exactOptional(),
      hasta: civilDate.exactOptional(),
      suma: z.array(text).exactOptional(),
    }),
  ),
  tomada: text.nullable(),
  elegida: z.boolean(),
}) satisfies z.ZodType<Doubt>;
const column = z.object({
  letra: text,
  titulo: text,
  clave: text,
  campo: field.nullable(),
  motivo: z.enum(['nombre', 'contenido', 'plantilla', 'mapear']).nullable(),
  conflicto: field.nullable(),
  muestras: z.array(text),
});
const conCupones = z.array(z.object({ hoja: text, filas: z.number() }));
const seen = z.object({
  nombre: fileName,
  origen: z.number(),
  conCupones,
  hojas: z.array(text),
  problema: z
    .object({
      codigo: z.enum(FILE_ERROR_CODES),
      mensaje: text,
      formato: z.enum(FOREIGN_FORMATS).exactOptional(),
      faltan: z.array(field).exactOptional(),
      pedida: z.object({ columna: text, campo: field }).exactOptional(),
    })
    .nullable(),
  tabla: z
    .object({
      hoja: text.nullable(),
      hojas: z.array(text),
      encabezado: z.number(),
      filas: z.number(),
      plantilla: text.nullable(),
      columnas: z.array(column),
      vista: z.array(z.object({ fila: z.number(), celdas: z.array(text) })),
      fechas: z.array(dates),
      dudas: z.array(doubt),
    })
    .nullable(),
  avisos: z.array(rowNoticeField),
}) satisfies z.ZodType<ReviewFile>;
const reviewed = z.object({
  ruta: text.min(1),
  opciones: z.object({
    hoja: text.optional(),
    encabezado: z.number().optional(),
    mapear: names.optional(),
    ordenFechas: z.partialRecord(field, order).optional(),
    respuestas: z.record(text, text).optional(),
  }),
  origen: z.number(),
  huella: text,
  visto: seen,
  nombres: names,
  tarjetas: z.array(field).optional(),
}) satisfies z.ZodType<ReviewedFile>;
/** Parts that become paths are checked too, because the file may come from somebody else: the name of a revision is the name of its folder. */
const kept = z.object({
  revision: text.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  estado: z.enum(['columnas', 'filas', 'enviada']),
  archivos: z.array(reviewed),
  fuera: z.array(reviewed).optional(),
  hojas: z.array(z.object({ todas: z.array(text), conCupones })),
  hojasLeidas: z.array(z.object({ origen: z.number(), hoja: text.nullable(), letras: names })).optional(),
  arreglos: z
    .object({
      mantenidos: z.number(),
      quitados: z.array(z.object({ campo: field, celdas: z.number() })),
      incluidas: z.number(),
    })
    .nullable()
    .optional(),
  carga: text.nullable(),
});

/** Undefined when there is no state, or when it cannot be understood: then the files have to be given again. */
export function readState(db: RevisionDb): ReviewState | undefined {
  const written = db.readMeta();
  return written === undefined ? undefined : readText(kept, written);
}

export function saveState(db: RevisionDb, state: ReviewState): ReviewState {
  db.saveMeta(JSON.stringify(state));
  return state;
}
