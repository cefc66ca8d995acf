import { isAppError, type ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';

/** What may pass by itself. Refused credentials do not, nor does a full disk. */
const PASAJEROS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SIN_CONEXION',
  'TIEMPO_AGOTADO',
  'SERVICIO_FALLA',
  'RESPUESTA_INVALIDA',
  'RESPUESTA_ENORME',
  'PEDIDO_RECHAZADO',
  'DEMASIADOS_PEDIDOS',
  'LECTURA_INESTABLE',
  'TOKEN_RECHAZADO',
]);

/** How long reads may go on failing before the upload stops, resumable (CLI.md: about two minutes on a dead service). */
const PACIENCIA_MS = 60_000;

/** Why a read is tried again, and in how long. */
export type AlReintentar = (codigo: ErrorCode, esperaMs: number) => void;

/**
 * A read that is tried again while it fails, for a minute; the client has already retried each one. The error that remains is
 * thrown: a failed read is never an observation (I5).
 */
export async function conPaciencia<T>(
  { clock, signal, alReintentar }: { clock: Clock; signal: AbortSignal; alReintentar: AlReintentar },
  leer: () => Promise<T>,
): Promise<T> {
  const desde = clock.monotonic();
  for (let espera = 1_000; ; espera = Math.min(espera * 2, 15_000)) {
    try {
      return await leer();
    } catch (error) {
      const pasa = isAppError(error) && PASAJEROS.has(error.code);
      if (!pasa || signal.aborted || clock.monotonic() - desde + espera > PACIENCIA_MS) throw error;
      alReintentar(error.code, espera);
      await clock.sleep(espera, signal);
    }
  }
}
