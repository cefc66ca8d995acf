import type { CuponField } from '../cupon.ts';
import type { CorrectionWay, RecognisedCupon, RowNotice, SaleOfRow, TitledColumn } from '../finding.ts';
import type { MissingColumn } from './missing-columns.ts';
import { formatPesos, formatPlain, sumCentavos, type Money } from '../money.ts';
import {
  NOTICES_IN_SPANISH as SAID,
  type CoveredNumbers,
  type DatesInText,
  type SaidByRows,
} from '../texts/rows-in-spanish.ts';

/** The place of a notice: the row that a person sees, and the column. */
export interface ColumnPlace {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
}

/** `importe`: the amount as the line writes it; empty where it says none. */
export const makeTotalsRowNotice = (row: number, importe: string): RowNotice => ({
  fila: row,
  codigo: 'FILA_DE_TOTALES',
  ...(importe === '' ? {} : { valor: importe }),
  mensaje: SAID.totalsRow(),
});

export const makeRepeatedHeaderNotice = (row: number): RowNotice => ({
  fila: row,
  codigo: 'ENCABEZADO_REPETIDO',
  mensaje: SAID.repeatedHeader(),
});

export const makeIgnoredRowNotice = (row: number): RowNotice => ({
  fila: row,
  codigo: 'FILA_IGNORADA',
  mensaje: SAID.onlyText(),
});

/** `valor` is no text of the row, but tells this notice from those above and below. */
export const makeOtherHeaderNotice = (row: number): RowNotice => ({
  fila: row,
  codigo: 'FILA_IGNORADA',
  valor: 'OTRO_ENCABEZADO',
  mensaje: SAID.otherHeader(),
});

/** A sale above the header that was taken; `date`: its date as it is written. */
export const makePassedOverRowNotice = (row: number, date: string): RowNotice => ({
  fila: row,
  codigo: 'FILA_IGNORADA',
  valor: date,
  mensaje: SAID.passedOver(),
});

export const makeLeftOutRow = (row: number, sale: SaleOfRow): RowNotice => ({
  fila: row,
  codigo: 'FILA_OMITIDA',
  mensaje: SAID.leftOut(),
  venta: sale,
});

/** The notice of a row that was not sent because an earlier upload had sent it. */
export const makeNotSentAgain = (notice: RowNotice, sale: SaleOfRow): RowNotice => ({
  ...notice,
  mensaje: SAID.notSentAgain(notice.mensaje),
  venta: sale,
});

export const makeHiddenRowNotice = (row: number): RowNotice => ({
  fila: row,
  codigo: 'FILA_OCULTA',
  mensaje: SAID.hiddenRow(),
});

/** `de`: the columns that took the value of a merged cell, each with the row where the merge begins. */
export const makeMergedCellNotice = (
  row: number,
  de: readonly { readonly columna: string; readonly fila: number }[],
): RowNotice => ({
  fila: row,
  codigo: 'CELDA_COMBINADA',
  valor: de.map(({ columna }) => columna).join(', '),
  mensaje: SAID.mergedCell(de),
});

export const makeOtherSheetNotice = (sheet: string, rows: number): RowNotice => ({
  fila: null,
  codigo: 'OTRA_HOJA_CON_TABLA',
  valor: sheet,
  filas: rows,
  mensaje: SAID.otherSheet(sheet, rows),
});

/** `free`: the columns that are not used. */
export const makeMissingColumnNotice = ({ campo, filas }: MissingColumn, free: readonly string[]): RowNotice => ({
  fila: null,
  campo,
  codigo: 'FALTA_COLUMNA',
  valor: free.join(', '),
  filas,
  mensaje: SAID.missingColumn(campo, filas, free),
});

/** `valor`: what `--mapear` takes to read that table. */
export const makeTableBesideNotice = (columns: readonly TitledColumn[], rows: number): RowNotice => ({
  fila: null,
  codigo: 'OTRA_TABLA_AL_LADO',
  valor: columns.map(({ campo, letra }) => `${campo}=${letra}`).join(' '),
  filas: rows,
  mensaje: SAID.tableBeside(columns, rows),
});

