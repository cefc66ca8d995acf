import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { DeletedConciliacion, ConciliacionDocument, ListedConciliaciones } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { Sessions } from '../open/sessions.ts';
import type { Caches } from '../open/caches.ts';
import { createDescriber, documentOf, listUploads, notePresence } from './listing.ts';
import type { Names } from './names.ts';

/** The list goes back so many days by default (docs/cli.md). */
const LISTED_DAYS = 90;

export interface ConciliacionesDeps {
  readonly sessions: Sessions;
  readonly ledgers: Ledgers;
  readonly caches: Caches;
  readonly names: Names;
  readonly clock: Clock;
}

const toUnknownError = (id: string): AppError => new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });

/** The reconciliations of the service, and which of them are uploads of this PC. */
export function createConciliaciones(deps: ConciliacionesDeps) {
  const { sessions, ledgers, caches, names, clock } = deps;
  async function openSession(account: string | undefined, signal: AbortSignal, withoutAsking?: boolean) {
    const session = await sessions.open(account, signal, { sinPreguntar: withoutAsking });
    const ledger = await ledgers.openExisting(session.cuenta);
    const uploadOf = (id: string): string | null => ledger?.uploadOf(session.cuenta.id, id) ?? null;
    return { servicio: session.servicio.conciliaciones, sesion: session, ledger, uploadOf };
  }

  return {
    async list(
      { cuenta, desde, hasta, sinPreguntar }: MethodParsed<'conciliaciones.listar'>,
      signal: AbortSignal,
    ): Promise<ListedConciliaciones> {
      const { servicio: service, sesion, ledger } = await openSession(cuenta, signal, sinPreguntar);
      const today = civilDateAt(clock.now());
      const firstDay = desde ?? addDays(hasta ?? today, 1 - LISTED_DAYS);
      // The service dates a reconciliation by its own day, which may be tomorrow's already.
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

    async show({ cuenta, id }: MethodParsed<'conciliaciones.ver'>, signal: AbortSignal): Promise<ConciliacionDocument> {
      const { servicio: service, sesion, uploadOf } = await openSession(cuenta, signal);
      const conciliacion = await service.show(id, signal);
      if (conciliacion === undefined) throw toUnknownError(id);
      const name = (await names.of(sesion.cuenta))(id, uploadOf(id));
      return { ...documentOf(conciliacion, uploadOf(id)), ...(name === undefined ? {} : { nombre: name }) };
    },

    async remove(
      { cuenta, id, si }: MethodParsed<'conciliaciones.borrar'>,
      signal: AbortSignal,
    ): Promise<DeletedConciliacion> {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      const { servicio: service, sesion, ledger, uploadOf } = await openSession(cuenta, signal);
      const seen = await service.show(id, signal);
      const removal = await service.remove(id, signal);
      if (removal === 'ausente' && seen === undefined) throw toUnknownError(id);
      // The answer was lost: what was shown before and no longer is was deleted.
      const isGone = async (): Promise<boolean> => seen !== undefined && (await service.show(id, signal)) === undefined;
      if (removal !== 'perdida' || (await isGone())) {
        // Without a ledger, nothing of this PC waits for its coupons.
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
