import type { InFile, RowError } from '#domain/finding.ts';

/**
 * `filas` of an upload's documents: rows with data of its files, as `validar` counts them — the coupons that were valid and the rows that
 * were left out for their errors, each once however many errors it has.
 */
export function rowsOfFiles(cupones: number, errors: Iterable<InFile<RowError>>): number {
  const leftOut = new Set<string>();
  for (const { archivo, hoja, fila } of errors) leftOut.add(JSON.stringify([archivo, hoja, fila]));
  return cupones + leftOut.size;
}
