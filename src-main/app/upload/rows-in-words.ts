import { formatNumber } from '#domain/texts/language.ts';
import type { Sending, UploadEvent } from '#domain/upload/types.ts';
import type { CuponRow } from '#storage/ledger/index.ts';

/** A service may fail once for any coupon, so the rows are named only where it failed more often for them. */
const MIN_FAILURES = 2;

/** How many times the service failed (5xx) when it got these coupons; 0 when it once took them. */
export function countFailures(
  events: readonly UploadEvent[],
  { desde, hasta }: Pick<Sending, 'desde' | 'hasta'>,
): number {
  let failures = 0;
  let sending: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') sending = event.envio;
    if (sending === null || sending.desde > desde || sending.hasta < hasta) continue;
    if (event.kind === 'aplicado') return 0;
    if (event.kind === 'perdida' && event.status !== undefined) failures += 1;
  }
  return failures;
}

/**
 * Where the coupons that the service fails for each time are in the spreadsheet, and what to do about them. null where that was not seen, or the ledger
 * does not know the rows.
 */
export function describeRows(
  files: readonly string[],
  rows: { readonly first: CuponRow | undefined; readonly last: CuponRow | undefined },
  failures: number,
): string | null {
  const { first, last } = rows;
  if (failures < MIN_FAILURES || first === undefined || last === undefined) return null;
  const sheetOf = ({ archivo, hoja }: CuponRow): string =>
    `${files[archivo] ?? 'la planilla'}${hoja === null ? '' : `, hoja «${hoja}»`}`;
  const isInOneFile = sheetOf(first) === sheetOf(last);
  const isOneRow = isInOneFile && first.fila === last.fila;
  const from = `${String(first.fila)}${isInOneFile ? '' : ` de ${sheetOf(first)}`}`;
  const which = isOneRow
    ? `el cupón de la fila ${from}`
    : `los cupones de la fila ${from} a la fila ${String(last.fila)}`;
  const what = `El servicio falló las ${formatNumber(failures)} veces que recibió ${which} de ${sheetOf(last)}.`;
  const smaller = isOneRow ? '' : ' Al retomar con tandas más chicas (--por-tanda) se sabe cuál es.';
  return `${what} Si con los demás no falla, revisá ${isOneRow ? 'esa fila' : 'esas filas'}.${smaller}`;
}
