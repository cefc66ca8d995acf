/** What a coupon was given when all coupons were considered together. */
interface Share {
  readonly place: number;
  /** Its row; -1 for none. */
  readonly assigned: number;
  /** By row, the probability that it is the coupon's. */
  readonly probability: ReadonlyMap<number, number>;
}

/**
 * Settles equal coupons of one upload: they want the same operations, and nothing tells them apart. Where they were given fewer operations than they
 * are, the first of them have those and the others have none. Each would be half an operation's otherwise, and be told that it is another one's.
 * `saleOf`: what equal coupons have in common.
 */
export function settleRepeated<S extends Share>(shares: readonly S[], saleOf: (place: number) => string): readonly S[] {
  if (shares.length < 2) return shares;
  // A person may have refused an operation for one of them: then they do not want the same.
  const keyOf = ({ place, probability }: S): string => [saleOf(place), ...probability.keys()].join('|');
  return [...Map.groupBy(shares, keyOf).values()].flatMap((equal) => {
    const given = equal.flatMap(({ assigned }) => (assigned < 0 ? [] : [assigned]));
    if (given.length === 0 || given.length === equal.length) return equal;
    const together = shareOf(equal, given.length);
    const none = new Map([...together.keys()].map((row) => [row, 0]));
    return equal
      .toSorted((a, b) => a.place - b.place)
      .map((share, i) => ({
        ...share,
        assigned: given[i] ?? -1,
        probability: i < given.length ? together : none,
      }));
  });
}

/** By row, the part that each of `among` coupons has of what all of them have together: no more than one operation. */
function shareOf(equal: readonly Share[], among: number): ReadonlyMap<number, number> {
  const together = new Map<number, number>();
  for (const { probability } of equal) {
    for (const [row, chance] of probability) together.set(row, (together.get(row) ?? 0) + chance / among);
  }
  let left = 1;
  const parts = [...together].toSorted(([, a], [, b]) => b - a);
  for (const [row, chance] of parts) {
    together.set(row, Math.min(chance, left));
    left -= Math.min(chance, left);
  }
  return together;
}
