/** Notices of rows, as data with their Spanish sentence. */
import type { CuponField } from '../cupon.ts';
import type { RecognisedCupon, RowNotice, SaleOfRow, TitledColumn } from '../finding.ts';
import { formatPesos, formatPlain, sumCentavos, type Money } from '../money.ts';
import {
  addNotSentAgain,
  describeNotice,
  describeSentAgain,
  ROW_NOTICES as SAID,
  type CoveredNumbers,
  type DatesInText,
  type PlainNoticeCode,
  type SaidByRows,
} from '../texts/row-notices.ts';
import type { MissingColumn } from './column-notices.ts';

/** The row that a person sees, and the column. */
export interface ColumnPlace {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
}

/** A notice whose sentence needs nothing but its own data. */
export const makeNotice = (notice: Omit<RowNotice, 'mensaje'> & { readonly codigo: PlainNoticeCode }): RowNotice => ({
  ...notice,
  mensaje: describeNotice(notice),
});

/** `importe`: the amount as the line writes it; empty for none. */
export const makeTotalsRowNotice = (row: number, importe: string): RowNotice =>
  makeNotice({ fila: row, codigo: 'FILA_DE_TOTALES', ...(importe === '' ? {} : { valor: importe }) });

export const makeLeftOutRow = (row: number, sale: SaleOfRow): RowNotice => ({
  ...makeNotice({ fila: row, codigo: 'FILA_OMITIDA' }),
  venta: sale,
});

/** The notice of a row that was not sent because an earlier upload had sent it. */
export const makeNotSentAgain = (notice: RowNotice, sale: SaleOfRow): RowNotice => ({
  ...notice,
  mensaje: addNotSentAgain(notice.mensaje),
  venta: sale,
});

/** `places`: the columns that took the value of a merged cell, each with the row where the merge begins. */
export const makeMergedCellNotice = (
  row: number,
  places: readonly { readonly columna: string; readonly fila: number }[],
): RowNotice => ({
  fila: row,
  codigo: 'CELDA_COMBINADA',
  valor: places.map(({ columna }) => columna).join(', '),
  mensaje: SAID.CELDA_COMBINADA.es(places),
});

/** `free`: the columns that are not used. */
export const makeMissingColumnNotice = ({ campo, filas }: MissingColumn, free: readonly string[]): RowNotice => ({
  fila: null,
  campo,
  codigo: 'FALTA_COLUMNA',
  valor: free.join(', '),
  filas,
  mensaje: SAID.FALTA_COLUMNA.es({ campo, filas, free }),
});

/** `valor`: what `--mapear` takes to read that table. */
export const makeTableBesideNotice = (columns: readonly TitledColumn[], rows: number): RowNotice => ({
  fila: null,
  codigo: 'OTRA_TABLA_AL_LADO',
  valor: columns.map(({ campo, letra }) => `${campo}=${letra}`).join(' '),
  filas: rows,
  mensaje: SAID.OTRA_TABLA_AL_LADO.es({ columns, filas: rows }),
});

/** `others`: the letters of the other columns with the same title. */
export const makeRepeatedTitleNotice = (column: TitledColumn, others: readonly string[]): RowNotice => ({
  fila: null,
  columna: column.titulo,
  campo: column.campo,
  codigo: 'TITULO_REPETIDO',
  valor: [column.letra, ...others].join(', '),
  mensaje: SAID.TITULO_REPETIDO.es({ column, others }),
});

/** `said`: what the column's rows say, the most frequent first. */
export const makeSignColumnNotice = (column: string, said: readonly SaidByRows[]): RowNotice => ({
  fila: null,
  columna: column,
  codigo: 'COLUMNA_DE_SIGNO',
  valor: said.map(({ valor, filas }) => `${valor === '' ? '—' : valor}: ${String(filas)}`).join(', '),
  filas: said.slice(1).reduce((sum, { filas }) => sum + filas, 0),
  mensaje: SAID.COLUMNA_DE_SIGNO.es({ column, said }),
});

