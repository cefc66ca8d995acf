/** The service's last error for a method or some of its days, kept until a reading succeeds: else a refused view would look like a view never requested. */
import * as z from 'zod';
import { isAppError, type AppError } from '#contract/errors.ts';
import type { DaysFailure, MethodFailure } from '#contract/documents.ts';
import { addDays, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type ReadableCache } from '#storage/cache/index.ts';
import { civilDate } from '#domain/forms.ts';

export const keyOfFailure = (method: ServiceMethod): string => `falla:${method}`;
export const keyOfDayFailures = (method: ServiceMethod): string => `fallas:${method}`;
export const NO_FAILURE = '';

const KINDS = ['sin_permiso', 'no_existe', 'falla', 'sin_respuesta'] as const;
const common = { clase: z.enum(KINDS), respuesta: z.number().nullable(), cuando: z.number() };
const stored = z.object(common);
/** `campo`: the date field by which the days were requested; null for the view's usual field. */
const ofDays = z.array(z.object({ ...common, campo: z.string().nullable(), desde: civilDate, hasta: civilDate }));

type StoredFailure = z.output<typeof stored>;
export type UnreadDays = z.output<typeof ofDays>[number];
interface Days {
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
}

/** Statuses of a path that does not exist, or that takes no GET. */
const NOT_THERE: readonly unknown[] = [404, 405, 410, 501];

function kindOf(error: AppError): StoredFailure['clase'] | undefined {
  if (NOT_THERE.includes(error.detail['estado'])) return 'no_existe';
  if (isAppError(error, 'TOKEN_RECHAZADO')) return 'sin_permiso';
  if (isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO')) return 'sin_respuesta';
  const answered = isAppError(
    error,
    'PEDIDO_RECHAZADO',
    'SERVICIO_FALLA',
    'RESPUESTA_INVALIDA',
    'RESPUESTA_ENORME',
    'LECTURA_INESTABLE',
    'FILTRO_IGNORADO',
    'DEMASIADOS_PEDIDOS',
  );
  return answered ? 'falla' : undefined;
}

function failureFrom(error: AppError, when: Instant): StoredFailure | undefined {
  const { estado } = error.detail;
  const kind = kindOf(error);
  return kind === undefined
    ? undefined
    : { clase: kind, respuesta: typeof estado === 'number' ? estado : null, cuando: when };
}

/** The text to store for a failed method. Undefined for a failure that is not the method's: the service did not answer, or the reading was cancelled. */
export function writeFailure(error: AppError, when: Instant): string | undefined {
  const failure = failureFrom(error, when);
  return failure === undefined || failure.clase === 'sin_respuesta' ? undefined : JSON.stringify(failure);
}

/** A failure of some days of a method whose other days were read. Here a missing answer counts too, because other days were answered. */
export function toUnreadDays(
  error: AppError,
  when: Instant,
  days: Pick<UnreadDays, 'campo' | 'desde' | 'hasta'>,
): UnreadDays | undefined {
  const failure = failureFrom(error, when);
  return failure === undefined ? undefined : { ...failure, ...days };
}

const toDocument = ({ clase, respuesta, cuando }: StoredFailure): MethodFailure => ({
  clase,
  respuesta,
  cuando: civilDateTimeAt(cuando),
});

export function failureOf(cache: Pick<ReadableCache, 'readFact'>, method: ServiceMethod): MethodFailure | undefined {
  const written = cache.readFact(keyOfFailure(method));
  if (written === undefined || written === NO_FAILURE) return undefined;
  return toDocument(stored.parse(JSON.parse(written)));
}

export function listUnreadDays(cache: Pick<ReadableCache, 'readFact'>, method: ServiceMethod): readonly UnreadDays[] {
  const storedDays = cache.readFact(keyOfDayFailures(method));
  return storedDays === undefined || storedDays === NO_FAILURE ? [] : ofDays.parse(JSON.parse(storedDays));
}

const areEqual = (a: UnreadDays, b: UnreadDays): boolean =>
  a.clase === b.clase && a.respuesta === b.respuesta && a.campo === b.campo;

/** The text to store for failed days, in order. Joins consecutive days with the same error. */
export function writeDays(days: readonly UnreadDays[]): string {
  const together: UnreadDays[] = [];
  for (const each of days.toSorted((a, b) => (a.desde < b.desde ? -1 : 1))) {
    const before = together.at(-1);
    if (before === undefined || !areEqual(before, each) || addDays(before.hasta, 1) < each.desde) together.push(each);
    else {
      const to = before.hasta > each.hasta ? before.hasta : each.hasta;
      together[together.length - 1] = { ...before, hasta: to, cuando: Math.max(before.cuando, each.cuando) };
    }
  }
  return together.length === 0 ? NO_FAILURE : JSON.stringify(together);
}

/** The failures between two days, by one of the dates of the view (by default its own). */
export function failuresIn(
  cache: Pick<ReadableCache, 'readFact'>,
  method: ServiceMethod,
  { desde, hasta, campoFecha }: Days & { readonly campoFecha?: string | undefined },
): readonly DaysFailure[] {
  const field =
    campoFecha === undefined || campoFecha === '' || campoFecha === TABLES[method].fecha ? null : campoFecha;
  return listUnreadDays(cache, method)
    .filter(
      (each) =>
        each.campo === field &&
        (desde === undefined || each.hasta >= desde) &&
        (hasta === undefined || each.desde <= hasta),
    )
    .map((each) => ({ ...toDocument(each), desde: each.desde, hasta: each.hasta }));
}
