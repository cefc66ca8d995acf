import {
  countDaysBetween,
  formatDayMonthYear,
  formatDayAndTime,
  parseIsoDate,
  type CivilDate,
} from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { formatPesos, parseMoney, centavosOf } from '#domain/money.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { ReportSource } from './source.ts';
import { AppError } from '#contract/errors.ts';
import type { TableSheet, Cell } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/layout.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FINDING_TITLES, toHeading } from '#domain/texts/finding-titles.ts';
import { CORRECTION_WAY_LABELS, LABELS, NOT_SENT } from '#domain/texts/labels.ts';
import type { Bridge, UploadFindings, Reason } from '#domain/till-bridge.ts';
import {
  asAmount,
  asCount,
  asDate,
  asText,
  getPlaceColumns,
  toFieldColumn,
  toSheet,
  type ColumnOf,
  asSum,
} from '../sheets.ts';
import type { Tally } from './tally.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';

interface DispositionText {
  readonly hoja: string;
  readonly meaning: string;
  /** True: the sheet is written also without rows, to show that there are none. */
  readonly siempre: boolean;
}

/** The sheet of each disposition, in order. Every coupon has exactly one disposition (docs/upload.md, I7). */
export const SHEETS: Readonly<Record<Disposition, DispositionText>> = {
  conciliado: { hoja: 'Conciliados', meaning: 'Las dos partes coinciden.', siempre: true },
  sin_conciliar: { hoja: 'Sin conciliar', meaning: 'El servicio no encontró con qué conciliarlos.', siempre: true },
  no_informado: {
    hoja: 'No informados',
    meaning: 'Los enviamos y el resultado del servicio no los contiene.',
    siempre: true,
  },
  existente: { hoja: 'Existentes', meaning: 'El servicio dice que ya los tenía de antes.', siempre: false },
  rechazado: { hoja: 'Rechazados', meaning: 'El servicio los recibió y no los aceptó.', siempre: false },
  no_enviado: { hoja: 'No enviados', meaning: 'Quedaron sin enviar.', siempre: false },
};

export function periodOf({ primeraVenta, lastSale }: Tally): string {
  if (primeraVenta === null || lastSale === null) return 'Sin fechas de venta';
  return `${formatDayMonthYear(primeraVenta)} – ${formatDayMonthYear(lastSale)}`;
}

export function buildStampLines(title: string, source: ReportSource, accounts: Tally): readonly string[] {
  const id = source.conciliacion === null ? 'sin conciliación' : `conciliación ${source.conciliacion.id}`;
  return [
    title,
    `${source.cuenta} · ${id} · ${source.archivos.join(', ')}`,
    `Ventas ${periodOf(accounts)} · Leído el ${formatDayAndTime(source.leido)}`,
  ];
}

/** Passes the rows on. Throws if their number is not `expected`, so that totals and rows never disagree. */
function* countRows<T>(rows: Iterable<T>, expected: number): Generator<T> {
  let vistas = 0;
  for (const row of rows) {
    vistas += 1;
    yield row;
  }
  if (vistas !== expected) throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: expected, vistas } });
}

/** Days since the sale; null for a sale without a date or after today. */
function ageOf({ cupon }: ReportCupon, today: CivilDate): number | null {
  const sale = parseIsoDate(cupon.fecha_venta ?? '');
  const days = sale === undefined ? -1 : countDaysBetween(sale, today);
  return days < 0 ? null : days;
}

/** Columns of a disposition: file, row and fields of the coupon, then its settlement, or the days since the sale and, if known, why it did not match. */
function getCuponColumns(
  disposition: Disposition,
  { hoy, explanations }: ReportSource,
  { campos, withSheets }: Tally,
): readonly ColumnOf<ReportCupon>[] {
  const present = FIELDS_IN_ORDER.filter(
    (field) => campos.has(field) || field === 'fecha_venta' || field === 'importe',
  );
  const withReason = disposition === 'sin_conciliar' && explanations !== undefined;
  const found: readonly ColumnOf<ReportCupon>[] =
    disposition === 'conciliado'
      ? [
          asText('Liquidación', 16, ({ nroLiquidacion }) => nroLiquidacion),
          asDate(getFieldLabel('fecha_liq', 'es'), 14, ({ fechaLiq }) => fechaLiq),
        ]
      : [
          asCount('Días desde la venta', 12, (cupon) => ageOf(cupon, hoy)),
          ...(withReason ? [asText<ReportCupon>('Motivo', 22, ({ motivo }) => motivo ?? null)] : []),
        ];
  return [
    ...getPlaceColumns<ReportCupon>(['cupón', 'cupones'], withSheets),
    ...present.map((field) => toFieldColumn<ReportCupon>(field, ({ cupon }) => cupon[field])),
    ...found,
  ];
}

