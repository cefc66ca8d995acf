/** Parses the texts that `writing.ts` writes. */
import { AppError } from '#contract/errors.ts';
import type { RowProblem } from '#domain/result-rows.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { z } from 'zod';
import { cuponField, conciliacionField, cuponShape, rowErrorCode, parseText, readText } from '../fields.ts';
import type { StoredCupon, ReadingHeader } from './types.ts';

const text = z.string();

const header = z.object({
  encabezado: conciliacionField,
  carga: text.nullable(),
  archivos: z.array(text),
  isOfUpload: z.boolean().exactOptional(),
  cuarentena: z.number().exactOptional(),
}) satisfies z.ZodType<ReadingHeader>;

const problem = z.object({
  codigo: rowErrorCode,
  campo: cuponField.nullable(),
  columna: text.nullable(),
  valor: text,
  arreglo: text.nullable(),
}) satisfies z.ZodType<RowProblem>;

const cupon = z.object({
  operacion: z.object({
    ...cuponShape,
    conciliado: z.boolean(),
    modo: text.nullable(),
    nro_liquidacion: text.nullable(),
    liquidaciones_id: text.nullable(),
    fecha_liq: text.nullable(),
    fila: z.number().nullable(),
  }),
  disposicion: z.enum([...DISPOSITIONS, 'error']),
  archivo: text.nullable(),
  mensaje: text.nullable(),
  problema: problem.exactOptional(),
  problemas: z.array(problem).exactOptional(),
}) satisfies z.ZodType<StoredCupon>;

const toUnreadableError = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** The header of a reading; undefined where it cannot be understood: then there is no reading, and the result is read from the service again. */
export const parseHeader = (written: string): ReadingHeader | undefined => readText(header, written);

/** Parses a coupon of a reading. Throws `GUARDADO_ILEGIBLE`: the result is then read from the service again. */
export const parseStoredCupon = (written: string): StoredCupon => parseText(cupon, written, toUnreadableError);
