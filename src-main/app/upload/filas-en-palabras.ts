import type { CuponFila } from '#storage/ledger/index.ts';

/**
 * Where the coupons of a batch that the service fails for are in the spreadsheet, and what to do about them. null where the ledger does not know.
 */
export function filasEnPalabras(
  archivos: readonly string[],
  primero: CuponFila | undefined,
  ultimo: CuponFila | undefined,
): string | null {
  if (primero === undefined || ultimo === undefined) return null;
  const de = ({ archivo, hoja }: CuponFila): string =>
    `${archivos[archivo] ?? 'la planilla'}${hoja === null ? '' : `, hoja «${hoja}»`}`;
  const enUna = de(primero) === de(ultimo);
  const esUna = enUna && primero.fila === ultimo.fila;
  const desde = `${String(primero.fila)}${enUna ? '' : ` de ${de(primero)}`}`;
  const cuales = esUna
    ? `el cupón de la fila ${desde}`
    : `los cupones de la fila ${desde} a la fila ${String(ultimo.fila)}`;
  const que = `El servicio falló cada vez que recibió ${cuales} de ${de(ultimo)}.`;
  return `${que} Si con los demás no falla, revisá ${esUna ? 'esa fila' : 'esas filas'}.`;
}