/** `others`: the letters of the other columns with the same title. */
export const makeRepeatedTitleNotice = (column: TitledColumn, others: readonly string[]): RowNotice => ({
  fila: null,
  columna: column.titulo,
  campo: column.campo,
  codigo: 'TITULO_REPETIDO',
  valor: [column.letra, ...others].join(', '),
  mensaje: SAID.repeatedTitle(column, others),
});

/** `said`: what its rows say, the most frequent first. */
export const makeSignColumnNotice = (column: string, said: readonly SaidByRows[]): RowNotice => ({
  fila: null,
  columna: column,
  codigo: 'COLUMNA_DE_SIGNO',
  valor: said.map(({ valor, filas }) => `${valor === '' ? '—' : valor}: ${String(filas)}`).join(', '),
  filas: said.slice(1).reduce((sum, { filas }) => sum + filas, 0),
  mensaje: SAID.signColumn(column, said),
});

/** `spoken`: the number as its sentence says it. */
export const makeSerialDateNotice = (place: ColumnPlace, value: string, spoken: string, date: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_NUMERO_SERIE',
  valor: value,
  mensaje: SAID.serialDate(spoken, date),
});

/** `date`: the day it was in Argentina. `written`: the day that the cell says. */
export const makeOtherTimeZoneNotice = (
  place: ColumnPlace,
  { text, date, written }: { readonly text: string; readonly date: string; readonly written: string },
): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_OTRO_HUSO',
  valor: text,
  arreglo: written,
  mensaje: SAID.otherTimeZone(text, date),
});

export const makeTurnedDateNotice = (place: ColumnPlace, value: string, fix: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DADA_VUELTA',
  valor: value,
  arreglo: fix,
  mensaje: SAID.turnedDate(value, fix),
});

export const makeFutureDateNotice = (place: ColumnPlace, value: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_FUTURA',
  valor: value,
  mensaje: SAID.futureDate(value),
});

export const makeOldDateNotice = (place: ColumnPlace, value: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_ANTIGUA',
  valor: value,
  mensaje: SAID.oldDate(value),
});

/** For the date because of which its whole column is read month first, although more of the others could be day first. */
export const makeOrderByFewNotice = (place: ColumnPlace, value: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DECIDE_ORDEN',
  valor: value,
  mensaje: SAID.orderByFew(value),
});

/** One notice for the column, however many cells there are. */
export const makeDateInTextNotice = (field: CuponField, found: DatesInText): RowNotice => ({
  fila: null,
  columna: found.columna,
  campo: field,
  codigo: 'FECHA_EN_TEXTO',
  valor: found.valor,
  filas: found.howMany,
  mensaje: SAID.dateInText(found),
});

export const makeZeroImporteNotice = (place: ColumnPlace, value: string): RowNotice => ({
  ...place,
  codigo: 'IMPORTE_CERO',
  valor: value,
  mensaje: SAID.zeroImporte(),
});

/** `value`: the text that says so. `fix`: the amount as a refund; undefined where the sale was undone, and there is nothing to give back. */
export const makeLooksLikeRefundNotice = (place: ColumnPlace, value: string, fix: string | undefined): RowNotice => ({
  ...place,
  codigo: 'PARECE_DEVOLUCION',
  valor: value,
  ...(fix === undefined ? {} : { arreglo: fix }),
  mensaje: fix === undefined ? SAID.looksUndone(value) : SAID.looksLikeRefund(value),
});

export const makeLostZerosNotice = (place: ColumnPlace, value: string, fix: string): RowNotice => ({
  ...place,
  codigo: 'CEROS_PERDIDOS',
  valor: value,
  arreglo: fix,
  mensaje: SAID.lostZeros(value, fix),
});

