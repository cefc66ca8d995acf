import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import type { Sesion } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { keepResult } from './keep-result.ts';
import { paginasDe } from './paginas.ts';

interface Pedido {
  readonly id: string;
  readonly servicio: Sesion['servicio']['conciliaciones'];
  readonly resultados: Resultados;
  readonly libro: Libro | undefined;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly clock: Clock;
}

/**
 * Reads every page of a result and keeps it as the last reading. When it cannot be read whole, nothing changes. Throws `CONCILIACION_INEXISTENTE`, and
 * what the service throws.
 */
export async function leerResultado(pedido: Pedido, { signal, onProgress }: MethodContext): Promise<void> {
  const { id, servicio } = pedido;
  const keeper = keepResult(pedido);
  try {
    let encabezado: Conciliacion | undefined;
    let hecho = 0;
    for await (const leida of paginasDe(servicio, id, signal)) {
      encabezado ??= leida.encabezado;
      keeper.add(leida.cupones);
      hecho += leida.cupones.length;
      onProgress({ fase: 'resultado', hecho, total: encabezado.total });
    }
    if (encabezado === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    keeper.end(encabezado);
  } catch (error) {
    keeper.discard();
    throw error;
  }
}
