import type { Instant } from '#domain/clock.ts';
import type { DecisionState } from '#domain/decisions/fold.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';

/**
 * When each reconciliation was deleted from here, or found missing at the service: the later of both. Whoever deleted it, its coupons are at the
 * service no more.
 */
export function readGone(
  ledger: Pick<Ledger, 'readDeletions'>,
  results: Pick<Results, 'readMissing'> | undefined,
): ReadonlyMap<string, Instant> {
  const gone = new Map(ledger.readDeletions());
  for (const [id, when] of results?.readMissing() ?? []) gone.set(id, Math.max(when, gone.get(id) ?? when));
  return gone;
}

/**
 * True for an upload whose reconciliation was deleted after the upload's last event: its coupons wait for nothing. False for an upload
 * that went on afterwards, or whose reconciliation was given the number of a deleted one.
 */
export function wasDeleted(
  sources: {
    readonly ledger: Pick<Ledger, 'getLastEvent'>;
    readonly deleted: ReadonlyMap<string, Instant>;
  },
  upload: string,
  conciliacion: string | null,
): boolean {
  const when = conciliacion === null ? undefined : sources.deleted.get(conciliacion);
  return when !== undefined && when >= (sources.ledger.getLastEvent(upload)?.at ?? 0);
}

/** Sales that somebody decided about in a reconciliation that the service does not have any more. Another reading may have them again. */
export function listGoneSales(
  ledger: Pick<Ledger, 'getLastEvent'>,
  gone: ReadonlyMap<string, Instant>,
  { cupones }: Pick<DecisionState, 'cupones'>,
): readonly string[] {
  return [...cupones].flatMap(([sale, { cupon }]) => {
    const { carga, conciliacion } = cupon;
    const isGone =
      carga === null
        ? conciliacion !== null && gone.has(conciliacion)
        : wasDeleted({ ledger, deleted: gone }, carga, conciliacion);
    return isGone ? [sale] : [];
  });
}