export const makeTarjetaNumberNotice = (place: ColumnPlace, value: string): RowNotice => ({
  ...place,
  codigo: 'NUMERO_DE_TARJETA',
  valor: value,
  mensaje: SAID.tarjetaNumber(),
});

/** `covered`: the covered number. `fix`: the text to send instead, where the field may hold it. */
export const makeLooksLikeTarjetaNotice = (place: ColumnPlace, covered: string, fix?: string): RowNotice => ({
  ...place,
  codigo: 'PARECE_NUMERO_DE_TARJETA',
  valor: covered,
  ...(fix === undefined ? {} : { arreglo: fix }),
  mensaje: SAID.looksLikeTarjeta(covered, fix !== undefined),
});

/** One notice for the column, however many rows have one. */
export const makeCoveredTarjetaNotice = ({ columna, ejemplo, howMany, conBin }: CoveredNumbers): RowNotice => ({
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
export const makeTemplateFix = ({ columna, campo, codigo, howMany }: Mended): RowNotice => ({
  fila: null,
  columna,
  campo,
  codigo: 'ARREGLO_DE_PLANTILLA',
  valor: codigo,
  filas: howMany,
  mensaje: SAID.templateFix(columna, howMany),
});

/** A value that is sent and differs from the file, card numbers masked. */
interface Corrected {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
  readonly antes: string;
  readonly despues: string;
  readonly modo: CorrectionWay;
}

export const makeCorrectedNotice = ({ fila, columna, campo, antes, despues, modo }: Corrected): RowNotice => ({
  fila,
  columna,
  campo,
  codigo: 'CORREGIDO',
  valor: antes,
  arreglo: despues,
  modo,
  mensaje: SAID.corrected(columna, antes, despues),
});

export const makeMixedKindNotice = (row: number): RowNotice => ({
  fila: row,
  codigo: 'TIPO_DE_CUPON_MEZCLADO',
  mensaje: SAID.mixedKind(),
});

export const makePossibleDuplicateNotice = (row: number, first: number): RowNotice => ({
  fila: row,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(first),
  mensaje: SAID.possibleDuplicate(first),
});

/** A duplicate of a row of another file or sheet of the upload, which `de` names. */
export const makeDuplicateInOtherNotice = (
  row: number,
  first: { readonly fila: number; readonly de: string },
): RowNotice => ({
  fila: row,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(first.fila),
  mensaje: SAID.possibleDuplicate(first.fila, first.de),
});

const CODE_OF_ANSWER = { enviado: 'YA_ENVIADO', corrige: 'CORRIGE_ENVIADO', parece: 'PARECE_ENVIADO' } as const;

/** A row that was recognised among those of earlier uploads; says where that one stood, in a person's words. */
export const makeAlreadySentNotice = (row: number, recognised: RecognisedCupon, today: string): RowNotice => {
  const { seq: _seq, answer, antes, ...previous } = recognised;
  const { archivo, hoja, fila: theirs } = previous;
  const where = hoja === null ? `fila ${String(theirs)}` : `hoja «${hoja}», fila ${String(theirs)}`;
  return {
    fila: row,
    ...(answer.como === 'corrige' ? { campo: answer.campo } : {}),
    codigo: CODE_OF_ANSWER[answer.como],
    valor: answer.como === 'corrige' ? (antes ?? '') : `${archivo}, ${where}`,
    mensaje: SAID.alreadySent(recognised, where, today),
    anterior: previous,
  };
};

/** What the coupons that were sent before, and go again among others, add up to: one notice for all of them, without a row. */
export const makeSentAgainNotice = (amounts: readonly Money[]): RowNotice => {
  const sum = sumCentavos(amounts);
  return {
    fila: null,
    codigo: 'YA_ENVIADO',
    valor: formatPlain(sum),
    filas: amounts.length,
    mensaje: SAID.sentAgain(amounts.length, formatPesos(sum)),
  };
};
