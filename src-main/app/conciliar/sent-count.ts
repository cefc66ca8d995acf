import type { UploadWithSent, SentBefore } from '#contract/documents.ts';
import type { PreviousCupon } from '#domain/finding.ts';

/** Counts the coupons of a file that were sent before, by the upload and the file in which they were sent. */
export function createSentCount() {
  const uploads = new Map<string, UploadWithSent>();
  let cupones = 0;
  let de = 0;
  return {
    /** A coupon of the file that was sent before; null for one that was not. */
    add(previous: PreviousCupon | null): void {
      de++;
      if (previous === null) return;
      cupones++;
      const { carga, archivo, dia } = previous;
      const key = `${carga}/${archivo}`;
      const before = uploads.get(key)?.cupones ?? 0;
      uploads.set(key, { carga, archivo, dia, cupones: before + 1 });
    },
    result: (): SentBefore => ({
      cupones,
      de,
      cargas: [...uploads.values()].sort((a, b) => b.cupones - a.cupones || (a.carga < b.carga ? 1 : -1)),
    }),
  };
}
