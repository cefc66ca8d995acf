/** Reads a whole number as people type it (`1.000` too); undefined when it is not one or is out of its limits. */
export function parseWholeBetween(text: string, [from, to]: readonly [number, number]): number | undefined {
  const clean = text.trim().replace(/[.\s](?=\d{3}\b)/g, '');
  if (!/^\d{1,9}$/.test(clean)) return undefined;
  const n = Number(clean);
  return n >= from && n <= to ? n : undefined;
}
