/**
 * Finds the matched coupons that a file sends again. The service matches each reconciliation by itself, so the operation of such a coupon is free for its
 * own row. Equal sales keep their turn: a row is one coupon of each result.
 */
import type { Cupon } from '#domain/cupon.ts';
import { nameOfSale } from '#domain/cupones/sent-before.ts';
import { saleKeyOf } from '#domain/decisions/sale-key.ts';

const nameOf = (cupon: Cupon): string => nameOfSale(cupon) ?? saleKeyOf(cupon);

export function createSentAgain(rows: readonly { readonly key: string; readonly cupon: Cupon }[]) {
  const byName = Map.groupBy(rows, ({ cupon }) => nameOf(cupon));
  /** Keys of the rows that were found. */
  const sent = new Set<string>();
  return {
    sent: sent as ReadonlySet<string>,
    /** Begins a result: returns whether each of its matched coupons, in order, is one of the rows. */
    startResult() {
      const turns = new Map<string, number>();
      return (cupon: Cupon): boolean => {
        if (byName.size === 0) return false;
        const name = nameOf(cupon);
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const row = byName.get(name)?.[turn];
        if (row !== undefined) sent.add(row.key);
        return row !== undefined;
      };
    },
  };
}
