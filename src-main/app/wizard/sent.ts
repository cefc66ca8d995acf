import type { UploadWithSent, SentBefore } from '#contract/documents.ts';
import type { CuponAnterior } from '#domain/finding.ts';

/** Counts the coupons of a file that were sent before, by the upload and the file in which they were sent. */
export function createSentCount() {
  const cargas = new Map<string, UploadWithSent>();
  let cupones = 0;
  let de = 0;
  return {
    /** A coupon of the file that was sent before; null for one that was not. */
    add(anterior: CuponAnterior | null): void {
      de++;
      if (anterior === null) return;
      cupones++;
      const { carga, archivo, dia } = anterior;
      const clave = `${carga}/${archivo}`;
      const before = cargas.get(clave)?.cupones ?? 0;
      cargas.set(clave, { carga, archivo, dia, cupones: before + 1 });
    },
    result: (): SentBefore => ({
      cupones,
      de,
      cargas: [...cargas.values()].sort((a, b) => b.cupones - a.cupones || (a.carga < b.carga ? 1 : -1)),
    }),
  };
}
