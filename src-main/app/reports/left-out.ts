import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import { NOT_SENT } from '#domain/texts/till-bridge.ts';
import type { UploadFindings, Reason } from '#domain/till-bridge.ts';
import type { Cell } from '#workbook/write/workbook.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import { asSum, asText, getPlaceColumns, toFieldColumn, type ColumnOf, type asAmount } from '../sheets.ts';

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

/** A text that could not be read is not an amount, whatever it looks like. */
const soldFor = ({ importe, importeEscrito: written }: Partial<SaleOfRow> = {}): Cell =>
  importe === null || importe === undefined ? (written ?? null) : toAmountCell(importe);

/** The columns by which a sale is found at the till; values that could not be read are text. `asImporte`: whether its amounts are added up. */
export const getSaleColumns = <T>(
  saleOf: (row: T) => SaleOfRow | undefined,
  asImporte: typeof asAmount,
): readonly ColumnOf<T>[] => [
  toFieldColumn('fecha_venta', (row) => saleOf(row)?.fecha),
  asText('Tarjeta', 18, (row) => saleOf(row)?.tarjeta ?? null),
  toFieldColumn('tarjeta_nro', (row) => saleOf(row)?.tarjeta_nro),
  toFieldColumn('comprobante', (row) => saleOf(row)?.comprobante),
  asImporte(IMPORTE_COLUMN, 17, (row) => soldFor(saleOf(row))),
];

export const getLeftOutColumns = (withSheets: boolean): readonly ColumnOf<LeftOutRow>[] => [
  ...getPlaceColumns<LeftOutRow>('filas', withSheets),
  asText(MOTIVO_COLUMN, 18, ({ reason }) => NOT_SENT[reason].es),
  ...getSaleColumns<LeftOutRow>(({ sale }) => sale, asSum),
  asText('Qué pasó', 80, ({ why }) => why),
];
