/** What a column asks for, in pixels. */
export interface WidthClaim {
  readonly clave: string;
  /** The width that its content needs. */
  readonly natural: number;
  /** The least width; equal to `natural` for figures and dates, which are never cut. */
  readonly minimum: number;
  /** Its content is longer than a word: it is shortened before the grid scrolls sideways. */
  readonly isSentence: boolean;
  /** Its turn to hide when there is no room: 1 first; 0 never. */
  readonly secondary: number;
}

/**
 * The width of each column; a column that is absent does not fit and hides (docs/visual-language.md §5). Spare width is shared in proportion, as a table
 * does. When even the least widths do not fit, the grid scrolls sideways: a sentence has its least width, every other column its natural one.
 */
export function divide(columns: readonly WidthClaim[], available: number): ReadonlyMap<string, number> {
  let left = [...columns];
  const dispensable = columns
    .filter(({ secondary }) => secondary > 0)
    .reverse()
    .sort((a, b) => a.secondary - b.secondary);
  const sumOf = (getWidth: (column: WidthClaim) => number): number =>
    left.reduce((total, one) => total + getWidth(one), 0);
  for (const column of dispensable) {
    if (left.length === 1 || sumOf(({ natural }) => natural) <= available) break;
    left = left.filter((other) => other !== column);
  }
  const natural = sumOf((one) => one.natural);
  if (natural <= available) {
    const spare = available - natural;
    const widths = new Map(left.map((one) => [one.clave, Math.floor(one.natural + (spare * one.natural) / natural)]));
    const last = left.at(-1);
    if (last !== undefined) {
      // The last column gets the pixels lost in rounding: it ends where the grid does.
      const placed = [...widths.values()].reduce((total, width) => total + width, 0);
      widths.set(last.clave, (widths.get(last.clave) ?? 0) + available - placed);
    }
    return widths;
  }
  const shrinkable = sumOf((one) => one.natural - one.minimum);
  const missing = natural - available;
  if (missing > shrinkable) return new Map(left.map((one) => [one.clave, one.isSentence ? one.minimum : one.natural]));
  return new Map(
    left.map((one) => [one.clave, Math.floor(one.natural - (missing * (one.natural - one.minimum)) / shrinkable)]),
  );
}
