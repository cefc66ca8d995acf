import type { Disposition } from '#domain/conciliacion.ts';
import { placeKeyOf } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { SeqOf } from './document.ts';

/** How a coupon of an upload may have ended that a later reading shows as unmatched. */
const OPEN: readonly Disposition[] = ['sin_conciliar', 'no_informado', 'existente'];

/**
 * Gives the numbers of coupons in our uploads by their file and row. `uploadOf`: our upload behind a reconciliation. The numbers of an upload
 * are read once.
 */
export function createSeqs(
  ledger: Pick<Ledger, 'readCupones'> | undefined,
  uploadOf: (id: string) => string | null,
): SeqOf {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const seqsOf = (conciliacion: string): ReadonlyMap<string, number> => {
    const found = known.get(conciliacion);
    if (found !== undefined) return found;
    const seqs = new Map<string, number>();
    const upload = uploadOf(conciliacion);
    if (upload !== null && ledger !== undefined) {
      for (const item of ledger.readCupones(upload, OPEN)) seqs.set(placeKeyOf(item), item.seq);
    }
    known.set(conciliacion, seqs);
    return seqs;
  };
  return ({ conciliacion, ...place }) =>
    conciliacion === null || place.fila === null ? null : (seqsOf(conciliacion).get(placeKeyOf(place)) ?? null);
}
