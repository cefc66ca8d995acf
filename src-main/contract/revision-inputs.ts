import { z } from 'zod';
import { AUXILIARIES, FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { cell, cuenta, header, id, name, place as file, porTanda, searchedUpTo, wait } from './common-inputs.ts';

/** The inputs of the `revision.*` methods. */

const field = z.enum(FIELDS_IN_ORDER);
const row = z
  .number()
  .int()
  .min(1)
  .max(2 ** 41);
const one = { cuenta, revision: id };
/** A sheet, by its place among those that are read. */
const place = z.number().int().min(0).max(99_999);
const order = z.enum(['dia', 'mes']);
/** A value that the processor reported, as `explicaciones.previa` gave it. */
const reported = z.string().max(4096).meta({ kind: 'id' });
/** Also keeps the fix in the template of these headers, for the next files with the same headers. */
const always = z.boolean().optional();
const filter = { filtro: z.enum(['todas', 'error', 'aviso']), texto: searchedUpTo(200).optional() };

const page = { ...one, ...filter, desde: z.number().int().min(0), limite: z.number().int().min(1).max(500) };

export const REVISION_INPUTS = {
  /** Begins a revision of these files, which replaces the last one. With a corrected file of errors it goes on with the last one. */
  'revision.empezar': z.strictObject({ cuenta, archivos: z.array(file).min(1).max(1000) }),
  'revision.ver': z.strictObject({ cuenta }),
  /** How one file is to be read. An empty text leaves a field without a column. */
  'revision.columnas': z.strictObject({
    ...one,
    archivo: place,
    hoja: file.optional(),
    /** The sheets of its file that are read together. */
    hojas: z.array(file).min(1).max(1000).optional(),
    encabezado: z.number().int().min(1).max(1_048_576).optional(),
    mapear: z.partialRecord(field, header).optional(),
    /** How dates are read that could be day/month or month/day. */
    /** Answers to doubts (`dudas`), by their keys. */
    respuestas: z.record(id, header).optional(),
  }),
  /** Leaves a file out with all its sheets, or takes it back in. `origen`: its place among those that were brought. One file at least stays in. */
  'revision.dejar_afuera': z.strictObject({ ...one, origen: place, afuera: z.boolean() }),
  /** Reads the rows. `plantilla`: the name to save the columns of the first file under. */
  'revision.leer': z.strictObject({ ...one, plantilla: name.optional() }),
  'revision.filas': z.strictObject(page),
  /** The rows grouped by problem, errors first, each kind under a heading. A row with several problems is under its first one. */
  'revision.agrupadas': z.strictObject(page),
  /** The next row with an error or a notice after `despues` (0: the first); after the last it begins again. `agrupadas`: in the grouped order. */
  'revision.siguiente': z.strictObject({
    ...one,
    ...filter,
    agrupadas: z.boolean().optional(),
    busca: z.enum(['error', 'aviso']),
    despues: z.number().int().min(0),
  }),
  'revision.iguales': z.strictObject({ ...one, fila: row, campo: field }),
  /** Puts a value in a cell. `todas`: also in every row with the same problem; a row with a fix of its own gets that fix. */
  'revision.corregir': z.strictObject({
    ...one,
    fila: row,
    campo: field,
    valor: cell,
    todas: z.boolean(),
    siempre: always,
  }),
  /**
   * Puts what the processor reported into rows, as one step that can be undone: into the rows of `cambios`, or into all rows that
   * `explicaciones.previa` found for a cause or found very likely.
   */
  'revision.usar': z.strictObject({
    ...one,
    /** Texts as they are sent. */
    cambios: z
      .array(z.strictObject({ fila: row, valores: z.partialRecord(field, reported) }))
      .min(1)
      .max(500)
      .optional(),
    /** All rows of this cause. Without it and without `cambios`: all very likely rows that are in no cause. */
    causa: place.optional(),
    /** The explained version: exactly what was previewed is done. Not needed with `cambios`. */
    version: z.number().int().min(0).optional(),
  }),
  'revision.orden': z.strictObject({ ...one, archivo: place, campo: field, orden: order, siempre: always }),
  /** Leaves rows out of what is sent, or takes them back in: the rows named, all with errors, or all that were sent before. */
  'revision.omitir': z.strictObject({
    ...one,
    filas: z.union([z.array(row).min(1).max(100_000), z.enum(['errores', 'enviados'])]),
    omitir: z.boolean(),
  }),
  'revision.deshacer': z.strictObject(one),
  'revision.rehacer': z.strictObject(one),
  'revision.totales': z.strictObject(one),
  /** The values that would be sent and differ from the file. `limite`: how many are listed; all when left out. */
  'revision.corregidos': z.strictObject({ ...one, limite: z.number().int().min(0).optional() }),
  /** Accounts for every row of the files: what would be sent now, what would not, and why. */
  'revision.puente': z.strictObject(one),
  /** Writes the rows with errors as a workbook to be corrected and brought back. */
  'revision.errores': z.strictObject({ ...one, exportar: file }),
  'revision.mezclar': z.strictObject({ ...one, archivos: z.array(file).length(1) }),
  'revision.enviar': z.strictObject({
    ...one,
    version: z.number().int().min(0),
    marcador: z.enum(['auto', 'ninguno', ...AUXILIARIES]).optional(),
    repetir: z.boolean().optional(),
    decidir: id.optional(),
    ...wait,
    porTanda: porTanda.optional(),
  }),
  'revision.descartar': z.strictObject(one),
} as const;
