/** Limits of the numbers of *Ajustes*. They repeat the contract's, which the screens may not import; a test keeps them equal. */
export const LIMITS = {
  porTanda: [1, 100_000],
  tardanza: [1, 86_400],
  defaultPerTanda: 500,
  defaultPatience: 120,
  /** Below so many seconds, a slow service may be mistaken for one that did nothing. */
  prudentPatience: 60,
} as const;

/** Reads a whole number as people type it (`1.000` too); undefined when it is not one or is out of its limits. */
export function parseWholeBetween(texto: string, [desde, hasta]: readonly [number, number]): number | undefined {
  const clean = texto.trim().replace(/[.\s](?=\d{3}\b)/g, '');
  if (!/^\d{1,9}$/.test(clean)) return undefined;
  const n = Number(clean);
  return n >= desde && n <= hasta ? n : undefined;
}
