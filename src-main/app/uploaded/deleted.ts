import type { Instant } from '#domain/clock.ts';
import type { Ledger } from '#storage/ledger/index.ts';

/**
 * True for an upload whose reconciliation was deleted here after the upload's last event: its coupons wait for nothing. False for an upload
 * that went on afterwards, or whose reconciliation was given the number of a deleted one.
 */
export function wasDeleted(
  sources: {
    readonly ledger: Pick<Ledger, 'getLastEvent'>;
    /** Undefined when no result was ever kept. */
    readonly deleted: ReadonlyMap<string, Instant> | undefined;
  },
  upload: string,
  conciliacion: string | null,
): boolean {
  const when = conciliacion === null ? undefined : sources.deleted?.get(conciliacion);
  return when !== undefined && when >= (sources.ledger.getLastEvent(upload)?.at ?? 0);
}
