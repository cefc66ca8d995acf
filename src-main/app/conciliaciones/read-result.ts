import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { isSameHeader } from '#domain/upload/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/index.ts';
import type { Session } from '../open/sessions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { keepResult } from './keep-result.ts';
import { createJoinedPasses } from './joined-passes.ts';
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

interface Pass {
  readonly encabezado: Conciliacion;
  readonly cuarentena: number;
  readonly moved: boolean;
}

/**
 * Reads every page of a result and keeps it as the last reading, in several passes where its rows move meanwhile. If it cannot be read whole, the kept
 * reading does not change. Throws `CONCILIACION_INEXISTENTE`, `LECTURA_INESTABLE`, and what the service throws.
 */
export async function readResult(request: ResultToRead, { signal, onProgress }: MethodContext): Promise<void> {
  const { id, servicio: service, ledger, carga } = request;
  const keeper = keepResult(request);
  const joined = createJoinedPasses(carga === null ? null : (ledger?.upload(carga)?.marcador ?? null));
  let header: Conciliacion | undefined;
  let isQuiet = true;

  /** One pass over the pages. `moved`: rows moved between them. */
  async function readPass(): Promise<Pass> {
    let moved = false;
    let done = 0;
    let setAside = 0;
    const pages = pagesOf(service, id, signal, () => {
      moved = true;
    });
    for await (const page of pages) {
      header ??= page.encabezado;
      isQuiet &&= isSameHeader(header, page.encabezado);
      keeper.add(page.cupones);
      joined.add(page);
      done += page.cupones.length;
      setAside += page.cuarentena;
      onProgress({ fase: 'resultado', hecho: done, total: header.total });
    }
    if (header === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    return { encabezado: header, cuarentena: setAside, moved };
  }

  try {
    for (;;) {
      const { moved, ...read } = await readPass();
      const found = moved ? joined.endPass() : 'whole';
      // Passes over two states of the reconciliation cannot be joined.
      if (found === 'lost' || (moved && !isQuiet)) throw new AppError('LECTURA_INESTABLE');
      if (found === 'whole') {
        keeper.end(read, moved ? 'goes' : 'stays');
        return;
      }
      keeper.again();
    }
  } catch (error) {
    keeper.discard();
    throw error;
  }
}
