interface Sum {
  cupones: number;
  centavos: number;
}

/** The sum of one coupon equals its amount: the line may as well be a second coupon that lost its other cells. */
const MIN_CUPONES = 2;

const isSum = ({ cupones, centavos }: Sum, of: number): boolean =>
  cupones >= MIN_CUPONES && centavos === of && Number.isSafeInteger(centavos);

/**
 * Tells the line that has nothing but what the coupons above it add up to, all of them or those since the last such line: a total that nobody
 * gave a name. To the centavo; an amount alone that is anything else is a coupon that lost the rest of its row.
 */
export function createUntitledSum() {
  const all: Sum = { cupones: 0, centavos: 0 };
  const since: Sum = { cupones: 0, centavos: 0 };
  return {
    add(centavos: number): void {
      for (const sum of [all, since]) {
        sum.cupones++;
        sum.centavos += centavos;
      }
    },
    isTotal(centavos: number): boolean {
      const is = isSum(all, centavos) || isSum(since, centavos);
      if (is) Object.assign(since, { cupones: 0, centavos: 0 });
      return is;
    },
  };
}
