/**
 * What the service answered the last time that something could not be read: a method at all (refused, unknown to it, broken), or some days of one that
 * otherwise was. Without it a view that was asked for and denied would look like one that nobody asked for. Kept beside what is learnt of the service
 * (`saber`), until it is read.
 */
import * as z from 'zod';
import { isAppError, type AppError } from '#contract/errors.ts';
import type { FallaDeDias, FallaDeMetodo } from '#contract/documents.ts';
import { addDays, civilDateTimeAt, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type ReadableCache } from '#storage/cache/index.ts';

export const claveDeFalla = (metodo: Metodo): string => `falla:${metodo}`;
export const claveDeFallasDeDias = (metodo: Metodo): string => `fallas:${metodo}`;
/** What is kept once the method was read: nothing failed. */
export const SIN_FALLA = '';

const CLASES = ['sin_permiso', 'no_existe', 'falla', 'sin_respuesta'] as const;
const comun = { clase: z.enum(CLASES), respuesta: z.number().nullable(), cuando: z.number() };
const guardada = z.object(comun);
const dia = z.string().transform((text, context): CivilDate => {
  const parsed = parseIsoDate(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
/** `campo`: the date they were asked by, where it is not the view's own. */
const deDias = z.array(z.object({ ...comun, campo: z.string().nullable(), desde: dia, hasta: dia }));

type Guardada = z.output<typeof guardada>;
export type DiasSinLeer = z.output<typeof deDias>[number];
interface Dias {
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
}

/** A path that is not there, or that takes no GET. */
const NO_EXISTE: readonly unknown[] = [404, 405, 410, 501];

function claseDe(error: AppError): Guardada['clase'] | undefined {
  if (NO_EXISTE.includes(error.detail['estado'])) return 'no_existe';
  if (isAppError(error, 'TOKEN_RECHAZADO')) return 'sin_permiso';
  if (isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO')) return 'sin_respuesta';
  const contesto = isAppError(
    error,
    'PEDIDO_RECHAZADO',
    'SERVICIO_FALLA',
    'RESPUESTA_INVALIDA',
    'RESPUESTA_ENORME',
    'LECTURA_INESTABLE',
    'FILTRO_IGNORADO',
    'DEMASIADOS_PEDIDOS',
  );
  return contesto ? 'falla' : undefined;
}

function laFalla(error: AppError, cuando: Instant): Guardada | undefined {
  const { estado } = error.detail;
  const clase = claseDe(error);
  return clase === undefined ? undefined : { clase, respuesta: typeof estado === 'number' ? estado : null, cuando };
}

/** The text to keep of a method; undefined for what says nothing of it: nobody answered, or somebody stopped us. */
export function fallaEscrita(error: AppError, cuando: Instant): string | undefined {
  const falla = laFalla(error, cuando);
  return falla === undefined || falla.clase === 'sin_respuesta' ? undefined : JSON.stringify(falla);
}

/** The same of days of a method that otherwise was read: where nobody answered for them alone, that is of them. */
export function fallaDeDias(
  error: AppError,
  cuando: Instant,
  dias: Pick<DiasSinLeer, 'campo' | 'desde' | 'hasta'>,
): DiasSinLeer | undefined {
  const falla = laFalla(error, cuando);
  return falla === undefined ? undefined : { ...falla, ...dias };
}

const enDocumento = ({ clase, respuesta, cuando }: Guardada): FallaDeMetodo => ({
  clase,
  respuesta,
  cuando: civilDateTimeAt(cuando),
});

export function fallaDe(cache: Pick<ReadableCache, 'saber'>, metodo: Metodo): FallaDeMetodo | undefined {
  const escrita = cache.saber(claveDeFalla(metodo));
  if (escrita === undefined || escrita === SIN_FALLA) return undefined;
  return enDocumento(guardada.parse(JSON.parse(escrita)));
}

/** Every stretch of days of a method that could not be read, in order. */
export function diasSinLeer(cache: Pick<ReadableCache, 'saber'>, metodo: Metodo): readonly DiasSinLeer[] {
  const escritas = cache.saber(claveDeFallasDeDias(metodo));
  return escritas === undefined || escritas === SIN_FALLA ? [] : deDias.parse(JSON.parse(escritas));
}

const iguales = (a: DiasSinLeer, b: DiasSinLeer): boolean =>
  a.clase === b.clase && a.respuesta === b.respuesta && a.campo === b.campo;

/** The text to keep: in order, those of the same answer together where their days follow each other. */
export function diasEscritos(dias: readonly DiasSinLeer[]): string {
  const juntos: DiasSinLeer[] = [];
  for (const cada of dias.toSorted((a, b) => (a.desde < b.desde ? -1 : 1))) {
    const antes = juntos.at(-1);
    if (antes === undefined || !iguales(antes, cada) || addDays(antes.hasta, 1) < cada.desde) juntos.push(cada);
    else {
      const hasta = antes.hasta > cada.hasta ? antes.hasta : cada.hasta;
      juntos[juntos.length - 1] = { ...antes, hasta, cuando: Math.max(antes.cuando, cada.cuando) };
    }
  }
  return juntos.length === 0 ? SIN_FALLA : JSON.stringify(juntos);
}

/** What the service answered of days between two, by one of the dates of the view (its own when nothing is said). */
export function fallasEn(
  cache: Pick<ReadableCache, 'saber'>,
  metodo: Metodo,
  { desde, hasta, campoFecha }: Dias & { readonly campoFecha?: string | undefined },
): readonly FallaDeDias[] {
  const campo =
    campoFecha === undefined || campoFecha === '' || campoFecha === TABLAS[metodo].fecha ? null : campoFecha;
  return diasSinLeer(cache, metodo)
    .filter(
      (cada) =>
        cada.campo === campo &&
        (desde === undefined || cada.hasta >= desde) &&
        (hasta === undefined || cada.desde <= hasta),
    )
    .map((cada) => ({ ...enDocumento(cada), desde: cada.desde, hasta: cada.hasta }));
}
