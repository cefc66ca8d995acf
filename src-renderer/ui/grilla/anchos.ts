/** A column to be given room, in pixels. */
export interface Pretension {
  readonly clave: string;
  /** What its content asks for. */
  readonly natural: number;
  /** What it can be narrowed to: the same for figures and dates, which are never shortened. */
  readonly minimo: number;
  /** Goes first when there is no room. */
  readonly secundaria: boolean;
}

/**
 * The width of each column; one that is absent does not fit and hides (LANGUAGE.md §5). What is left over is shared in proportion, as a table
 * does. When even the narrowest do not fit, the grid scrolls sideways.
 */
export function repartir(columnas: readonly Pretension[], disponible: number): ReadonlyMap<string, number> {
  let quedan = [...columnas];
  const suma = (de: (columna: Pretension) => number): number => quedan.reduce((total, una) => total + de(una), 0);
  for (const columna of columnas.filter(({ secundaria }) => secundaria).reverse()) {
    if (suma(({ natural }) => natural) <= disponible) break;
    quedan = quedan.filter((otra) => otra !== columna);
  }
  const natural = suma((una) => una.natural);
  if (natural <= disponible) {
    const sobra = disponible - natural;
    return new Map(quedan.map((una) => [una.clave, Math.floor(una.natural + (sobra * una.natural) / natural)]));
  }
  const angostable = suma((una) => una.natural - una.minimo);
  const falta = Math.min(natural - disponible, angostable);
  return new Map(
    quedan.map((una) => {
      const parte = angostable === 0 ? 0 : (falta * (una.natural - una.minimo)) / angostable;
      return [una.clave, Math.floor(una.natural - parte)];
    }),
  );
}
