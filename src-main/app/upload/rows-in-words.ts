import type { CuponRow } from '#storage/ledger/index.ts';

/**
 * Where the coupons of a batch that the service fails for are in the spreadsheet, and what to do about them. null where the ledger does not know.
 */
export function describeRows(
  files: readonly string[],
  first: CuponRow | undefined,
  last: CuponRow | undefined,
): string | null {
  if (first === undefined || last === undefined) return null;
  const sheetOf = ({ archivo, hoja }: CuponRow): string =>
    `${files[archivo] ?? 'la planilla'}${hoja === null ? '' : `, hoja «${hoja}»`}`;
  const isInOneFile = sheetOf(first) === sheetOf(last);
  const isOneRow = isInOneFile && first.fila === last.fila;
  const from = `${String(first.fila)}${isInOneFile ? '' : ` de ${sheetOf(first)}`}`;
  const which = isOneRow
    ? `el cupón de la fila ${from}`
    : `los cupones de la fila ${from} a la fila ${String(last.fila)}`;
  const what = `El servicio falló cada vez que recibió ${which} de ${sheetOf(last)}.`;
  return `${what} Si con los demás no falla, revisá ${isOneRow ? 'esa fila' : 'esas filas'}.`;
}