export function buildCuponesSheet(disposition: Disposition, source: ReportSource, accounts: Tally): TableSheet {
  const { hoja, meaning } = SHEETS[disposition];
  const { cupones, importe } = accounts.total[disposition];
  return toSheet({
    nombre: hoja,
    sello: buildStampLines(`${hoja}: ${meaning}`, source, accounts),
    vacia:
      source.conciliacion === null && disposition !== 'no_enviado'
        ? 'Sin datos: no se leyó ningún resultado.'
        : 'Ningún cupón.',
    columns: getCuponColumns(disposition, source, accounts),
    rows: countRows(source.cupones([disposition]), cupones),
    // The width has to be known before the rows: the total is the widest figure of its column.
    width: getWidth(importe, 'importe'),
  });
}

type Finding = InFile<RowError | RowNotice>;

/** A value of a field as people write it. A text that could not be read stays as it is in the file. */
function toWritten(field: CuponField | null | undefined, value: string | undefined): string | null {
  if (value === undefined || !field) return value ?? null;
  const { tipo } = CUPON_FIELDS[field];
  const amount = tipo === 'importe' ? parseMoney(value, 'sin-miles') : undefined;
  const day = tipo === 'fecha' ? parseIsoDate(value) : undefined;
  return amount !== undefined ? formatPesos(amount) : day === undefined ? value : formatDayMonthYear(day);
}

const toCell = (field: CuponField | null | undefined, value: string | undefined): Cell =>
  field === 'importe' ? toAmountCell(value) : toWritten(field, value);

const fieldOf = ({ campo }: Pick<Finding, 'campo'>): string | null => (campo ? getFieldLabel(campo) : null);

interface FindingsContext {
  readonly source: ReportSource;
  readonly cuentas: Tally;
  readonly ancho: number;
  readonly withSheets: boolean;
}

/** The sheet *Errores* or *Avisos*: a row for each finding, in order. An error also shows the values of its sale, to find it at the till. */
export function buildFindingsSheet(
  kind: 'Errores' | 'Avisos',
  rows: Iterable<Finding>,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const errors = kind === 'Errores';
  const title = errors ? 'Errores: filas que no se enviaron.' : 'Avisos: no impiden el envío; conviene mirarlos.';
  return toSheet<Finding>({
    nombre: kind,
    sello: buildStampLines(title, source, cuentas),
    vacia: errors ? 'Ningún error.' : 'Ningún aviso.',
    columns: [
      ...getPlaceColumns<Finding>(errors ? ['error', 'errores'] : ['aviso', 'avisos'], withSheets),
      ...(errors ? getSaleColumns<Finding>(({ venta }) => venta, asAmount) : []),
      asText('Columna', 20, ({ columna }) => columna ?? null),
      asText('Campo', 28, fieldOf),
      // For a line of totals, the value is its amount.
      asText('Valor', 24, ({ codigo, campo, valor }) =>
        toWritten(codigo === 'FILA_DE_TOTALES' ? 'importe' : campo, valor),
      ),
      asText('Mensaje', 80, ({ mensaje }) => mensaje),
      asText('Se arregla con', 18, ({ campo, arreglo }) => toWritten(campo, arreglo)),
      asText('Problema', 30, ({ codigo }) => toHeading(FINDING_TITLES[codigo][0])),
    ],
    rows,
    width: ancho,
  });
}

