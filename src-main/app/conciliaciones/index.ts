import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import { createDescriber, documentOf, listUploads, notePresence, type Names } from './listing.ts';

/** The days that the list covers by default (docs/cli.md). */
const LISTED_DAYS = 90;

interface Deps extends Pick<Shared, 'sessions' | 'ledgers' | 'caches' | 'clock'> {
  readonly names: Names;
}

const toUnknownError = (id: string): AppError => new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });

export function createConciliaciones({
  sessions,
  ledgers,
  caches,
  names,
  clock,
}: Deps): FunctionsOf<`conciliaciones.${'listar' | 'ver' | 'borrar'}`> {
  async function openSession(account: string | undefined, signal: AbortSignal, withoutAsking?: boolean) {
    const session = await sessions.open(account, signal, { sinPreguntar: withoutAsking });
    const ledger = await ledgers.openExisting(session.cuenta);
    const uploadOf = (id: string): string | null => ledger?.uploadOf(session.cuenta.id, id) ?? null;
    return { servicio: session.servicio.conciliaciones, sesion: session, ledger, uploadOf };
  }

  return {
    async listar({ cuenta, desde, hasta, sinPreguntar }, { signal }) {
      const { servicio: service, sesion, ledger } = await openSession(cuenta, signal, sinPreguntar);
      const today = civilDateAt(clock.now());
      const firstDay = desde ?? addDays(hasta ?? today, 1 - LISTED_DAYS);
      // Up to tomorrow, because the service dates a reconciliation by its own clock.
      const until = hasta ?? addDays(service.getServiceDate() ?? today, 1);
      const { conciliaciones, completa } = await service.list(firstDay, until, signal);
      const locales = {
        ledger,
        kept: await caches.existingResults(sesion.cuenta),
        account: sesion.cuenta.id,
        nameOf: await names.of(sesion.cuenta),
      };
      if (completa) notePresence(locales, { listed: conciliaciones, desde: firstDay, hasta: until }, clock.now());
      const uploads = listUploads(locales);
      if (!completa && conciliaciones.length === 0) throw new AppError('LECTURA_INESTABLE');
      return {
        conciliaciones: conciliaciones.map(createDescriber(locales)),
        cargas: uploads,
        ...(completa ? {} : { incompleta: true }),
      };
    },

    async ver({ cuenta, id }, { signal }) {
      const { servicio: service, sesion, uploadOf } = await openSession(cuenta, signal);
      const conciliacion = await service.show(id, signal);
      if (conciliacion === undefined) throw toUnknownError(id);
      return documentOf(conciliacion, uploadOf(id), (await names.of(sesion.cuenta))(id, uploadOf(id)));
    },

    async borrar({ cuenta, id, si }, { signal }) {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      const { servicio: service, sesion, ledger, uploadOf } = await openSession(cuenta, signal);
      const seen = await service.show(id, signal);
      const removal = await service.remove(id, signal);
      if (removal === 'ausente' && seen === undefined) throw toUnknownError(id);
      // For a deletion without an answer: if the reconciliation existed before and is absent now, it was deleted.
      const isGone = async (): Promise<boolean> => seen !== undefined && (await service.show(id, signal)) === undefined;
      if (removal !== 'perdida' || (await isGone())) {
        // Without a ledger, this PC has no upload to note the deletion in.
        ledger?.noteDeletion(id, clock.now());
        (await caches.existingResults(sesion.cuenta))?.remove(id);
        await names.give(sesion.cuenta, { id, carga: uploadOf(id) }, null);
        return { id, borrada: true };
      }
      throw new AppError('SERVICIO_FALLA', {
        mensaje: REFUSALS.deletionNotConfirmed(seen !== undefined),
        detail: { id },
      });
    },
  };
}
