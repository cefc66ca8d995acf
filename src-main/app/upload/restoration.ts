import { isAppError, type ErrorCode } from '#contract/errors.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion, ResultCupon } from '#domain/conciliacion.ts';
import { tellTo } from '#domain/texts/statements.ts';
import { getOwner } from '#domain/upload/step.ts';
import { isFinished, type Machine } from '#domain/upload/machine.ts';
import { firstPageOf } from './read-result.ts';
import type { UploadsDeps } from './types.ts';

/** How many days back to list the service if the backup has no date. */
const UNDATED_DAYS = 31;

/**
 * Compares a restored ledger with the service before anything is sent. The ledger lacks what was sent after the backup, so reconciliations that it does not
 * know are reported, once. If such a reconciliation may belong to an unfinished upload, that upload asks a person before it goes on. An incomplete list
 * proves nothing (I5): then returns the code of the error, and the next call tries again.
 */
export async function checkRestore(
  deps: UploadsDeps,
  fold: (upload: string) => Machine,
  signal: AbortSignal,
): Promise<ErrorCode | null> {
  const { ledger, service, clock, account } = deps;
  const restored = ledger.getRestoration();
  if (restored === null) return null;
  const today = service.getServiceDate() ?? civilDateAt(clock.now());
  const from =
    restored.hasta === null
      ? addDays(civilDateAt(clock.now()), -UNDATED_DAYS)
      : addDays(civilDateAt(restored.hasta), -1);
  try {
    const list = await service.list(from, addDays(today, 1), signal);
    if (!list.completa) return 'LECTURA_INESTABLE';
    const unknownConciliaciones = list.conciliaciones.filter((c) => ledger.uploadOf(account, c.id) === null);
    await askUnfinished(deps, fold, unknownConciliaciones, signal);
    const conciliaciones = unknownConciliaciones.map(({ id, fecha, total, estado }) => ({ id, fecha, total, estado }));
    tellTo(ledger.markRestorationReviewed, 'recuperado_comparado', { conciliaciones });
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

/** Makes each unfinished upload ask a person before it goes on, if an unknown reconciliation may be its own. */
async function askUnfinished(
  deps: UploadsDeps,
  fold: (upload: string) => Machine,
  unknownConciliaciones: readonly Conciliacion[],
  signal: AbortSignal,
): Promise<void> {
  const { ledger, account } = deps;
  const stillPending = ledger.uploads(account).filter(({ carga }) => !isFinished(fold(carga)));
  if (stillPending.length === 0) return;
  const rows = new Map<string, readonly ResultCupon[] | 'ilegible'>();
  for (const { id } of unknownConciliaciones) rows.set(id, await readFirstPage(deps, id, signal));
  for (const { carga, marcador } of stillPending) {
    const owners = unknownConciliaciones.map(({ id }) => {
      const page = rows.get(id) ?? 'ilegible';
      if (page === 'ilegible') return { id, owner: 'invisible' as const };
      return { id, owner: getOwner({ existe: true, ...ledger.findOwnership(carga, page, null) }, marcador) };
    });
    const theirs = owners.filter(({ owner }) => owner !== 'ajena');
    if (theirs.length === 0) continue;
    const [ids, propias] = [theirs.map(({ id }) => id), theirs.every(({ owner }) => owner === 'nuestra')];
    ledger.note(carga, [{ kind: 'decision_pedida', decision: { tipo: 'recuperada', ids, propias } }]);
  }
}

/** Reads the first page of a result; `ilegible` if the service refuses the page or some rows are unreadable, which proves nothing. */
async function readFirstPage(
  { service }: UploadsDeps,
  id: string,
  signal: AbortSignal,
): Promise<readonly ResultCupon[] | 'ilegible'> {
  try {
    const page = await firstPageOf(service, id, signal);
    return page === undefined || page.cuarentena > 0 ? 'ilegible' : page.cupones;
  } catch (error) {
    if (isAppError(error, 'PEDIDO_RECHAZADO', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA')) return 'ilegible';
    throw error;
  }
}
