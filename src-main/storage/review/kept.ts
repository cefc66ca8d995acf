/** Parses the texts that `rows.ts` and `history.ts` write. */
import { AppError } from '#contract/errors.ts';
import { CORRECTION_WAYS } from '#domain/finding.ts';
import type { ReviewProblem } from '#domain/review.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { z } from 'zod';
import { rowNoticeCode, cuponField, rowErrorCode, parseText, textByField } from '../fields.ts';
import { OMISSIONS, type Corrections, type StoredRow } from './types.ts';

const common = {
  campo: cuponField.nullable(),
  valor: z.string(),
  mensaje: z.string(),
  arreglo: z.string().nullable(),
};
const problem = z.discriminatedUnion('clase', [
  z.object({ clase: z.literal('error'), codigo: rowErrorCode, ...common }),
  z.object({ clase: z.literal('aviso'), codigo: rowNoticeCode, ...common }),
]) satisfies z.ZodType<ReviewProblem>;

const corrections = z.partialRecord(
  z.enum(FIELDS_IN_ORDER),
  z.object({
    texto: z.string(),
    leido: z.boolean(),
    antes: z.string().optional(),
    modo: z.enum(CORRECTION_WAYS).optional(),
  }),
);

const row = z.object({
  id: z.number(),
  valores: textByField,
  texto: z.string().nullable(),
  problemas: z.array(problem),
  omitida: z.enum(OMISSIONS).nullable(),
  ignorada: z.boolean(),
  correcciones: corrections.nullable(),
}) satisfies z.ZodType<StoredRow>;

const toUnreadableError = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** Each throws `GUARDADO_ILEGIBLE`: the files are then read again. */
export const parseProblem = (written: string): ReviewProblem => parseText(problem, written, toUnreadableError);
export const parseValues = (written: string): StoredRow['valores'] =>
  parseText(textByField, written, toUnreadableError);
export const parseCorrections = (written: string): Corrections => parseText(corrections, written, toUnreadableError);
export const parseRow = (written: string): StoredRow => parseText(row, written, toUnreadableError);
