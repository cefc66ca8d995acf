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

/** A row as version 1 of the file wrote it. It did not say which cells had been corrected. */
const rowOfVersion1 = row
  .omit({ omitida: true, correcciones: true })
  .extend({ omitida: z.boolean(), editada: z.boolean() })
  .transform(({ omitida, editada, ...rest }): StoredRow => {
    const { id, valores, texto, problemas, ignorada } = rest;
    const omission = omitida ? 'persona' : null;
    return { id, valores, texto, problemas, omitida: omission, ignorada, correcciones: editada ? {} : null };
  });

const toUnreadableError = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** Each throws `GUARDADO_ILEGIBLE`: the files are then read again. */
export const parseProblem = (written: string): ReviewProblem => parseText(problem, written, toUnreadableError);
export const parseValues = (written: string): StoredRow['valores'] =>
  parseText(textByField, written, toUnreadableError);
export const parseCorrections = (written: string): Corrections => parseText(corrections, written, toUnreadableError);
export const parseRow = (written: string): StoredRow =>
  parseText(z.union([row, rowOfVersion1]), written, toUnreadableError);
