import type { Disposition } from '#domain/conciliacion.ts';
import { importeOf } from '#domain/cupon.ts';
import { placeKeyOf } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { OtherSeqOf, SeqOf } from './document.ts';
import type { OtherPlace } from './questions.ts';

type UploadOf = (id: string) => string | null;
type CuponReader = Pick<Ledger, 'readCupones'>;

/** How a coupon of an upload may have ended that a later reading shows as unmatched. */
const OPEN: readonly Disposition[] = ['sin_conciliar', 'no_informado', 'existente'];

/**
 * Gives the numbers of coupons in our uploads by their file and row. `uploadOf`: our upload behind a reconciliation. The numbers of an upload
 * are read once.
 */
export function createSeqs(ledger: CuponReader | undefined, uploadOf: UploadOf): SeqOf {
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

const otherKeyOf = ({ archivo, fila, importe }: Pick<OtherPlace, 'archivo' | 'fila' | 'importe'>): string =>
  [archivo ?? '', String(fila), String(importe)].join('\u{1f}');

/**
 * Finds the numbers of other coupons, matched ones among them, of which only the place and the amount are known. Of each upload only their rows are
 * read. One that two sheets of a file may have has none.
 */
export function findOtherSeqs(
  ledger: CuponReader | undefined,
  uploadOf: UploadOf,
  others: readonly OtherPlace[],
): OtherSeqOf {
  const seqs = new Map<string, ReadonlyMap<string, number | null>>();
  const byConciliacion = Map.groupBy(others, ({ conciliacion }) => conciliacion);
  for (const [conciliacion, its] of byConciliacion) {
    const upload = conciliacion === null ? null : uploadOf(conciliacion);
    const rows = its.flatMap(({ fila, seq }) => (fila === null || seq !== null ? [] : [fila]));
    if (conciliacion === null || upload === null || ledger === undefined || rows.length === 0) continue;
    const found = new Map<string, number | null>();
    for (const { archivo, fila, cupon, seq } of ledger.readCupones(upload, [...OPEN, 'conciliado'], rows)) {
      const key = otherKeyOf({ archivo, fila, importe: importeOf(cupon) });
      found.set(key, found.has(key) ? null : seq);
    }
    seqs.set(conciliacion, found);
  }
  return (other) =>
    other.conciliacion === null ? null : (seqs.get(other.conciliacion)?.get(otherKeyOf(other)) ?? null);
}
