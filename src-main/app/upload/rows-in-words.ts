import type { CuponRow } from '#storage/ledger/index.ts';

/**
 * Where the coupons of a batch that the service fails for are in the spreadsheet, and what to do about them. null where the ledger does not know.
 */
export function rowsInWords(
  archivos: readonly string[],
  primero: CuponRow | undefined,
  ultimo: CuponRow | undefined,
): string | null {
  if (primero === undefined || ultimo === undefined) return null;
  const de = ({ archivo, hoja }: CuponRow): string =>
    `${archivos[archivo] ?? 'la planilla'}${hoja === null ? '' : `, hoja «${hoja}»`}`;
  const isInOneFile = de(primero) === de(ultimo);
  const isOneRow = isInOneFile && primero.fila === ultimo.fila;
  const desde = `${String(primero.fila)}${isInOneFile ? '' : ` de ${de(primero)}`}`;
  const which = isOneRow
    ? `el cupón de la fila ${desde}`
    : `los cupones de la fila ${desde} a la fila ${String(ultimo.fila)}`;
  const que = `El servicio falló cada vez que recibió ${which} de ${de(ultimo)}.`;
  return `${que} Si con los demás no falla, revisá ${isOneRow ? 'esa fila' : 'esas filas'}.`;
}
