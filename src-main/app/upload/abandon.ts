import { isAppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Reading, Machine } from '#domain/upload/index.ts';
import { readResult } from './read-result.ts';
import { stretchesOf } from './segments.ts';
import type { UploadsDeps } from './types.ts';

/**
 * An upload that a person gave up: nothing more is sent, and what the service has is read once, as far as it shows it (the rows, else the
 * header alone, else nothing), so that it can be told. Never throws for a service that does not answer: giving up always works.
 */
export async function showAbandoned(deps: UploadsDeps, carga: string, m: Machine, signal: AbortSignal): Promise<void> {
  const { ledger, clock } = deps;
  const abierta = ledger.openReading(carga, m.rejected);
  const lectura = m.id === null ? undefined : await leer({ deps, id: m.id, m, abierta, signal });
  if (lectura === undefined) {
    ledger.disposeWithoutReading(carga, stretchesOf(m, ledger.readEvents(carga)));
    return;
  }
  const leida = { ...m, lastReading: { lectura, leido: civilDateTimeAt(clock.now()) } };
  const stretches = stretchesOf(leida, ledger.readEvents(carga));
  if (lectura.filas > 0) abierta.setDispositions(stretches);
  else ledger.disposeWithoutReading(carga, stretches);
  ledger.note(carga, [{ kind: 'leida', ...leida.lastReading }]);
}

interface Params {
  readonly deps: UploadsDeps;
  readonly id: string;
  readonly m: Machine;
  readonly abierta: ReturnType<UploadsDeps['ledger']['openReading']>;
  readonly signal: AbortSignal;
}

async function leer({ deps, id, m, abierta, signal }: Params): Promise<Reading | undefined> {
  const { servicio: service } = deps;
  const ifPossible = async <T>(request: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted || isAppError(error)) return undefined;
      throw error;
    }
  };
  const lectura = await ifPossible(() =>
    readResult({ servicio: service, id, lectura: abierta, signal, alLeer: () => undefined }),
  );
  if (lectura !== undefined) return lectura;
  const encabezado = await ifPossible(() => service.show(id, signal));
  if (encabezado === undefined) return undefined;
  return { encabezado, quieto: true, filas: 0, faltan: m.applied, sobran: 0, cuarentena: 0, huella: '' };
}
