import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/types.ts';
import type { Session } from '../open/sessions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { keepResult } from './keep-result.ts';
import { pagesOf } from './pages.ts';

interface ResultToRead {
  readonly id: string;
  readonly servicio: Session['servicio']['conciliaciones'];
  readonly results: Results;
  readonly ledger: Ledger | undefined;
  /** The upload of ours that made the reconciliation; null if none did. */
  readonly carga: string | null;
  readonly clock: Clock;
}

/**
 * Reads every page of a result and keeps it as the last reading. If it cannot be read whole, the kept reading does not change. Throws
 * `CONCILIACION_INEXISTENTE`, `LECTURA_INESTABLE`, and what the service throws.
 */
export async function readResult(request: ResultToRead, { signal, onProgress }: MethodContext): Promise<void> {
  const { id, servicio: service } = request;
  const keeper = keepResult(request);
  let header: Conciliacion | undefined;
  let done = 0;
  let setAside = 0;
  try {
    for await (const page of pagesOf(service, id, signal)) {
      header ??= page.encabezado;
      keeper.add(page.cupones);
      done += page.cupones.length;
      setAside += page.cuarentena;
      onProgress({ fase: 'resultado', hecho: done, total: header.total });
    }
    if (header === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    keeper.end({ encabezado: header, cuarentena: setAside });
  } catch (error) {
    keeper.discard();
    throw error;
  }
}
