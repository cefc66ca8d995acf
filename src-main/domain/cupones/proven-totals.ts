interface Sum {
  cupones: number;
  centavos: number;
}

/** Without a label, a line that equals the amount of a single coupon may as well be a second coupon that lost its other cells. */
const MIN_CUPONES = { titled: 1, untitled: 2 };

/**
 * Recognises the lines of totals that only their amount proves: it is to the centavo the sum of all coupons above them, or of those since the last such
 * line. An amount that is no such sum is of a coupon that lost the rest of its row.
 */
export function createProvenTotals() {
  const all: Sum = { cupones: 0, centavos: 0 };
  const since: Sum = { cupones: 0, centavos: 0 };
  return {
    add(centavos: number): void {
      for (const sum of [all, since]) {
        sum.cupones++;
        sum.centavos += centavos;
      }
    },
    /** Whether the amount of a row is a total. `proven`: another sum has shown it. If it is one, the sum since the last such line begins again. */
    take(centavos: number, label: keyof typeof MIN_CUPONES, proven = false): boolean {
      const isSum = (sum: Sum): boolean =>
        sum.cupones >= MIN_CUPONES[label] && centavos === sum.centavos && Number.isSafeInteger(centavos);
      const is = proven || isSum(all) || isSum(since);
      if (is) Object.assign(since, { cupones: 0, centavos: 0 });
      return is;
    },
  };
}