export const buildCorrectedSheet = (
  rows: Iterable<InFile<RowNotice>>,
  { source, cuentas, withSheets }: Pick<FindingsContext, 'source' | 'cuentas' | 'withSheets'>,
): TableSheet =>
  toSheet<InFile<RowNotice>>({
    nombre: 'Corregidos',
    sello: buildStampLines('Corregidos: valores que se enviaron y no son los del archivo.', source, cuentas),
    vacia: 'Ningún valor.',
    columns: [
      ...getPlaceColumns<InFile<RowNotice>>(['valor', 'valores'], withSheets),
      asText('Columna', 20, ({ columna }) => columna ?? null),
      asText('Campo', 28, fieldOf),
      asAmount('Antes', 24, ({ campo, valor }) => toCell(campo, valor)),
      asAmount('Después', 24, ({ campo, arreglo }) => toCell(campo, arreglo)),
      asText('Cómo', 30, ({ modo }) => (modo === undefined ? null : CORRECTION_WAY_LABELS[modo].es)),
    ],
    rows,
  });

/** The sheet *Omitidos*: the unsent rows of the files, each once. The sums equal the sums in the bridge. */
export function buildLeftOutSheet(
  rows: number,
  bridge: Bridge,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const { error, enviada: sent, omitida } = bridge.omitidos;
  const importe = [error, sent, omitida].reduce((sum, one) => sum + centavosOf(one.importe), 0n);
  return toSheet({
    nombre: 'Omitidos',
    sello: buildStampLines('Omitidos: filas del archivo que no se enviaron, una vez cada una.', source, cuentas),
    vacia: 'Ninguna fila.',
    columns: getLeftOutColumns(withSheets),
    rows: countRows(listLeftOutRows(source), rows),
    width: Math.max(ancho, getWidth(importe, 'importe')),
  });
}

export type LeftOutReason = Exclude<Reason, 'rechazada' | 'sin_enviar'>;

export const MOTIVO_COLUMN = 'Motivo';
export const IMPORTE_COLUMN = 'Importe';

/** A row of a file that was not sent, with all its findings. */
export interface LeftOutRow {
  readonly archivo: string;
  readonly hoja: string | null;
  readonly fila: number;
  readonly reason: LeftOutReason;
  /** Undefined for findings that an older version stored. */
  readonly sale: SaleOfRow | undefined;
  readonly why: string;
}

const toRow = (
  { archivo, hoja = null, venta, mensaje }: InFile<RowError | RowNotice>,
  row: number,
  reason: LeftOutReason,
): LeftOutRow => ({ archivo, hoja, fila: row, reason, sale: venta, why: mensaje });

/** Groups the errors by row. Errors of a row come one after the other. */
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

/** The unsent rows: first the rows with errors in order, then the other rows. */
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

/** An amount that could not be read stays text, even if it looks like a number. */
const soldFor = ({ importe, importeEscrito: written }: Partial<SaleOfRow> = {}): Cell =>
  importe === null || importe === undefined ? (written ?? null) : toAmountCell(importe);

/** The columns that help to find a sale at the till; values that could not be read are text. `asImporte`: the amount column, with or without a total. */
const getSaleColumns = <T>(
  saleOf: (row: T) => SaleOfRow | undefined,
  asImporte: typeof asAmount,
): readonly ColumnOf<T>[] => [
  toFieldColumn('fecha_venta', (row) => saleOf(row)?.fecha),
  asText('Tarjeta', 18, (row) => saleOf(row)?.tarjeta ?? null),
  toFieldColumn('tarjeta_nro', (row) => saleOf(row)?.tarjeta_nro),
  asText(LABELS.voucherOrReference.es, 22, (row) => saleOf(row)?.comprobante ?? null),
  asImporte(IMPORTE_COLUMN, 17, (row) => soldFor(saleOf(row))),
];

const getLeftOutColumns = (withSheets: boolean): readonly ColumnOf<LeftOutRow>[] => [
  ...getPlaceColumns<LeftOutRow>(['fila', 'filas'], withSheets),
  asText(MOTIVO_COLUMN, 18, ({ reason }) => NOT_SENT[reason].es),
  ...getSaleColumns<LeftOutRow>(({ sale }) => sale, asSum),
  asText('Qué pasó', 80, ({ why }) => why),
];
