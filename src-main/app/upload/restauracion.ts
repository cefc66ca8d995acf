import { isAppError } from '#contract/errors.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { UploadsDeps } from './tipos.ts';

/** Named one by one in the notice: more would not fit a screen. */
const NOMBRADAS = 12;

/**
 * After a ledger was restored from a copy: what the service has from then on that the ledger does not know, told once, before anything is
 * sent. A list that cannot be read whole says nothing: it is tried again at the next upload (I5).
 */
export async function revisarRestauracion(deps: UploadsDeps, signal: AbortSignal): Promise<void> {
  const { ledger, servicio, clock, cuenta } = deps;
  const restaurada = ledger.restauracion();
  if (restaurada === null) return;
  const hoy = servicio.fechaServicio() ?? civilDateAt(clock.now());
  const desde = addDays(civilDateAt(restaurada.hasta ?? clock.now()), -1);
  try {
    const { conciliaciones, completa } = await servicio.listar(desde, addDays(hoy, 1), signal);
    if (!completa) return;
    ledger.restauracionRevisada(avisoDe(conciliaciones.filter((c) => ledger.cargaDe(cuenta, c.id) === null)));
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

function avisoDe(desconocidas: readonly Conciliacion[]): string {
  if (desconocidas.length === 0) {
    return 'Se comparó el registro recuperado con el servicio: no hay ninguna conciliación que el registro no conozca. Podés seguir.';
  }
  const una = (c: Conciliacion): string =>
    `${c.id} (${c.fecha ?? 'sin fecha'}, ${String(c.total)} cupones, ${c.estado})`;
  const resto = desconocidas.length - NOMBRADAS;
  return (
    `El servicio tiene ${String(desconocidas.length)} conciliaciones que el registro recuperado no conoce: ` +
    `${desconocidas.slice(0, NOMBRADAS).map(una).join('; ')}${resto > 0 ? `; y ${String(resto)} más` : ''}. ` +
    'Pueden ser de otra PC, o enviadas desde acá después de la copia. Antes de enviar otra vez un archivo, miralas con «conciliaciones resultado ID».'
  );
}
