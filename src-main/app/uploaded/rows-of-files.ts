import type { RowError } from '#domain/finding.ts';

/**
 * `filas` of an upload's documents: rows with data of its files, as `validar` counts them — the coupons that were valid and the rows that
 * were left out for their errors, each once however many errors it has.
 */
export function rowsOfFiles(cupones: number, errors: Iterable<RowError & { readonly archivo: string }>): number {
  const leftOut = new Set<string>();
  for (const { archivo, fila } of errors) leftOut.add(`${String(fila)} ${archivo}`);
  return cupones + leftOut.size;
}
