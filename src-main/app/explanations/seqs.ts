import type { CuponPlace } from '#contract/decisions.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { importeOf, type Cupon } from '#domain/cupon.ts';
import { placeKeyOf } from '#domain/report.ts';
import type { LedgerToRead } from '#storage/ledger/index.ts';

/** A coupon by its place and content: the whole coupon, or only its amount in centavos. */
export type Placed = Pick<CuponPlace, 'conciliacion' | 'seq' | 'archivo' | 'fila'> &
  ({ readonly cupon: Cupon } | { readonly cupon?: never; readonly importe: number });

/** What the ledger may say of a coupon that a later result shows as unmatched. */
const OPEN: readonly Disposition[] = ['sin_conciliar', 'no_informado', 'existente'];

const rowKeyOf = ({ archivo, fila }: Pick<Placed, 'archivo' | 'fila'>): string => `${String(fila)} ${archivo ?? ''}`;

/** Returns a function for the numbers of these coupons in our uploads: null if unknown, or for an amount that several coupons of the row have. */
export function createSeqs(ledger: LedgerToRead | undefined, account: string, places: readonly Placed[]) {
  const sought = places.filter(({ seq, fila }) => seq === null && fila !== null);
  const found = new Map(
    Array.from(
      Map.groupBy(sought, ({ conciliacion }) => conciliacion),
      ([conciliacion, its]) => {
        const upload = conciliacion === null ? null : (ledger?.uploadOf(account, conciliacion) ?? null);
        const rows = [...new Set(its.flatMap(({ fila }) => fila ?? []))];
        const sent = upload === null ? [] : (ledger?.readCupones(upload, [...OPEN, 'conciliado'], rows) ?? []);
        return [conciliacion, Map.groupBy(sent, rowKeyOf)] as const;
      },
    ),
  );
  return (place: Placed): number | null => {
    if (place.seq !== null) return place.seq;
    const ofRow = found.get(place.conciliacion)?.get(rowKeyOf(place)) ?? [];
    if (place.cupon === undefined) {
      const same = ofRow.filter(({ cupon }) => importeOf(cupon) === place.importe);
      return same.length === 1 ? (same[0]?.seq ?? null) : null;
    }
    const key = placeKeyOf(place);
    return ofRow.findLast((one) => one.disposicion !== 'conciliado' && placeKeyOf(one) === key)?.seq ?? null;
  };
}
