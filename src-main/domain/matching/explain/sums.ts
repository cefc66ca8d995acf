/** A thing with an amount, in centavos. */
export interface Part {
  readonly amount: number;
}

/** Parts are looked for among so many, and so many of them make a whole: more would find sums by chance. */
const AMONG = 14;
const MOST_PARTS = 4;

/**
 * Two to four of the parts that add up to a whole exactly; the first ones in their order. None where there are too many to choose from: among
 * many amounts some sum always fits.
 */
export function partsOf<P extends Part>(whole: number, parts: readonly P[], with_?: P): readonly P[] | undefined {
  const usable = parts.filter(
    ({ amount }) => amount !== 0 && amount < 0 === whole < 0 && Math.abs(amount) < Math.abs(whole),
  );
  if (usable.length > AMONG) return undefined;
  const begun = with_ === undefined ? [] : [with_];
  const others = usable.filter((part) => part !== with_);
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
  return search(0, whole - begun.reduce((sum, { amount }) => sum + amount, 0), begun);
}
