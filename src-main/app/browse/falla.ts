/**
 * What the service answered the last time a method could not be read at all: refused, unknown to it, broken. Without it a view that was asked for and
 * denied would look like one that nobody asked for. Kept beside what is learnt of the service (`saber`), until the method is read again.
 */
import * as z from 'zod';
import { isAppError, type AppError } from '#contract/errors.ts';
import type { FallaDeMetodo } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import type { ReadableCache } from '#storage/cache/index.ts';

export const claveDeFalla = (metodo: Metodo): string => `falla:${metodo}`;
/** What is kept once the method was read: nothing failed. */
export const SIN_FALLA = '';

const CLASES = ['sin_permiso', 'no_existe', 'falla'] as const;
const guardada = z.object({
  clase: z.enum(CLASES),
  respuesta: z.number().nullable(),
  cuando: z.number(),
});

/** A path that is not there, or that takes no GET. */
const NO_EXISTE: readonly unknown[] = [404, 405, 410, 501];

/** The text to keep; undefined for what says nothing of the method: nobody answered, or somebody stopped us. */
export function fallaEscrita(error: AppError, cuando: Instant): string | undefined {
  const { estado } = error.detail;
  const respuesta = typeof estado === 'number' ? estado : null;
  if (NO_EXISTE.includes(respuesta)) return JSON.stringify({ clase: 'no_existe', respuesta, cuando });
  if (isAppError(error, 'TOKEN_RECHAZADO')) return JSON.stringify({ clase: 'sin_permiso', respuesta, cuando });
  const contesto = isAppError(
    error,
    'PEDIDO_RECHAZADO',
    'SERVICIO_FALLA',
    'RESPUESTA_INVALIDA',
    'FILTRO_IGNORADO',
    'DEMASIADOS_PEDIDOS',
  );
  return contesto ? JSON.stringify({ clase: 'falla', respuesta, cuando }) : undefined;
}

export function fallaDe(cache: Pick<ReadableCache, 'saber'>, metodo: Metodo): FallaDeMetodo | undefined {
  const escrita = cache.saber(claveDeFalla(metodo));
  if (escrita === undefined || escrita === SIN_FALLA) return undefined;
  const { clase, respuesta, cuando } = guardada.parse(JSON.parse(escrita));
  return { clase, respuesta, cuando: civilDateTimeAt(cuando) };
}
