import type { Instant } from '#domain/clock.ts';
import type { Ledger } from '#storage/ledger/index.ts';

/**
 * True for an upload whose reconciliation was deleted from here since anything last happened to it: its coupons wait for nothing. One that
 * was taken up again afterwards, or that was given the same number, is not.
 */
export function wasDeleted(
  fuentes: {
    readonly ledger: Pick<Ledger, 'getLastEvent'>;
    /** Undefined when no result was ever kept. */
    readonly deleted: ReadonlyMap<string, Instant> | undefined;
  },
  carga: string,
  conciliacion: string | null,
): boolean {
  const cuando = conciliacion === null ? undefined : fuentes.deleted?.get(conciliacion);
  return cuando !== undefined && cuando >= (fuentes.ledger.getLastEvent(carga)?.at ?? 0);
}
