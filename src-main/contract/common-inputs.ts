import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { maskCardNumbers, maskToLastFour } from '#domain/cupones/card-text.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { LIMITS } from '#domain/upload/settings.js';

/**
 * Pieces that the inputs of many methods share. Each text of an input says with its `kind` what it is (a test walks every method): `typed` is what a
 * person writes freely, and the only one that may be kept as it comes.
 */

declare const ANSWER: unique symbol;
interface Answering<Answer> {
  /** Of the types alone: no value has it. */
  readonly [ANSWER]: () => Answer;
}
type SchemaOf<Input> = Input extends z.ZodType
  ? Input
  : Input extends z.ZodRawShape
    ? z.ZodObject<Input, z.core.$strict>
    : never;
export type AnswerOf<Method> = Method extends Answering<infer Answer> ? Answer : never;

/** A method: the fields of its input, or the schema where it is no plain object, and the type of what it `answers`. */
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
 * A text that a person typed and that is kept or printed: a note, a reason, a name. Whole card numbers in it, bare ones too, are masked to their last
 * four (docs/coupons.md, "Card numbers"); the gate answers how many texts it masked so (`tapados`).
 */
export const typedUpTo = (max?: number) => toMasked(filledUpTo(max).trim().min(1, 'falta'), maskToLastFour);
/** The name of something that a person named: masked as the name itself was, so that it is found. */
export const name = typedUpTo();
/** A text that a person typed and that may be empty. */
export const typedOrEmptyUpTo = (max?: number) => toMasked(textUpTo(max), maskToLastFour);
/** What a person typed into a coupon's cell, masked as a cell of a spreadsheet is; empty takes the value away. */
export const cell = toMasked(textUpTo(), maskCardNumbers);
/** The header of a column, masked as the headers of a file are; empty leaves the field without a column. */
export const header = toMasked(textUpTo(), maskCardNumbers);
/** Words to look for. They are compared and never kept. */
export const searchedUpTo = (max?: number) => textUpTo(max).meta({ kind: 'searched' });
/** What the program gave before and gets back: a key, an identifier, the name of a field, the value of a record. */
export const id = filledUpTo().meta({ kind: 'id' });
/** A file, a folder, a sheet of a file, the address of a service. */
export const place = filledUpTo().meta({ kind: 'place' });
/** A password or a key. It is kept in the keychain alone. */
export const secret = filledUpTo().meta({ kind: 'secret' });
export const cuenta = name.optional();
/** The language of the sentences of an answer. */
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
/** For calls that a screen makes by itself: the person is not asked for a secret, and the answer says that it is missing. */
export const sinPreguntar = z.boolean().optional();

/** How long an upload waits, in seconds (docs/upload.md; docs/cli.md, `conciliar`). */
export const wait = {
  tardanza: seconds.optional(),
  espera: seconds.optional(),
  estable: seconds.optional(),
  /** Where the report is written; never over another file. */
  informe: place.optional(),
  /** The folder for a report without a name of its own, written as `informe-ID.xlsx`. Without a folder that report is not written. */
  carpeta: place.optional(),
};

/** How a workbook is read (docs/cli.md, `validar`). */
export const lectura = {
  archivos: z.array(place).min(1).max(1000),
  /** A sheet, some of them, or `todas`: every one with coupons. */
  hoja: z.union([place, z.array(place).min(1).max(100)]).optional(),
  plantilla: name.optional(),
  /** The header's text, else the column's letter, for each field; an empty text leaves the field without a column. */
  mapear: z.partialRecord(z.enum(FIELDS_IN_ORDER), header).optional(),
  /** Answers to doubts (`dudas`), by their keys. */
  respuestas: z.record(id, header).optional(),
};

/** A list as a screen shows it: its visible columns in their order, and its rows with the words and signs of the screen. */
export const pantalla = z
  .strictObject({
    titulo: id,
    columnas: z
      .array(z.strictObject({ titulo: id, tipo: z.enum(['texto', 'importe', 'fecha', 'fechaHora', 'entero']) }))
      .min(1)
      .max(100),
    filas: z.array(z.array(id.nullable())).max(5000),
    /** How many rows the list has, where it has more than these. */
    de: z.number().int().min(0).optional(),
  })
  .optional();
