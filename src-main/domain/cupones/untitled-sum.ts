interface Sum {
  cupones: number;
  centavos: number;
}

/** A line that equals the amount of a single coupon may as well be a second coupon that lost its other cells. */
const MIN_CUPONES = 2;

const isSum = ({ cupones, centavos }: Sum, of: number): boolean =>
  cupones >= MIN_CUPONES && centavos === of && Number.isSafeInteger(centavos);

/**
 * Recognises a line of totals without a label: it has only an amount, which is to the centavo the sum of all coupons above it, or of those since the
 * last such line. A lone amount that is no such sum is a coupon that lost the rest of its row.
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
    /** Whether a lone amount is a line of totals. If it is, the sum since the last such line begins again. */
    takeTotal(centavos: number): boolean {
      const is = isSum(all, centavos) || isSum(since, centavos);
      if (is) Object.assign(since, { cupones: 0, centavos: 0 });
      return is;
    },
  };
}