/** `spoken`: the number as its sentence writes it. */
export const makeSerialDateNotice = (place: ColumnPlace, value: string, spoken: string, date: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_NUMERO_SERIE',
  valor: value,
  mensaje: SAID.FECHA_DE_NUMERO_SERIE.es({ spoken, date }),
});

/** `date`: the day that it was in Argentina. `written`: the day in the cell. */
export const makeOtherTimeZoneNotice = (
  place: ColumnPlace,
  { text, date, written }: { readonly text: string; readonly date: string; readonly written: string },
): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_OTRO_HUSO',
  valor: text,
  arreglo: written,
  mensaje: SAID.FECHA_DE_OTRO_HUSO.es({ text, date }),
});

/** One notice for the column, however many cells there are. */
export const makeDateInTextNotice = (field: CuponField, found: DatesInText): RowNotice => ({
  fila: null,
  columna: found.columna,
  campo: field,
  codigo: 'FECHA_EN_TEXTO',
  valor: found.valor,
  filas: found.howMany,
  mensaje: SAID.FECHA_EN_TEXTO.es(found),
});

/** One notice for the column, however many rows have a covered number. */
export const makeCoveredTarjetaNotice = (covered: CoveredNumbers): RowNotice => ({
  fila: null,
  columna: covered.columna,
  campo: 'tarjeta_nro',
  codigo: 'TARJETA_TAPADA',
  valor: covered.ejemplo,
  mensaje: SAID.TARJETA_TAPADA.es(covered),
});

/** `first`: the equal coupon; `de` names another file or sheet of the upload. */
export const makePossibleDuplicateNotice = (
  row: number,
  first: Parameters<typeof SAID.POSIBLE_DUPLICADO.es>[0],
): RowNotice => ({
  fila: row,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(first.fila),
  mensaje: SAID.POSIBLE_DUPLICADO.es(first),
});

/** A sale and its void: together they are zero. */
export const makeVoidedNotice = (row: number, other: number): RowNotice => ({
  fila: row,
  codigo: 'VENTA_ANULADA',
  valor: String(other),
  mensaje: SAID.VENTA_ANULADA.es(other),
});

/** A row that an earlier upload sent. Its `valor` names the earlier row. */
export const makeAlreadySentNotice = (row: number, recognised: RecognisedCupon, today: string): RowNotice => {
  const { seq: _seq, answer, antes, ...previous } = recognised;
  const { archivo, hoja, fila: theirs } = previous;
  const where = hoja === null ? `fila ${String(theirs)}` : `hoja «${hoja}», fila ${String(theirs)}`;
  const sent = { recognised, where, today };
  switch (answer.como) {
    case 'enviado':
      return {
        fila: row,
        codigo: 'YA_ENVIADO',
        valor: `${archivo}, ${where}`,
        mensaje: SAID.YA_ENVIADO.es(sent),
        anterior: previous,
      };
    case 'corrige':
      return {
        fila: row,
        campo: answer.campo,
        codigo: 'CORRIGE_ENVIADO',
        valor: antes ?? '',
        mensaje: SAID.CORRIGE_ENVIADO.es({ ...sent, campo: answer.campo }),
        anterior: previous,
      };
    case 'parece':
      return {
        fila: row,
        codigo: 'PARECE_ENVIADO',
        valor: `${archivo}, ${where}`,
        mensaje: SAID.PARECE_ENVIADO.es({ ...sent, iguales: answer.iguales }),
        anterior: previous,
      };
  }
};

/** The sum of the coupons that were sent before and go again: one notice for all of them, without a row. */
export const makeSentAgainNotice = (amounts: readonly Money[]): RowNotice => {
  const sum = sumCentavos(amounts);
  return {
    fila: null,
    codigo: 'YA_ENVIADO',
    valor: formatPlain(sum),
    filas: amounts.length,
    mensaje: describeSentAgain(amounts.length, formatPesos(sum)),
  };
};
