/** What `filas.ts` and `historia.ts` write as text, as it is read back. */
import { AppError } from '#contract/errors.ts';
import type { RevisionProblema } from '#contract/revision.ts';
import { CAMPOS_EN_ORDEN } from '#domain/cupon.ts';
import { z } from 'zod';
import { avisoCodigo, campoField, errorCodigo, parseText, textByCampo } from '../fields.ts';
import { OMISIONES, type Correcciones, type FilaGuardada } from './tipos.ts';

const common = {
  campo: campoField.nullable(),
  valor: z.string(),
  mensaje: z.string(),
  arreglo: z.string().nullable(),
};
const problem = z.discriminatedUnion('clase', [
  z.object({ clase: z.literal('error'), codigo: errorCodigo, ...common }),
  z.object({ clase: z.literal('aviso'), codigo: avisoCodigo, ...common }),
]) satisfies z.ZodType<RevisionProblema>;

const corrections = z.partialRecord(z.enum(CAMPOS_EN_ORDEN), z.object({ texto: z.string(), leido: z.boolean() }));

const row = z.object({
  id: z.number(),
  valores: textByCampo,
  texto: z.string().nullable(),
  problemas: z.array(problem),
  omitida: z.enum(OMISIONES).nullable(),
  ignorada: z.boolean(),
  correcciones: corrections.nullable(),
}) satisfies z.ZodType<FilaGuardada>;

/** As version 1 of the file wrote it. Which cells had been corrected it did not say. */
const rowOfVersion1 = row
  .omit({ omitida: true, correcciones: true })
  .extend({ omitida: z.boolean(), editada: z.boolean() })
  .transform(({ omitida, editada, ...rest }): FilaGuardada => {
    const { id, valores, texto, problemas, ignorada } = rest;
    const omision = omitida ? 'persona' : null;
    return { id, valores, texto, problemas, omitida: omision, ignorada, correcciones: editada ? {} : null };
  });

const unreadable = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** Each throws `GUARDADO_ILEGIBLE`: the file is brought again. */
export const parseProblem = (written: string): RevisionProblema => parseText(problem, written, unreadable);
export const parseValues = (written: string): FilaGuardada['valores'] => parseText(textByCampo, written, unreadable);
export const parseCorrections = (written: string): Correcciones => parseText(corrections, written, unreadable);
export const parseRow = (written: string): FilaGuardada =>
  parseText(z.union([row, rowOfVersion1]), written, unreadable);
