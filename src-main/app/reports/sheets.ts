import {
  countDaysBetween,
  formatDayMonthYear,
  formatDayAndTime,
  parseIsoDate,
  type CivilDate,
} from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { formatPesos, parseMoney } from '#domain/money.ts';
import type { ReportCupon, ReportSource } from '#domain/report.ts';
import { AppError } from '#contract/errors.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/measure.ts';
import type { RowNotice, RowError, InFile } from '#domain/finding.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { CORRECTION_WAY_LABELS } from '#domain/texts/labels.ts';
import { centavosOf } from '#domain/money.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import {
  asAmount,
  asCount,
  asDate,
  asText,
  getPlaceColumns,
  toFieldColumn,
  toSheet,
  type ColumnOf,
} from '../sheets.ts';
import { getLeftOutColumns, listLeftOutRows, getSaleColumns } from './left-out.ts';
import type { Tally } from './tally.ts';

interface DispositionText {
  readonly hoja: string;
  readonly meaning: string;
  /** Whether the sheet is there even if it is empty: without it, it would seem that nobody had looked. */
  readonly siempre: boolean;
}

/** How each disposition is called in the report, in the order of its sheets. Every coupon is in exactly one (docs/upload.md, I7). */
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

/** The days of the sales, in words. */
export function periodOf({ primeraVenta, lastSale }: Tally): string {
  if (primeraVenta === null || lastSale === null) return 'Sin fechas de venta';
  return `${formatDayMonthYear(primeraVenta)} – ${formatDayMonthYear(lastSale)}`;
}

/** The lines above every table: what it is, its account, the days of its sales, and when it was read. */
export function buildStampLines(title: string, source: ReportSource, accounts: Tally): readonly string[] {
  const id = source.conciliacion === null ? 'sin conciliación' : `conciliación ${source.conciliacion.id}`;
  return [
    title,
    `${source.cuenta} · ${id} · ${source.archivos.join(', ')}`,
    `Ventas ${periodOf(accounts)} · Leído el ${formatDayAndTime(source.leido)}`,
  ];
}

/** The rows as they come. Throws when their number is not the expected one, so that no total disagrees with its rows. */
function* countRows<T>(rows: Iterable<T>, expected: number): Generator<T> {
  let vistas = 0;
  for (const row of rows) {
    vistas += 1;
    yield row;
  }
  if (vistas !== expected) throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: expected, vistas } });
}

/** Days since the sale; empty where the sale has no date. */
function ageOf({ cupon }: ReportCupon, today: CivilDate): number | null {
  const sale = parseIsoDate(cupon.fecha_venta ?? '');
  return sale === undefined ? null : countDaysBetween(sale, today);
}

/**
 * The columns of a disposition's sheet: the coupon's file and row, every field that some coupon of the report has, and what was found. For a
 * matched coupon that is its settlement; for others, the days since the sale and, if it was looked for, why it did not match.
 */
function getCuponColumns(
  disposition: Disposition,
  { hoy, explicaciones }: ReportSource,
  { campos, withSheets }: Tally,
): readonly ColumnOf<ReportCupon>[] {
  const present = FIELDS_IN_ORDER.filter(
    (field) => campos.has(field) || field === 'fecha_venta' || field === 'importe',
  );
  const withReason = disposition === 'sin_conciliar' && explicaciones !== undefined;
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
    ...getPlaceColumns<ReportCupon>('cupones', withSheets),
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
    // The width is known before the rows are written: the total is the longest figure of its column.
    width: getWidth(importe, 'importe'),
  });
}

type Finding = InFile<RowError | RowNotice>;

/** The text of the cell; the amount of a line of totals as people write it. */
function valueOf({ codigo, valor }: Finding): string | null {
  const amount = codigo === 'FILA_DE_TOTALES' ? parseMoney(valor ?? '', 'sin-miles') : undefined;
  return amount === undefined ? (valor ?? null) : formatPesos(amount);
}

interface FindingsContext {
  readonly source: ReportSource;
  readonly cuentas: Tally;
  /** The width that the amounts of the sales need. */
  readonly ancho: number;
  /** Whether some file of the upload has sheets. */
  readonly withSheets: boolean;
}

/** *Errores* or *Avisos*: one row for each finding, as they were found. An error also shows its sale: rows that were not sent have to be found at the till. */
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
      ...getPlaceColumns<Finding>(errors ? 'errores' : 'avisos', withSheets),
      ...(errors ? getSaleColumns<Finding>(({ venta }) => venta, asAmount) : []),
      asText('Columna', 20, ({ columna }) => columna ?? null),
      asText('Campo', 20, ({ campo }) => campo ?? null),
      asText('Valor', 24, valueOf),
      asText('Mensaje', 80, ({ mensaje }) => mensaje),
      asText('Se arregla con', 18, ({ arreglo }) => arreglo ?? null),
      asText('Código', 26, ({ codigo }) => codigo),
    ],
    rows,
    width: ancho,
  });
}

/** *Corregidos*: each value that was sent and differs from the file. */
export const buildCorrectedSheet = (
  rows: Iterable<InFile<RowNotice>>,
  { source, cuentas, withSheets }: Pick<FindingsContext, 'source' | 'cuentas' | 'withSheets'>,
): TableSheet =>
  toSheet<InFile<RowNotice>>({
    nombre: 'Corregidos',
    sello: buildStampLines('Corregidos: valores que se enviaron y no son los del archivo.', source, cuentas),
    vacia: 'Ningún valor.',
    columns: [
      ...getPlaceColumns<InFile<RowNotice>>('valores', withSheets),
      asText('Columna', 20, ({ columna }) => columna ?? null),
      asText('Campo', 20, ({ campo }) => campo ?? null),
      asText('Antes', 24, ({ valor }) => valor ?? null),
      asText('Después', 24, ({ arreglo }) => arreglo ?? null),
      asText('Cómo', 30, ({ modo }) => (modo === undefined ? null : CORRECTION_WAY_LABELS[modo].es)),
    ],
    rows,
  });

/** *Omitidos*: the rows of the files that were not sent, each once. Its sums are those of the bridge. */
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
