/** What a column asks for, in pixels. */
export interface Pretension {
  readonly clave: string;
  /** The width that its content needs. */
  readonly natural: number;
  /** The least width; equal to `natural` for figures and dates, which are never cut. */
  readonly minimum: number;
  /** Its turn to hide when there is no room: 1 first; 0 never. */
  readonly isSecondary: number;
}

/**
 * The width of each column; a column that is absent does not fit and hides (docs/visual-language.md §5). Spare width is shared in proportion, as a table
 * does. When even the least widths do not fit, the grid scrolls sideways and every column has its natural width.
 */
export function divide(columnas: readonly Pretension[], available: number): ReadonlyMap<string, number> {
  let left = [...columnas];
  const dispensable = columnas
    .filter(({ isSecondary }) => isSecondary > 0)
    .reverse()
    .sort((a, b) => a.isSecondary - b.isSecondary);
  const sumOf = (de: (columna: Pretension) => number): number => left.reduce((total, one) => total + de(one), 0);
  for (const columna of dispensable) {
    if (left.length === 1 || sumOf(({ natural }) => natural) <= available) break;
    left = left.filter((other) => other !== columna);
  }
  const natural = sumOf((one) => one.natural);
  if (natural <= available) {
    const spare = available - natural;
    const anchos = new Map(left.map((one) => [one.clave, Math.floor(one.natural + (spare * one.natural) / natural)]));
    const ultima = left.at(-1);
    if (ultima !== undefined) {
      // The last column gets the pixels lost in rounding: it ends where the grid does.
      const placed = [...anchos.values()].reduce((total, ancho) => total + ancho, 0);
      anchos.set(ultima.clave, (anchos.get(ultima.clave) ?? 0) + available - placed);
    }
    return anchos;
  }
  const shrinkable = sumOf((one) => one.natural - one.minimum);
  const missing = natural - available;
  if (missing > shrinkable) return new Map(left.map((one) => [one.clave, one.natural]));
  return new Map(
    left.map((one) => [one.clave, Math.floor(one.natural - (missing * (one.natural - one.minimum)) / shrinkable)]),
  );
}
