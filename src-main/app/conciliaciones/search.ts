import { AppError, isAppError } from '#contract/errors.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ConciliacionesService } from '#domain/conciliacion.ts';
import { firstPageOf } from '../upload/first-page-of.ts';

/** A reconciliation whose header is hidden is searched among those begun in so many days. */
const DAYS = 90;

type Service = Pick<ConciliacionesService, 'show' | 'list'>;

/**
 * The header of a reconciliation, or what the list shows of it: some services hide the header of an open one ("not found", or a refusal).
 * Undefined when neither has it. Throws what the service throws, and `LECTURA_INESTABLE` where the list did not come whole, since a partial
 * list proves no absence.
 */
export async function findConciliacion(
  { servicio: service, clock }: { readonly servicio: Service; readonly clock: Pick<Clock, 'now'> },
  id: string,
  signal: AbortSignal,
): Promise<Conciliacion | undefined> {
  let refused: AppError | undefined;
  try {
    const known = await service.show(id, signal);
    if (known !== undefined) return known;
  } catch (error) {
    if (!isAppError(error, 'PEDIDO_RECHAZADO', 'RESPUESTA_INVALIDA')) throw error;
    refused = error;
  }
  const today = civilDateAt(clock.now());
  const {
    conciliaciones,
    completa,
    refused: isWithoutList,
  } = await service.list(addDays(today, -DAYS), addDays(today, 1), signal);
  const listed = conciliaciones.find((each) => each.id === id);
  if (listed !== undefined) return listed;
  if (refused !== undefined) throw refused;
  if (!completa && isWithoutList !== true) throw new AppError('LECTURA_INESTABLE');
  return undefined;
}

/** The same, or else the header around the result, with which a service shows an open reconciliation that it neither shows nor lists. */
export async function findEvenOpen(
  given: { readonly servicio: Service & Pick<ConciliacionesService, 'readResult'>; readonly clock: Pick<Clock, 'now'> },
  id: string,
  signal: AbortSignal,
): Promise<Conciliacion | undefined> {
  const found = await findConciliacion(given, id, signal);
  if (found !== undefined) return found;
  try {
    return (await firstPageOf(given.servicio, id, signal))?.encabezado;
  } catch (error) {
    // A result that is refused shows nothing.
    if (!isAppError(error, 'PEDIDO_RECHAZADO', 'RESPUESTA_INVALIDA')) throw error;
    return undefined;
  }
}
