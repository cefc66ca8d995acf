/** A column to be given room, in pixels. */
export interface Pretension {
  readonly clave: string;
  /** What its content asks for. */
  readonly natural: number;
  /** What it can be narrowed to: the same for figures and dates, which are never shortened. */
  readonly minimum: number;
  /** Its turn to go when there is no room, 1 first; 0 stays. */
  readonly isSecondary: number;
}

/**
 * The width of each column; one that is absent does not fit and hides (docs/visual-language.md §5). What is left over is shared in proportion, as a table
 * does. When even the narrowest do not fit, the grid scrolls sideways, and then nothing is shortened for it.
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
      // The pixels of the rounding: the last cell ends where the grid does.
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
