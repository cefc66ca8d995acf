import type { Disposition } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { SeqOf } from './document.ts';

/** How a coupon of an upload may have ended that a later reading shows as unmatched. */
const OPEN: readonly Disposition[] = ['sin_conciliar', 'no_informado', 'existente'];
const PAGE = 500;

/** Two sheets of a file have the same row numbers: the coupon's text tells the rows apart. */
const keyOf = (file: string | null, row: number | null, { comprobante, importe }: Cupon): string =>
  [file ?? '', String(row), comprobante ?? '', importe ?? ''].join('\u{1f}');

/**
 * Gives the numbers of coupons in our uploads by their file and row. `uploadOf`: our upload behind a reconciliation. The numbers of an upload
 * are read once.
 */
export function createSeqs(
  ledger: Pick<Ledger, 'readReportPage'> | undefined,
  uploadOf: (id: string) => string | null,
): SeqOf {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const seqsOf = (conciliacion: string): ReadonlyMap<string, number> => {
    const found = known.get(conciliacion);
    if (found !== undefined) return found;
    const seqs = new Map<string, number>();
    const upload = uploadOf(conciliacion);
    for (let after = 0; upload !== null && ledger !== undefined;) {
      const page = ledger.readReportPage(upload, OPEN, after, PAGE);
      for (const { archivo, fila, cupon, seq } of page) seqs.set(keyOf(archivo, fila, cupon), seq);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.seq;
    }
    known.set(conciliacion, seqs);
    return seqs;
  };
  return ({ conciliacion, archivo, fila, cupon }) =>
    conciliacion === null || fila === null ? null : (seqsOf(conciliacion).get(keyOf(archivo, fila, cupon)) ?? null);
}
