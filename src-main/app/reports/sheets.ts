import type { CivilDate } from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import type { ReportSource } from '#domain/report.ts';
import { AppError } from '#contract/errors.ts';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/measure.ts';
import type { RowNotice, RowError, InFile } from '#domain/finding.ts';
import type { TillBridge } from '#domain/till-bridge.ts';
import { cuponColumns } from './columns.ts';
import { leftOutColumns, leftOutRows, saleColumns, sheetColumn, type ColumnOf } from './left-out.ts';
import { SHEETS } from './dispositions.ts';
import type { Tally } from './tally.ts';

/** `dd/mm/aaaa`. */
const dayMonthYear = (fecha: CivilDate): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

/** The days of the sales, in words. */
export function periodOf({ primeraVenta, lastSale }: Tally): string {
  if (primeraVenta === null || lastSale === null) return 'Sin fechas de venta';
  return `${dayMonthYear(primeraVenta)} – ${dayMonthYear(lastSale)}`;
}

/** `2026-11-21 10:32:05` as `21/11/2026 10:32`. */
export const readOn = (leido: string): string =>
  `${leido.slice(8, 10)}/${leido.slice(5, 7)}/${leido.slice(0, 4)} ${leido.slice(11, 16)}`;

/** The lines above every table: what it is, its account, the days of its sales, and when it was read. */
export function stampLines(titulo: string, source: ReportSource, cuentas: Tally): readonly string[] {
  const id = source.conciliacion === null ? 'sin conciliación' : `conciliación ${source.conciliacion.id}`;
  return [
    titulo,
    `${source.cuenta} · ${id} · ${source.archivos.join(', ')}`,
    `Ventas ${periodOf(cuentas)} · Leído el ${readOn(source.leido)}`,
  ];
}

/** The rows as they come. Throws when their number is not the expected one, so that no total disagrees with its rows. */
function* counted<T>(filas: Iterable<T>, expected: number): Generator<T> {
  let vistas = 0;
  for (const fila of filas) {
    vistas += 1;
    yield fila;
  }
  if (vistas !== expected) throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: expected, vistas } });
}

export function* rowsOf<T>(
  filas: Iterable<T>,
  columnas: readonly { cellOf(fila: T): Cell }[],
): Generator<readonly Cell[]> {
  for (const fila of filas) yield columnas.map((columna) => columna.cellOf(fila));
}

/** The column without its functions, which cannot go to the worker. */
export const formOf = ({ titulo, tipo, ancho, total }: Column): Column => ({
  titulo,
  tipo,
  ancho,
  ...(total === undefined ? {} : { total }),
});

/** The column, wide enough for its amounts. */
const widened = (columna: Column, ancho: number): Column =>
  columna.tipo === 'importe' ? { ...columna, ancho: Math.max(columna.ancho, ancho) } : columna;

export function cuponesSheet(disposicion: Disposition, source: ReportSource, cuentas: Tally): TableSheet {
  const { hoja, meaning } = SHEETS[disposicion];
  const columnas = cuponColumns(disposicion, cuentas, {
    hoy: source.hoy,
    conMotivo: disposicion === 'sin_conciliar' && source.explicaciones !== undefined,
  });
  const filas = counted(source.cupones([disposicion]), cuentas.total[disposicion].cupones);
  return {
    forma: 'tabla',
    nombre: hoja,
    sello: stampLines(`${hoja}: ${meaning}`, source, cuentas),
    // The width is known before the rows are written: the total is the longest figure of its column.
    columnas: columnas
      .map(formOf)
      .map((columna) => widened(columna, getWidth(cuentas.total[disposicion].importe, 'importe'))),
    vacia:
      source.conciliacion === null && disposicion !== 'no_enviado'
        ? 'Sin datos: no se leyó ningún resultado.'
        : 'Ningún cupón.',
    filas: rowsOf(filas, columnas),
  };
}

type Finding = InFile<RowError | RowNotice>;

/** An error also shows its sale: rows that were not sent have to be found at the till. */
const findingColumns = (clase: 'Errores' | 'Avisos', withSheets: boolean): readonly ColumnOf<Finding>[] => [
  {
    titulo: 'Archivo',
    ancho: 26,
    tipo: 'texto',
    total: { cuenta: clase === 'Errores' ? 'errores' : 'avisos' },
    cellOf: ({ archivo }) => archivo,
  },
  ...sheetColumn<Finding>(withSheets),
  { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
  ...(clase === 'Errores' ? saleColumns<Finding>(({ venta }) => venta) : []),
  { titulo: 'Columna', ancho: 20, tipo: 'texto', cellOf: ({ columna }) => columna ?? null },
  { titulo: 'Campo', ancho: 20, tipo: 'texto', cellOf: ({ campo }) => campo ?? null },
  { titulo: 'Valor', ancho: 24, tipo: 'texto', cellOf: ({ valor }) => valor ?? null },
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
export function findingsSheet(
  clase: 'Errores' | 'Avisos',
  filas: Iterable<Finding>,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const errores = clase === 'Errores';
  const columnas = findingColumns(clase, withSheets);
  const titulo = errores ? 'Errores: filas que no se enviaron.' : 'Avisos: no impiden el envío; conviene mirarlos.';
  return {
    forma: 'tabla',
    nombre: clase,
    sello: stampLines(titulo, source, cuentas),
    columnas: columnas.map(formOf).map((columna) => widened(columna, ancho)),
    vacia: errores ? 'Ningún error.' : 'Ningún aviso.',
    filas: rowsOf(filas, columnas),
  };
}

/** *Omitidos*: the rows of the files that were not sent, each once. Its sums are those of the bridge. */
export function leftOutSheet(
  filas: number,
  bridge: TillBridge,
  { source, cuentas, withSheets, ancho }: FindingsContext,
): TableSheet {
  const columnas = leftOutColumns(withSheets);
  const { error, enviada: sent, omitida } = bridge.leftOut;
  const total = getWidth(error.amount + sent.amount + omitida.amount, 'importe');
  return {
    forma: 'tabla',
    nombre: 'Omitidos',
    sello: stampLines('Omitidos: filas del archivo que no se enviaron, una vez cada una.', source, cuentas),
    columnas: columnas.map(formOf).map((columna) => widened(columna, Math.max(ancho, total))),
    vacia: 'Ninguna fila.',
    filas: rowsOf(counted(leftOutRows(source), filas), columnas),
  };
}
