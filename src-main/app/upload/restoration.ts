import { isAppError, type ErrorCode } from '#contract/errors.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Conciliacion, ResultCupon, ListReading } from '#domain/conciliacion.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { getOwner, isFinished, type UploadQuestion, type Machine } from '#domain/upload/index.ts';
import type { UploadRow } from '#storage/ledger/index.ts';
import { firstPageOf } from './first-page-of.ts';
import { LIST_PAUSE_MS, REFUSED_LISTS } from './patience.ts';
import type { UploadsDeps } from './types.ts';

/** How many days back the service is asked where the copy does not say when it was made. */
const UNDATED_DAYS = 31;

type Recovered = Extract<UploadQuestion, { tipo: 'recuperada' }>;

/**
 * Compares a ledger that was restored from a copy with the service, before anything is sent. The ledger does not know what was sent after the copy was
 * made, so the reconciliations that it does not know are told, once. Where one of them may be an unfinished upload, that upload asks a person before it
 * goes on. A list that cannot be read whole proves nothing (I5): the code of its error is returned, and the next call reads it again. A list that
 * the service says not to have proves nothing either, and may never exist: then every unfinished upload asks, once.
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
    const list = await listPersisting(deps, [from, addDays(today, 1)], signal);
    if (list.refused === true) {
      for (const upload of listUnfinished(deps, fold)) askBeforeResuming(deps, upload, { ids: [], propias: false });
      markReviewed(ledger, 'recuperado_sin_lista');
      return null;
    }
    if (!list.completa) return 'LECTURA_INESTABLE';
    const unknownConciliaciones = list.conciliaciones.filter((c) => ledger.uploadOf(account, c.id) === null);
    await askUnfinished(deps, fold, unknownConciliaciones, signal);
    markReviewed(ledger, 'recuperado_comparado', unknownConciliaciones);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

function markReviewed(
  ledger: UploadsDeps['ledger'],
  code: 'recuperado_sin_lista' | 'recuperado_comparado',
  unknownConciliaciones: readonly Conciliacion[] = [],
): void {
  const conciliaciones = unknownConciliaciones.map(({ id, fecha, total, estado }) => ({ id, fecha, total, estado }));
  const tell = (notice: string, said: Statement): void => {
    ledger.markRestorationReviewed(notice, said);
  };
  tellTo(tell, code, { conciliaciones });
}

/** A list that is said not to be there is asked for again before that is believed. */
async function listPersisting(
  { service, clock }: UploadsDeps,
  [from, to]: readonly [CivilDate, CivilDate],
  signal: AbortSignal,
): Promise<ListReading> {
  for (let turn = 1; ; turn += 1) {
    const list = await service.list(from, to, signal);
    if (list.refused !== true || turn === REFUSED_LISTS) return list;
    await clock.sleep(LIST_PAUSE_MS, signal);
  }
}

function listUnfinished({ ledger, account }: UploadsDeps, fold: (upload: string) => Machine): readonly UploadRow[] {
  return ledger.uploads(account).filter(({ carga }) => !isFinished(fold(carga)));
}

function askBeforeResuming({ ledger }: UploadsDeps, { carga }: UploadRow, what: Omit<Recovered, 'tipo'>): void {
  ledger.note(carga, [{ kind: 'decision_pedida', decision: { tipo: 'recuperada', ...what } }]);
}

/** Where an unknown reconciliation may be an unfinished upload, that upload asks a person before it goes on. */
async function askUnfinished(
  deps: UploadsDeps,
  fold: (upload: string) => Machine,
  unknownConciliaciones: readonly Conciliacion[],
  signal: AbortSignal,
): Promise<void> {
  const { ledger } = deps;
  const stillPending = listUnfinished(deps, fold);
  if (stillPending.length === 0) return;
  const rows = new Map<string, readonly ResultCupon[] | 'ilegible'>();
  for (const { id } of unknownConciliaciones) rows.set(id, await readFirstPage(deps, id, signal));
  for (const pending of stillPending) {
    const { carga, marcador } = pending;
    const owners = unknownConciliaciones.map(({ id }) => {
      const page = rows.get(id) ?? 'ilegible';
      if (page === 'ilegible') return { id, owner: 'invisible' as const };
      return { id, owner: getOwner({ existe: true, ...ledger.findOwnership(carga, page, null) }, marcador) };
    });
    const theirs = owners.filter(({ owner }) => owner !== 'ajena');
    if (theirs.length === 0) continue;
    askBeforeResuming(deps, pending, {
      ids: theirs.map(({ id }) => id),
      propias: theirs.every(({ owner }) => owner === 'nuestra'),
    });
  }
}

/** A result that is refused shows no rows, which proves nothing. */
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
