import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { maskCardNumbers, maskToLastFour } from '#domain/cupones/card-text.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { LIMITS } from '#domain/upload/settings.js';

/** Parts of inputs that many methods share. Every text states its `kind`, which a test checks. Of the texts of a person, only `typed` texts may be stored. */

declare const ANSWER: unique symbol;
interface Answering<Answer> {
  /** Only for the types: no value has this property. */
  readonly [ANSWER]: () => Answer;
}
type SchemaOf<Input> = Input extends z.ZodType
  ? Input
  : Input extends z.ZodRawShape
    ? z.ZodObject<Input, z.core.$strict>
    : never;
export type AnswerOf<Method> = Method extends Answering<infer Answer> ? Answer : never;

/** Declares a method: the fields of its input (or a schema, if the input is not a plain object) and the type of its answer. */
export const withInput = <Input extends z.ZodType | z.ZodRawShape>(input: Input) => ({
  answers: <Answer>() =>
    (input instanceof z.ZodType ? input : z.strictObject(input)) as SchemaOf<Input> & Answering<Answer>,
});

const MAX_TEXT = 4096;
const textUpTo = (max = MAX_TEXT) => z.string().max(max, LABELS.tooLong.es);
const filledUpTo = (max?: number) => textUpTo(max).min(1, 'falta');
const toMasked = (schema: z.ZodString, mask: (text: string) => string) =>
  schema.transform(mask).meta({ kind: 'typed' });

/** A text that a person typed, to store or print. Masks whole card numbers to their last four digits (docs/coupons.md); `tapados` counts the masked texts. */
export const typedUpTo = (max?: number) => toMasked(filledUpTo(max).trim().min(1, 'falta'), maskToLastFour);
/** The name of something that a person named. Masked like the stored name, so that the program finds the stored name. */
export const name = typedUpTo();
export const typedOrEmptyUpTo = (max?: number) => toMasked(textUpTo(max), maskToLastFour);
/** The text for a coupon's cell, masked like a cell of a spreadsheet. An empty text removes the value. */
export const cell = toMasked(textUpTo(), maskCardNumbers);
/** The header of a column, masked like the headers of a file. Empty: the field gets no column. */
export const header = toMasked(textUpTo(), maskCardNumbers);
/** Search words: compared, never stored. */
export const searchedUpTo = (max?: number) => textUpTo(max).meta({ kind: 'searched' });
/** A value that the program gave before: a key, an identifier, the name of a field, the value of a record. */
export const id = filledUpTo().meta({ kind: 'id' });
/** The path of a file or folder, the name of a sheet, or the address of a service. */
export const place = filledUpTo().meta({ kind: 'place' });
/** A password or a key, stored only in the keychain. */
export const secret = filledUpTo().meta({ kind: 'secret' });
export const cuenta = name.optional();
export const idioma = z.enum(['es-AR', 'en']).optional();
export const date = z
  .string()
  .transform((value, context): CivilDate => {
    const date = parseIsoDate(value);
    if (date !== undefined) return date;
    context.addIssue({ code: 'custom', message: 'se espera una fecha AAAA-MM-DD' });
    return z.NEVER;
  })
  .meta({ kind: 'date' });
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'se espera un mes AAAA-MM');
const seconds = z.number().min(0).max(LIMITS.tardanza[1]);
const [minBatch, maxBatch] = LIMITS.porTanda;
export const porTanda = z.number().int().min(minBatch).max(maxBatch);
/** True for a call that the person did not start: the program then asks for no secret, and a missing secret is an error. */
export const sinPreguntar = z.boolean().optional();

/** How long an upload waits, in seconds (docs/upload.md; docs/cli.md, `conciliar`). */
export const wait = {
  tardanza: seconds.optional(),
  espera: seconds.optional(),
  estable: seconds.optional(),
  /** The path of the report. The call fails if the file exists. */
  informe: place.optional(),
  /** The folder for a report named `informe-ID.xlsx`, if `informe` is absent. Without both, no report is written. */
  carpeta: place.optional(),
};

/** How to read a workbook (docs/cli.md, `validar`). */
export const lectura = {
  archivos: z.array(place).min(1).max(1000),
  /** One sheet, several, or `todas`: every sheet that has coupons. */
  hoja: z.union([place, z.array(place).min(1).max(100)]).optional(),
  plantilla: name.optional(),
  /** For each field, the header or the letter of its column. An empty text: the field has no column. */
  mapear: z.partialRecord(z.enum(FIELDS_IN_ORDER), header).optional(),
  /** Answers to doubts (`dudas`), by their keys. */
  respuestas: z.record(id, header).optional(),
};

/** A list as the screen shows it: visible columns in order, and rows with the words and signs of the screen. */
export const pantalla = z
  .strictObject({
    titulo: id,
    /** Below the title: the period, the time of reading, what the total leaves out. */
    nota: id.optional(),
    columnas: z
      .array(z.strictObject({ titulo: id, tipo: z.enum(['texto', 'importe', 'fecha', 'fechaHora', 'entero']) }))
      .min(1)
      .max(100),
    filas: z.array(z.array(id.nullable())).max(5000),
    /** The number of rows of the whole list; absent if `filas` has all of them. */
    de: z.number().int().min(0).optional(),
  })
  .optional();
