import type { Clock } from '#domain/clock.ts';
import { isAppError, type ErrorCode } from '#contract/errors.ts';
import { isWrongCertificate } from '#service/transport/unreachable.ts';

/** How long a person who stops an upload waits at most for the send that is on its way. */
const GRACE_MS = 5_000;

/**
 * A signal that aborts a while after `signal` does, so that a send that is on its way can still be answered. When a send is cut off, nobody knows
 * whether it arrived, and the next run has to wait for D to find out (docs/upload.md). Call `release` when it is no longer needed.
 */
export function withGrace(signal: AbortSignal, clock: Clock): { readonly signal: AbortSignal; release(): void } {
  const control = new AbortController();
  const cut = (): void =>
    clock.timeout(GRACE_MS).addEventListener('abort', () => control.abort(signal.reason), { once: true });
  signal.addEventListener('abort', cut, { once: true });
  return {
    signal: control.signal,
    release: () => signal.removeEventListener('abort', cut),
  };
}

/** Failures that may pass by themselves. Refused credentials and a full disk do not. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SIN_CONEXION',
  'TIEMPO_AGOTADO',
  'SERVICIO_FALLA',
  'RESPUESTA_INVALIDA',
  'PEDIDO_RECHAZADO',
  'DEMASIADOS_PEDIDOS',
  'LECTURA_INESTABLE',
  'TOKEN_RECHAZADO',
]);

/** How long reads may go on failing before the upload stops, resumable (docs/cli.md: about two minutes on a dead service). */
const READS_PATIENCE_MS = 60_000;
/** The same before anything was sent: nothing has to be found out, and a wrong address is told soon. */
const START_PATIENCE_MS = 10_000;

/** The pause before a list is read again: time for a service that was still writing it, and little for a person who waits. */
export const LIST_PAUSE_MS = 2_000;

/** Why a read is tried again, and in how long. */
export type OnRetry = (code: ErrorCode, waitMs: number) => void;

interface PatientReader {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onRetry: OnRetry;
}

/**
 * Repeats a read while it fails: for a minute once something was sent (`begun`), for less before. The client has already retried each read. The
 * last error is thrown: a failed read is never an observation (I5).
 */
export async function withPatience<T>(
  { clock, signal, onRetry }: PatientReader,
  begun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const patience = begun ? READS_PATIENCE_MS : START_PATIENCE_MS;
  const from = clock.monotonic();
  for (let wait = 1_000; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await work();
    } catch (error) {
      const passes = isAppError(error) && PASSING.has(error.code) && !isWrongCertificate(error);
      if (!passes || signal.aborted || clock.monotonic() - from + wait > patience) throw error;
      onRetry(error.code, wait);
      await clock.sleep(wait, signal);
    }
  }
}
