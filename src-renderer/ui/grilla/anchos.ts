/** A column to be given room, in pixels. */
export interface Pretension {
  readonly clave: string;
  /** What its content asks for. */
  readonly natural: number;
  /** What it can be narrowed to: the same for figures and dates, which are never shortened. */
  readonly minimo: number;
  /** Its turn to go when there is no room, 1 first; 0 stays. */
  readonly secundaria: number;
}

/**
 * The width of each column; one that is absent does not fit and hides (docs/visual-language.md §5). What is left over is shared in proportion, as a table
 * does. When even the narrowest do not fit, the grid scrolls sideways, and then nothing is shortened for it.
 */
export function repartir(columnas: readonly Pretension[], disponible: number): ReadonlyMap<string, number> {
  let quedan = [...columnas];
  const prescindibles = columnas
    .filter(({ secundaria }) => secundaria > 0)
    .reverse()
    .sort((a, b) => a.secundaria - b.secundaria);
  const suma = (de: (columna: Pretension) => number): number => quedan.reduce((total, una) => total + de(una), 0);
  for (const columna of prescindibles) {
    if (quedan.length === 1 || suma(({ natural }) => natural) <= disponible) break;
    quedan = quedan.filter((otra) => otra !== columna);
  }
  const natural = suma((una) => una.natural);
  if (natural <= disponible) {
    const sobra = disponible - natural;
    const anchos = new Map(quedan.map((una) => [una.clave, Math.floor(una.natural + (sobra * una.natural) / natural)]));
    const ultima = quedan.at(-1);
    if (ultima !== undefined) {
      // The pixels of the rounding: the last cell ends where the grid does.
      const puestos = [...anchos.values()].reduce((total, ancho) => total + ancho, 0);
      anchos.set(ultima.clave, (anchos.get(ultima.clave) ?? 0) + disponible - puestos);
    }
    return anchos;
  }
  const angostable = suma((una) => una.natural - una.minimo);
  const falta = natural - disponible;
  if (falta > angostable) return new Map(quedan.map((una) => [una.clave, una.natural]));
  return new Map(
    quedan.map((una) => [una.clave, Math.floor(una.natural - (falta * (una.natural - una.minimo)) / angostable)]),
  );
}
