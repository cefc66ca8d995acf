interface Sum {
  cupones: number;
  centavos: number;
}

/** How many coupons a total must add up. A line without a label and with the amount of one coupon may be another coupon that lost its cells. */
const MIN_CUPONES = { titled: 1, untitled: 2 };

/** Recognises lines of totals by their amount: exactly the sum of all coupons above, of the coupons since the last such line, or of a day's coupons. */
export function createProvenTotals() {
  const all: Sum = { cupones: 0, centavos: 0 };
  const since: Sum = { cupones: 0, centavos: 0 };
  const byDay = new Map<string, number>();
  return {
    add(day: string, centavos: number): void {
      for (const sum of [all, since]) {
        sum.cupones++;
        sum.centavos += centavos;
      }
      byDay.set(day, (byDay.get(day) ?? 0) + centavos);
    },
    /** Whether an amount is a total. `day`: the date of its row, if it has one. After a total, the sum since the last such line begins again. */
    take(centavos: number, label: keyof typeof MIN_CUPONES, day = ''): boolean {
      const isSum = (sum: Sum): boolean =>
        sum.cupones >= MIN_CUPONES[label] && centavos === sum.centavos && Number.isSafeInteger(centavos);
      const is = byDay.get(day) === centavos || isSum(all) || isSum(since);
      if (is) Object.assign(since, { cupones: 0, centavos: 0 });
      return is;
    },
  };
}
