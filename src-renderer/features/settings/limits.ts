/** What the numbers of *Ajustes* may be: the contract's own limits, which the screens may not import (a test holds them equal). */
export const LIMITS = {
  porTanda: [1, 100_000],
  tardanza: [1, 86_400],
  defaultPerTanda: 500,
  defaultPatience: 120,
  /** Seconds under which a slow service may be taken for one that did nothing. */
  prudentPatience: 60,
} as const;

/** A whole number as people type it (`1.000` too); undefined when it is none, or out of its limits. */
export function parseWholeBetween(texto: string, [desde, hasta]: readonly [number, number]): number | undefined {
  const clean = texto.trim().replace(/[.\s](?=\d{3}\b)/g, '');
  if (!/^\d{1,9}$/.test(clean)) return undefined;
  const n = Number(clean);
  return n >= desde && n <= hasta ? n : undefined;
}
