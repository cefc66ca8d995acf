/** One reading of each method of the API, for an account that is tried. */
import { isAppError } from '#contract/errors.ts';
import type { FailedMethod } from '#contract/documents.ts';
import { monthOf } from '#domain/months.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { LIST_NAMES } from '#domain/views/index.ts';
import type { Service } from '#service/index.ts';

/** The name of a method of the API, as errors and `sincronizar` write it, and a reading of it. */
export type Reading = readonly [method: string, read: (signal: AbortSignal) => Promise<unknown>];

/** Reads one day of each list, and the calendar of its month. */
export function listReadings(service: Service, day: CivilDate): readonly Reading[] {
  const ventana = { desde: day, hasta: day };
  return [
    ...LIST_NAMES.map((name): Reading => [name, (signal) => service[name].readAll({ ventana }, signal)]),
    ['calendario', (signal) => service.calendario({ mes: monthOf(day) }, signal)],
    ['conciliaciones', (signal) => service.conciliacionList.readAll({ ventana }, signal)],
  ];
}

/** Tries each reading once and returns those that failed. After one that got no answer, the rest is not tried: each would wait as long. */
export async function listFailures(
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<readonly FailedMethod[]> {
  const failures: FailedMethod[] = [];
  for (const [metodo, read] of readings) {
    try {
      await read(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
      failures.push({ metodo, codigo: error.code, mensaje: error.message });
      if (isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO')) break;
    }
  }
  return failures;
}
