/** A thing with an amount, in centavos. */
export interface SumPart {
  readonly amount: number;
}

/** A sum is searched among at most `AMONG` parts and has at most `MOST_PARTS` of them: with more, sums would be found by chance. */
const AMONG = 14;
const MOST_PARTS = 4;

/**
 * Two to four of the parts that add up to `whole` exactly, the first such parts in their order; `own` is one of them. Undefined where there are
 * too many parts, because among many amounts some sum always fits.
 */
export function partsOf<P extends SumPart>(whole: number, parts: readonly P[], own: P): readonly P[] | undefined {
  const usable = parts.filter(
    ({ amount }) => amount !== 0 && amount < 0 === whole < 0 && Math.abs(amount) < Math.abs(whole),
  );
  if (usable.length > AMONG) return undefined;
  const others = usable.filter((part) => part !== own);
  const search = (from: number, left: number, chosen: readonly P[]): readonly P[] | undefined => {
    if (left === 0) return chosen.length >= 2 ? chosen : undefined;
    if (chosen.length === MOST_PARTS) return undefined;
    for (let i = from; i < others.length; i++) {
      const part = others[i];
      if (part === undefined || Math.abs(part.amount) > Math.abs(left)) continue;
      const found = search(i + 1, left - part.amount, [...chosen, part]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, whole - own.amount, [own]);
}
