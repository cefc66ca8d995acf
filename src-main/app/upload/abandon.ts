import { isAppError } from '#contract/errors.ts';
import { addDays, civilDateAt, civilDateTimeAt } from '#domain/civil-date.ts';
import { isAbsenceProof, type Machine } from '#domain/upload/machine.ts';
import type { ReadingOutcome } from '#domain/upload/types.ts';
import { readResult } from './read-result.ts';
import { dispositionRangesOf } from './summary.ts';
import type { OpenReading, SeqRange } from '#storage/ledger/index.ts';
import type { UploadsDeps } from './types.ts';

interface GivenUp {
  readonly deps: UploadsDeps;
  readonly upload: string;
  readonly m: Machine;
  /** Whether this PC already knows that the reconciliation is gone, so that the service need not be asked. */
  readonly isKnownGone: boolean;
  readonly signal: AbortSignal;
}

/** Reads the result of an abandoned upload once, for its report: its rows, else only its header. Ignores failures, so that abandoning always works. */
export async function showAbandoned(given: GivenUp): Promise<void> {
  const { deps, upload, m, isKnownGone } = given;
  const { ledger, clock } = deps;
  const opened = ledger.openReading(upload, m.rejected);
  const reading = m.id === null ? undefined : isKnownGone ? 'gone' : await readAll(given, m.id, opened);
  if (reading === 'gone') {
    const rejected = m.rejected.map((seq): SeqRange => ({ desde: seq, hasta: seq, disposicion: 'rechazado' }));
    ledger.disposeWithoutReading(upload, [{ desde: 1, hasta: m.total, disposicion: 'no_enviado' }, ...rejected]);
    return;
  }
  if (reading === undefined) {
    ledger.disposeWithoutReading(upload, dispositionRangesOf(m, ledger.readEvents(upload)));
    return;
  }
  const found = { ...m, lastReading: { lectura: reading, leido: civilDateTimeAt(clock.now()) } };
  const ranges = dispositionRangesOf(found, ledger.readEvents(upload));
  if (reading.filas > 0) opened.setDispositions(ranges);
  else ledger.disposeWithoutReading(upload, ranges);
  ledger.note(upload, [{ kind: 'leida', ...found.lastReading }]);
}

async function readAll(
  { deps, m, signal }: GivenUp,
  id: string,
  open: OpenReading,
): Promise<ReadingOutcome | 'gone' | undefined> {
  const { service } = deps;
  const tryRequest = async <T>(request: () => Promise<T>): Promise<T | 'failed'> => {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted || isAppError(error)) return 'failed';
      throw error;
    }
  };
  const reading = await tryRequest(() => readResult({ service, id, reading: open, signal, onRead: () => undefined }));
  if (reading !== 'failed' && reading !== undefined) return reading;
  const header = await tryRequest(() => service.show(id, signal));
  if (header === 'failed') return undefined;
  if (header === undefined) {
    const isUnlisted = reading === undefined && (await tryRequest(() => isMissing(deps, m, signal))) === true;
    return isUnlisted ? 'gone' : undefined;
  }
  return { encabezado: header, quieto: true, filas: 0, faltan: m.applied, sobran: 0, cuarentena: 0, huella: '' };
}

/** Whether a whole list that would include the reconciliation lacks it. A header not found proves nothing: some services hide open reconciliations (I5). */
async function isMissing({ service, clock }: UploadsDeps, m: Machine, signal: AbortSignal): Promise<boolean> {
  if (m.base === null || m.id === null || !isAbsenceProof(m, m.id)) return false;
  const today = service.getServiceDate() ?? civilDateAt(clock.now());
  const { completa, conciliaciones } = await service.list(m.base.desde, addDays(today, 1), signal);
  return completa && !conciliaciones.some(({ id }) => id === m.id);
}
