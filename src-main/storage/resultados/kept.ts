/** What `escritura.ts` writes as text, as it is read back. */
import { AppError } from '#contract/errors.ts';
import type { ProblemaDeFila } from '#contract/conciliaciones.ts';
import { DISPOSICIONES } from '#domain/conciliacion.ts';
import { z } from 'zod';
import { campoField, conciliacionField, cuponShape, errorCodigo, parseText, readText } from '../fields.ts';
import type { CuponGuardado, LecturaEncabezado } from './tipos.ts';

const text = z.string();

const header = z.object({
  encabezado: conciliacionField,
  carga: text.nullable(),
  archivos: z.array(text),
  isOfUpload: z.boolean().exactOptional(),
}) satisfies z.ZodType<LecturaEncabezado>;

const problem = z.object({
  codigo: errorCodigo,
  campo: campoField.nullable(),
  columna: text.nullable(),
  valor: text,
  arreglo: text.nullable(),
}) satisfies z.ZodType<ProblemaDeFila>;

const coupon = z.object({
  operacion: z.object({
    ...cuponShape,
    conciliado: z.boolean(),
    modo: text.nullable(),
    nro_liquidacion: text.nullable(),
    liquidaciones_id: text.nullable(),
    fecha_liq: text.nullable(),
    fila: z.number().nullable(),
  }),
  disposicion: z.enum([...DISPOSICIONES, 'error']),
  archivo: text.nullable(),
  mensaje: text.nullable(),
  problema: problem.exactOptional(),
  problemas: z.array(problem).exactOptional(),
}) satisfies z.ZodType<CuponGuardado>;

const unreadable = (cause: unknown): AppError => new AppError('GUARDADO_ILEGIBLE', { cause });

/** What a reading is of; undefined where that cannot be understood: then there is no reading, and it is read from the service again. */
export const parseHeader = (written: string): LecturaEncabezado | undefined => readText(header, written);

/** A coupon of a reading. Throws `GUARDADO_ILEGIBLE`: it is read from the service again. */
export const parseCoupon = (written: string): CuponGuardado => parseText(coupon, written, unreadable);
