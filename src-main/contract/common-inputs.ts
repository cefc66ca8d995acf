import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { maskCardNumbers, maskToLastFour } from '#domain/cupones/card-text.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { LIMITS } from '#domain/upload/settings.js';

/**
 * Parts that the inputs of many methods share. Each text of an input states its `kind` (a test walks every method): `typed` is free text of a person,
 * and the only kind that may be stored as typed.
 */

declare const ANSWER: unique symbol;
interface Answering<Answer> {
  /** Exists only in the types: no value has it. */
  readonly [ANSWER]: () => Answer;
}
type SchemaOf<Input> = Input extends z.ZodType
  ? Input
  : Input extends z.ZodRawShape
    ? z.ZodObject<Input, z.core.$strict>
    : never;
export type AnswerOf<Method> = Method extends Answering<infer Answer> ? Answer : never;

/** A method: the fields of its input, or its schema if the input is no plain object, and the type of its answer. */
export const withInput = <Input extends z.ZodType | z.ZodRawShape>(input: Input) => ({
  answers: <Answer>() =>
    (input instanceof z.ZodType ? input : z.strictObject(input)) as SchemaOf<Input> & Answering<Answer>,
});

const MAX_TEXT = 4096;
const textUpTo = (max = MAX_TEXT) => z.string().max(max, LABELS.tooLong.es);
const filledUpTo = (max?: number) => textUpTo(max).min(1, 'falta');
const toMasked = (schema: z.ZodString, mask: (text: string) => string) =>
  schema.transform(mask).meta({ kind: 'typed' });

/**
 * A text that a person typed and that is stored or printed: a note, a reason, a name. Masks whole card numbers in it, bare ones too, to their last
 * four (docs/coupons.md, "Card numbers"); the gate returns the number of masked texts (`tapados`).
 */
export const typedUpTo = (max?: number) => toMasked(filledUpTo(max).trim().min(1, 'falta'), maskToLastFour);
/** The name of something that a person named, masked like the stored name, so that it is found. */
export const name = typedUpTo();
/** A text that a person typed and that may be empty. */
export const typedOrEmptyUpTo = (max?: number) => toMasked(textUpTo(max), maskToLastFour);
/** A person's text for a coupon's cell, masked like a cell of a spreadsheet; an empty text removes the value. */
export const cell = toMasked(textUpTo(), maskCardNumbers);
/** The header of a column, masked as the headers of a file are; empty leaves the field without a column. */
export const header = toMasked(textUpTo(), maskCardNumbers);
/** Search words. They are compared and never stored. */
export const searchedUpTo = (max?: number) => textUpTo(max).meta({ kind: 'searched' });
/** A value that the program returned before and now gets back: a key, an identifier, the name of a field, the value of a record. */
export const id = filledUpTo().meta({ kind: 'id' });
/** The path of a file or folder, the name of a sheet, or the address of a service. */
export const place = filledUpTo().meta({ kind: 'place' });
/** A password or a key, stored only in the keychain. */
export const secret = filledUpTo().meta({ kind: 'secret' });
export const cuenta = name.optional();
/** The language of the answer's sentences. */
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
/** A month, `AAAA-MM`. */
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'se espera un mes AAAA-MM');
const seconds = z.number().min(0).max(LIMITS.tardanza[1]);
const [minBatch, maxBatch] = LIMITS.porTanda;
export const porTanda = z.number().int().min(minBatch).max(maxBatch);
/** For calls that a screen makes by itself: does not ask the person for a secret; the answer reports that it is missing. */
export const sinPreguntar = z.boolean().optional();

/** How long an upload waits, in seconds (docs/upload.md; docs/cli.md, `conciliar`). */
export const wait = {
  tardanza: seconds.optional(),
  espera: seconds.optional(),
  estable: seconds.optional(),
  /** The path of the report; never replaces a file. */
  informe: place.optional(),
  /** The folder for a report without a path, written as `informe-ID.xlsx`. Without a folder that report is not written. */
  carpeta: place.optional(),
};

/** How to read a workbook (docs/cli.md, `validar`). */
export const lectura = {
  archivos: z.array(place).min(1).max(1000),
  /** A sheet, several, or `todas`: every sheet with coupons. */
  hoja: z.union([place, z.array(place).min(1).max(100)]).optional(),
  plantilla: name.optional(),
  /** The header's text, else the column's letter, for each field; an empty text leaves the field without a column. */
  mapear: z.partialRecord(z.enum(FIELDS_IN_ORDER), header).optional(),
  /** Answers to doubts (`dudas`), by their keys. */
  respuestas: z.record(id, header).optional(),
};

/** A list as on screen: its visible columns in their order, and its rows with the words and signs of the screen. */
export const pantalla = z
  .strictObject({
    titulo: id,
    columnas: z
      .array(z.strictObject({ titulo: id, tipo: z.enum(['texto', 'importe', 'fecha', 'fechaHora', 'entero']) }))
      .min(1)
      .max(100),
    filas: z.array(z.array(id.nullable())).max(5000),
    /** The number of rows of the list, if it exceeds these. */
    de: z.number().int().min(0).optional(),
  })
  .optional();
