import { isAppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { ReadingOutcome, Machine } from '#domain/upload/index.ts';
import { readResult } from './read-result.ts';
import { stretchesOf } from './segments.ts';
import type { UploadsDeps } from './types.ts';

/**
 * Reads once what the service has of an upload that a person gave up, so that it can be told: the rows, else the header alone, else nothing.
 * Nothing more is sent. A service that does not answer is no error here: giving up always works.
 */
export async function showAbandoned(deps: UploadsDeps, upload: string, m: Machine, signal: AbortSignal): Promise<void> {
  const { ledger, clock } = deps;
  const opened = ledger.openReading(upload, m.rejected);
  const reading = m.id === null ? undefined : await readAll({ deps, id: m.id, m, open: opened, signal });
  if (reading === undefined) {
    ledger.disposeWithoutReading(upload, stretchesOf(m, ledger.readEvents(upload)));
    return;
  }
  const found = { ...m, lastReading: { lectura: reading, leido: civilDateTimeAt(clock.now()) } };
  const stretches = stretchesOf(found, ledger.readEvents(upload));
  if (reading.filas > 0) opened.setDispositions(stretches);
  else ledger.disposeWithoutReading(upload, stretches);
  ledger.note(upload, [{ kind: 'leida', ...found.lastReading }]);
}

interface Params {
  readonly deps: UploadsDeps;
  readonly id: string;
  readonly m: Machine;
  readonly open: ReturnType<UploadsDeps['ledger']['openReading']>;
  readonly signal: AbortSignal;
}

async function readAll({ deps, id, m, open, signal }: Params): Promise<ReadingOutcome | undefined> {
  const { service } = deps;
  const tryRequest = async <T>(request: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted || isAppError(error)) return undefined;
      throw error;
    }
  };
  const reading = await tryRequest(() => readResult({ service, id, reading: open, signal, onRead: () => undefined }));
  if (reading !== undefined) return reading;
  const header = await tryRequest(() => service.show(id, signal));
  if (header === undefined) return undefined;
  return { encabezado: header, quieto: true, filas: 0, faltan: m.applied, sobran: 0, cuarentena: 0, huella: '' };
}
