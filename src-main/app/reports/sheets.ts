import { formatDayMonthYear, formatDayAndTime } from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { formatPesos, parseMoney } from '#domain/money.ts';
import type { ReportSource } from '#domain/report.ts';
import { AppError } from '#contract/errors.ts';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/measure.ts';
import type { RowNotice, RowError, InFile } from '#domain/finding.ts';
import { CORRECTION_WAY_LABELS } from '#domain/texts/labels.ts';
import type { TillBridge } from '#domain/till-bridge.ts';
import { getCuponColumns } from './columns.ts';
import { getLeftOutColumns, listLeftOutRows, getSaleColumns, getSheetColumn, type ColumnOf } from './left-out.ts';
import { SHEETS } from './dispositions.ts';
import type { Tally } from './tally.ts';

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

export function* rowsOf<T>(
  rows: Iterable<T>,
  columns: readonly { cellOf(row: T): Cell }[],
): Generator<readonly Cell[]> {
  for (const row of rows) yield columns.map((column) => column.cellOf(row));
}

/** The column without its functions, which cannot go to the worker. */
export const formOf = ({ titulo, tipo, ancho, total }: Column): Column => ({
  titulo,
  tipo,
  ancho,
  ...(total === undefined ? {} : { total }),
});

/** The column, wide enough for its amounts. */
const widen = (column: Column, width: number): Column =>
  column.tipo === 'importe' ? { ...column, ancho: Math.max(column.ancho, width) } : column;

export function buildCuponesSheet(disposition: Disposition, source: ReportSource, accounts: Tally): TableSheet {
  const { hoja, meaning } = SHEETS[disposition];
  const columns = getCuponColumns(disposition, accounts, {
    hoy: source.hoy,
    conMotivo: disposition === 'sin_conciliar' && source.explicaciones !== undefined,
  });
  const rows = countRows(source.cupones([disposition]), accounts.total[disposition].cupones);
  return {
    forma: 'tabla',
    nombre: hoja,
    sello: buildStampLines(`${hoja}: ${meaning}`, source, accounts),
    // The width is known before the rows are written: the total is the longest figure of its column.
    columnas: columns
      .map(formOf)
      .map((column) => widen(column, getWidth(accounts.total[disposition].importe, 'importe'))),
    vacia:
      source.conciliacion === null && disposition !== 'no_enviado'
        ? 'Sin datos: no se leyó ningún resultado.'
        : 'Ningún cupón.',
    filas: rowsOf(rows, columns),
  };
}

type Finding = InFile<RowError | RowNotice>;

/** The text of the cell; the amount of a line of totals as people write it. */
function valueOf({ codigo, valor }: Finding): string | null {
  const amount = codigo === 'FILA_DE_TOTALES' ? parseMoney(valor ?? '', 'sin-miles') : undefined;
  return amount === undefined ? (valor ?? null) : formatPesos(amount);
}

/** An error also shows its sale: rows that were not sent have to be found at the till. */
const createFindingColumns = (kind: 'Errores' | 'Avisos', withSheets: boolean): readonly ColumnOf<Finding>[] => [
  {
    titulo: 'Archivo',
    ancho: 26,
    tipo: 'texto',
    total: { cuenta: kind === 'Errores' ? 'errores' : 'avisos' },
    cellOf: ({ archivo }) => archivo,
  },
  ...getSheetColumn<Finding>(withSheets),
  { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
  ...(kind === 'Errores' ? getSaleColumns<Finding>(({ venta }) => venta) : []),
  { titulo: 'Columna', ancho: 20, tipo: 'texto', cellOf: ({ columna }) => columna ?? null },
  { titulo: 'Campo', ancho: 20, tipo: 'texto', cellOf: ({ campo }) => campo ?? null },
  { titulo: 'Valor', ancho: 24, tipo: 'texto', cellOf: valueOf },
  { titulo: 'Mensaje', ancho: 80, tipo: 'texto', cellOf: ({ mensaje }) => mensaje },
  { titulo: 'Se arregla con', ancho: 18, tipo: 'texto', cellOf: ({ arreglo }) => arreglo ?? null },
  { titulo: 'Código', ancho: 26, tipo: 'texto', cellOf: ({ codigo }) => codigo },
];

interface FindingsContext {
  readonly source: ReportSource;
  readonly cuentas: Tally;
  /** The width that the amounts of the sales need. */
  readonly ancho: number;
  /** Whether some file of the upload has sheets. */
  readonly withSheets: boolean;
}

/** *Errores* or *Avisos*: one row for each finding, as they were found. */
export function buildFindingsSheet(
  kind: 'Errores' | 'Avisos',
  rows: Iterable<Finding>,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const errors = kind === 'Errores';
  const columns = createFindingColumns(kind, withSheets);
  const title = errors ? 'Errores: filas que no se enviaron.' : 'Avisos: no impiden el envío; conviene mirarlos.';
  return {
    forma: 'tabla',
    nombre: kind,
    sello: buildStampLines(title, source, cuentas),
    columnas: columns.map(formOf).map((column) => widen(column, ancho)),
    vacia: errors ? 'Ningún error.' : 'Ningún aviso.',
    filas: rowsOf(rows, columns),
  };
}

/** *Corregidos*: each value that was sent and differs from the file. */
export function buildCorrectedSheet(
  rows: Iterable<InFile<RowNotice>>,
  { source, cuentas, withSheets }: Pick<FindingsContext, 'source' | 'cuentas' | 'withSheets'>,
): TableSheet {
  const columns: readonly ColumnOf<InFile<RowNotice>>[] = [
    { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'valores' }, cellOf: ({ archivo }) => archivo },
    ...getSheetColumn<InFile<RowNotice>>(withSheets),
    { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
    { titulo: 'Columna', ancho: 20, tipo: 'texto', cellOf: ({ columna }) => columna ?? null },
    { titulo: 'Campo', ancho: 20, tipo: 'texto', cellOf: ({ campo }) => campo ?? null },
    { titulo: 'Antes', ancho: 24, tipo: 'texto', cellOf: ({ valor }) => valor ?? null },
    { titulo: 'Después', ancho: 24, tipo: 'texto', cellOf: ({ arreglo }) => arreglo ?? null },
    {
      titulo: 'Cómo',
      ancho: 30,
      tipo: 'texto',
      cellOf: ({ modo: way }) => (way === undefined ? null : CORRECTION_WAY_LABELS[way].es),
    },
  ];
  return {
    forma: 'tabla',
    nombre: 'Corregidos',
    sello: buildStampLines('Corregidos: valores que se enviaron y no son los del archivo.', source, cuentas),
    columnas: columns.map(formOf),
    vacia: 'Ningún valor.',
    filas: rowsOf(rows, columns),
  };
}

/** *Omitidos*: the rows of the files that were not sent, each once. Its sums are those of the bridge. */
export function buildLeftOutSheet(
  rows: number,
  bridge: TillBridge,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const columns = getLeftOutColumns(withSheets);
  const { error, enviada: sent, omitida } = bridge.leftOut;
  const total = getWidth(error.amount + sent.amount + omitida.amount, 'importe');
  return {
    forma: 'tabla',
    nombre: 'Omitidos',
    sello: buildStampLines('Omitidos: filas del archivo que no se enviaron, una vez cada una.', source, cuentas),
    columnas: columns.map(formOf).map((column) => widen(column, Math.max(ancho, total))),
    vacia: 'Ninguna fila.',
    filas: rowsOf(countRows(listLeftOutRows(source), rows), columns),
  };
}
