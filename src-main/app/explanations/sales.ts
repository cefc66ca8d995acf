/**
 * Finds the coupons of several readings that are one sale, as decisions name it: by its text, and by its number among the equal ones of its
 * upload.
 */
import { saleKeyOf } from '#domain/decisions/sale-key.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { AccountCupones, OpenCupon, Sale } from './cupones.ts';
import type { ItemPlace } from './questions.ts';

interface MatchedCupon {
  readonly key: string;
  readonly place: ItemPlace;
  readonly of: string;
  readonly cupon: Cupon;
  readonly liquidacion: string | null;
}
type Member = { readonly open: OpenCupon } | { readonly matched: MatchedCupon };

const cuponOf = (member: Member): OpenCupon | MatchedCupon => ('open' in member ? member.open : member.matched);

/** Orders coupons as they stand in their file; where that is not known, as they were read. */
function byPlace(a: Member, b: Member): number {
  const [one, other] = [cuponOf(a), cuponOf(b)];
  return (
    compare(one.place.archivo ?? '', other.place.archivo ?? '') ||
    (one.place.fila ?? 0) - (other.place.fila ?? 0) ||
    compare(one.key, other.key)
  );
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `open`: the unmatched coupons of all readings. `decided`: amounts (centavos) of matched coupons that are wanted too. */
export function createSales(open: readonly OpenCupon[], decided: readonly number[]) {
  const near = new Set([...decided, ...open.map(({ importe }) => importe)]);
  /** By reading and by the text of the sale. */
  const groups = new Map<string, { readonly key: string; readonly members: Member[] }>();
  const add = (of: string, cupon: Cupon, member: Member): void => {
    const key = saleKeyOf(cupon);
    const name = `${of}\u{1f}${key}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { key, members: [member] });
    else group.members.push(member);
  };
  for (const one of open) add(one.of, one.cupon, { open: one });

  return {
    /** Whether a matched coupon of this amount may be a wanted sale. */
    isNear: (importe: number): boolean => near.has(importe),
    addMatched(cupon: MatchedCupon): void {
      add(cupon.of, cupon.cupon, { matched: cupon });
    },
    finish(): Pick<AccountCupones, 'sales' | 'saleOf'> {
      const sales = new Map<string, Sale>();
      const saleOf = new Map<string, string>();
      for (const { key, members } of groups.values()) {
        for (const [i, member] of members.sort(byPlace).entries()) {
          const time = i + 1;
          const id = `${String(time)} ${key}`;
          const { open: unmatched = [], matched = [] } = sales.get(id) ?? {};
          if ('open' in member) {
            saleOf.set(member.open.key, id);
            sales.set(id, { vez: time, open: [...unmatched, member.open], matched });
          } else {
            const { key: its, liquidacion } = member.matched;
            sales.set(id, { vez: time, open: unmatched, matched: [...matched, { key: its, liquidacion }] });
          }
        }
      }
      return { sales, saleOf };
    },
  };
}
