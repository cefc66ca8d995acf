import type { CuponField } from '../cupon.ts';
import type { CuponAnterior, RowNotice, SaleOfRow } from '../finding.ts';
import { NOTICES_IN_SPANISH as SAID, type CoveredNumbers } from '../texts/rows-in-spanish.ts';

/** The place of a notice: the row that a person sees, and the column. */
export interface Place {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
}

/** `importe`: the amount as the line writes it; empty where it says none. */
export const totalsRowNotice = (fila: number, importe = ''): RowNotice => ({
  fila,
  codigo: 'FILA_DE_TOTALES',
  ...(importe === '' ? {} : { valor: importe }),
  mensaje: SAID.totalsRow(),
});

export const repeatedHeaderNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'ENCABEZADO_REPETIDO',
  mensaje: SAID.repeatedHeader(),
});

export const ignoredRowNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'FILA_IGNORADA',
  mensaje: SAID.onlyText(),
});

export const leftOutRow = (fila: number, venta: SaleOfRow): RowNotice => ({
  fila,
  codigo: 'FILA_OMITIDA',
  mensaje: SAID.leftOut(),
  venta,
});

/** The notice of a row that was not sent because an earlier upload had sent it. */
export const notSentAgain = (notice: RowNotice, venta: SaleOfRow): RowNotice => ({
  ...notice,
  mensaje: SAID.notSentAgain(notice.mensaje),
  venta,
});

export const hiddenRowNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'FILA_OCULTA',
  mensaje: SAID.hiddenRow(),
});

/** `de`: the columns that took the value of a merged cell, each with the row where the merge begins. */
export const mergedCellNotice = (
  fila: number,
  de: readonly { readonly columna: string; readonly fila: number }[],
): RowNotice => ({
  fila,
  codigo: 'CELDA_COMBINADA',
  valor: de.map(({ columna }) => columna).join(', '),
  mensaje: SAID.mergedCell(de),
});

export const otherSheetNotice = (hoja: string, filas: number): RowNotice => ({
  fila: null,
  codigo: 'OTRA_HOJA_CON_TABLA',
  valor: hoja,
  filas,
  mensaje: SAID.otherSheet(hoja, filas),
});

export const serialDateNotice = (place: Place, valor: string, fecha: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_NUMERO_SERIE',
  valor,
  mensaje: SAID.serialDate(valor, fecha),
});

export const futureDateNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_FUTURA',
  valor,
  mensaje: SAID.futureDate(valor),
});

export const oldDate = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_ANTIGUA',
  valor,
  mensaje: SAID.oldDate(valor),
});

export const zeroImporteNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'IMPORTE_CERO',
  valor,
  mensaje: SAID.zeroImporte(),
});

export const lostZerosNotice = (place: Place, valor: string, arreglo: string): RowNotice => ({
  ...place,
  codigo: 'CEROS_PERDIDOS',
  valor,
  arreglo,
  mensaje: SAID.lostZeros(valor, arreglo),
});

export const tarjetaNumberNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'NUMERO_DE_TARJETA',
  valor,
  mensaje: SAID.tarjetaNumber(),
});

/** `covered`: the covered number. `arreglo`: the text to send instead, where the field may hold it. */
export const looksLikeTarjetaNotice = (place: Place, covered: string, arreglo?: string): RowNotice => ({
  ...place,
  codigo: 'PARECE_NUMERO_DE_TARJETA',
  valor: covered,
  ...(arreglo === undefined ? {} : { arreglo }),
  mensaje: SAID.looksLikeTarjeta(covered, arreglo !== undefined),
});

/** One notice for the column, however many rows have one. */
export const coveredTarjetaNotice = ({ columna, ejemplo, howMany, conBin }: CoveredNumbers): RowNotice => ({
  fila: null,
  columna,
  campo: 'tarjeta_nro',
  codigo: 'TARJETA_TAPADA',
  valor: ejemplo,
  mensaje: SAID.coveredTarjeta({ columna, ejemplo, howMany, conBin }),
});

interface Mended {
  readonly columna: string;
  readonly campo: CuponField;
  readonly codigo: string;
  readonly howMany: number;
}

/** One notice for the column and the rule. */
export const templateFix = ({ columna, campo, codigo, howMany }: Mended): RowNotice => ({
  fila: null,
  columna,
  campo,
  codigo: 'ARREGLO_DE_PLANTILLA',
  valor: codigo,
  filas: howMany,
  mensaje: SAID.templateFix(columna, howMany),
});

export const mixedKindNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'TIPO_DE_CUPON_MEZCLADO',
  mensaje: SAID.mixedKind(),
});

export const possibleDuplicateNotice = (fila: number, primera: number): RowNotice => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera),
  mensaje: SAID.possibleDuplicate(primera),
});

/** A duplicate of a row of another file or sheet of the upload, which `de` names. */
export const duplicateInOtherNotice = (
  fila: number,
  primera: { readonly fila: number; readonly de: string },
): RowNotice => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera.fila),
  mensaje: SAID.possibleDuplicate(primera.fila, primera.de),
});

/** A row equal to one of an earlier upload; says where that one stood, in a person's words. */
export const alreadySentNotice = (fila: number, anterior: CuponAnterior, hoy: string): RowNotice => {
  const { archivo, hoja, fila: theirs } = anterior;
  const where = hoja === null ? `fila ${String(theirs)}` : `hoja «${hoja}», fila ${String(theirs)}`;
  return {
    fila,
    codigo: 'YA_ENVIADO',
    valor: `${archivo}, ${where}`,
    mensaje: SAID.alreadySent(anterior, where, hoy),
    anterior,
  };
};
