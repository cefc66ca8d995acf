/** What `filas.ts` and `historia.ts` write as text, as it is read back. */
import { AppError } from '#contract/errors.ts';
import type { RevisionProblema } from '#contract/revision.ts';
import { z } from 'zod';
import { avisoCodigo, campoField, errorCodigo, parseText, textByCampo } from '../fields.ts';
import type { FilaGuardada } from './tipos.ts';

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

const row = z.object({
  id: z.number(),
  valores: textByCampo,
  texto: z.string().nullable(),
  problemas: z.array(problem),
  omitida: z.boolean(),
  ignorada: z.boolean(),
  editada: z.boolean(),
  enviado: z.string().nullable(),
}) satisfies z.ZodType<FilaGuardada>;

const unreadable = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** Each throws `GUARDADO_ILEGIBLE`: the file is brought again. */
export const parseProblem = (written: string): RevisionProblema => parseText(problem, written, unreadable);
export const parseValues = (written: string): FilaGuardada['valores'] => parseText(textByCampo, written, unreadable);
export const parseRow = (written: string): FilaGuardada => parseText(row, written, unreadable);
