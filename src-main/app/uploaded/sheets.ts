import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { placeKeyOf, type ReportCupon } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';

type CuponReader = Pick<Ledger, 'readCupones'>;
type Placed = Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>;
/** The sheet of a coupon; null for a text file, and where the upload is not ours. */
export type SheetOf = (cupon: Placed) => string | null;

/** A coupon by its place, and our upload that sent it; null where another program or PC did. */
interface PlacedCupon extends Placed {
  readonly carga: string | null;
}

function readSheets(ledger: CuponReader, upload: string, rows?: readonly number[]): ReadonlyMap<string, string> {
  const sheets = new Map<string, string>();
  for (const one of ledger.readCupones(upload, DISPOSITIONS, rows))
    if (one.hoja !== undefined && one.hoja !== null) sheets.set(placeKeyOf(one), one.hoja);
  return sheets;
}

/** Finds the sheets of the coupons of an upload, which is read whole when the first one is asked for. */
export function createSheetOf(ledger: CuponReader | undefined, upload: string | null): SheetOf {
  let sheets: ReadonlyMap<string, string> | undefined;
  return (cupon) => {
    if (ledger === undefined || upload === null) return null;
    sheets ??= readSheets(ledger, upload);
    return sheets.get(placeKeyOf(cupon)) ?? null;
  };
}

/**
 * The sheets of coupons, in their order. What the service answers names a file and a row alone: the sheet is in our upload, of which only those rows
 * are read. Null for a text file, and where the upload is not ours.
 */
export function findSheets(
  ledger: CuponReader | undefined,
  cupones: readonly PlacedCupon[],
): readonly (string | null)[] {
  const sheets = new Map<string | null, ReadonlyMap<string, string>>();
  for (const [upload, theirs] of Map.groupBy(cupones, ({ carga }) => carga)) {
    const rows = new Set(theirs.flatMap(({ fila }) => fila ?? []));
    if (upload !== null && ledger !== undefined && rows.size > 0)
      sheets.set(upload, readSheets(ledger, upload, [...rows]));
  }
  return cupones.map((one) => sheets.get(one.carga)?.get(placeKeyOf(one)) ?? null);
}
