import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { NOT_SENT } from '#domain/texts/till-bridge.ts';
import type { UploadFindings, Reason } from '#domain/till-bridge.ts';
import type { Cell, Column } from '#workbook/write/workbook.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';

/** Why a row of the file never became a coupon of the upload. */
export type LeftOutReason = Exclude<Reason, 'rechazada' | 'sin_enviar'>;

export const MOTIVO_COLUMN = 'Motivo';
export const IMPORTE_COLUMN = 'Importe';

/** A row of a file that was not sent. It is listed once, whatever its findings. */
export interface LeftOutRow {
  readonly archivo: string;
  readonly hoja: string | null;
  readonly fila: number;
  readonly reason: LeftOutReason;
  /** Undefined in findings that were stored before they had a sale. */
  readonly sale: SaleOfRow | undefined;
  readonly why: string;
}

const toRow = (
  { archivo, hoja = null, venta, mensaje }: InFile<RowError | RowNotice>,
  row: number,
  reason: LeftOutReason,
): LeftOutRow => ({ archivo, hoja, fila: row, reason, sale: venta, why: mensaje });

/** The errors of each row, which come one after the other. */
export function* groupByRow(
  errors: Iterable<InFile<RowError>>,
): Generator<readonly [InFile<RowError>, ...InFile<RowError>[]]> {
  let row: [InFile<RowError>, ...InFile<RowError>[]] | undefined;
  for (const error of errors) {
    if (row !== undefined && isSameRow(row[0], error)) {
      row.push(error);
      continue;
    }
    if (row !== undefined) yield row;
    row = [error];
  }
  if (row !== undefined) yield row;
}

const isSameRow = (a: InFile<RowError>, b: InFile<RowError>): boolean =>
  a.archivo === b.archivo && a.hoja === b.hoja && a.fila === b.fila;

/** The rows that were left out: first those with errors, as they were found, then the others. */
export function* listLeftOutRows({ readErrors: errors, readNotices: notices }: UploadFindings): Generator<LeftOutRow> {
  for (const row of groupByRow(errors())) {
    const why = row.map(({ mensaje }) => mensaje).join(' ');
    yield { ...toRow(row[0], row[0].fila, 'error'), why };
  }
  for (const notice of notices()) {
    if (notice.fila === null || notice.venta === undefined) continue;
    yield toRow(notice, notice.fila, notice.codigo === 'YA_ENVIADO' ? 'enviada' : 'omitida');
  }
}

/** A column, and its cell for a row. */
export interface ColumnOf<T> extends Column {
  cellOf(row: T): Cell;
}

/** A text that could not be read is not an amount, whatever it looks like. */
const soldFor = ({ importe, importeEscrito: written }: Partial<SaleOfRow> = {}): Cell =>
  importe === null || importe === undefined ? (written ?? null) : toAmountCell(importe);

/** The columns by which a sale is found at the till; values that could not be read are text. */
export const getSaleColumns = <T>(saleOf: (row: T) => SaleOfRow | undefined): readonly ColumnOf<T>[] => [
  { titulo: getFieldLabel('fecha_venta'), ancho: 12, tipo: 'fecha', cellOf: (row) => saleOf(row)?.fecha ?? null },
  { titulo: 'Tarjeta', ancho: 18, tipo: 'texto', cellOf: (row) => saleOf(row)?.tarjeta ?? null },
  { titulo: getFieldLabel('tarjeta_nro'), ancho: 9, tipo: 'texto', cellOf: (row) => saleOf(row)?.tarjeta_nro ?? null },
  { titulo: getFieldLabel('comprobante'), ancho: 14, tipo: 'texto', cellOf: (row) => saleOf(row)?.comprobante ?? null },
  {
    titulo: IMPORTE_COLUMN,
    ancho: 17,
    tipo: 'importe',
    cellOf: (row) => soldFor(saleOf(row)),
  },
];

/** The column with the sheet of a row; none when no file has sheets. */
export const getSheetColumn = <T extends { readonly hoja?: string | null }>(
  withSheets: boolean,
): readonly ColumnOf<T>[] =>
  withSheets ? [{ titulo: 'Hoja', ancho: 16, tipo: 'texto', cellOf: ({ hoja }) => hoja ?? null }] : [];

export const getLeftOutColumns = (withSheets: boolean): readonly ColumnOf<LeftOutRow>[] => [
  { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'filas' }, cellOf: ({ archivo }) => archivo },
  ...getSheetColumn<LeftOutRow>(withSheets),
  { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
  { titulo: MOTIVO_COLUMN, ancho: 18, tipo: 'texto', cellOf: ({ reason }) => NOT_SENT[reason].es },
  ...getSaleColumns<LeftOutRow>(({ sale }) => sale).map((column) =>
    column.titulo === IMPORTE_COLUMN ? { ...column, total: 'suma' as const } : column,
  ),
  { titulo: 'Qué pasó', ancho: 80, tipo: 'texto', cellOf: ({ why }) => why },
];
