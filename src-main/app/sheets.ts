/** Tables of workbooks whose columns show parts of a row, and the function that writes every workbook to a file. */
import path from 'node:path';
import type { Instant } from '#domain/clock.ts';
import { CUPON_FIELDS, type CuponField } from '#domain/cupon.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatNumber } from '#domain/texts/language.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import type {
  Cell,
  Column,
  ColumnType,
  CountWord,
  OutputSheet,
  RecordFact,
  RecordTable,
  TableSheet,
} from '#workbook/write/workbook.ts';
import { writeWorkbook, type WriteWorkbookOptions } from '#workbook/write/write-workbook.ts';

export interface ColumnOf<T> extends Column {
  cellOf(row: T): Cell;
}

/** Makes columns of a kind. `unit`: the noun of the rows, for a count below the column. */
const columnOf =
  (tipo: ColumnType, sum?: 'suma') =>
  <T>(titulo: string, ancho: number, cellOf: (row: T) => Cell, unit?: CountWord): ColumnOf<T> => {
    const total = unit === undefined ? sum : { cuenta: unit };
    return { titulo, ancho, tipo, ...(total === undefined ? {} : { total }), cellOf };
  };
export const asText = columnOf('texto');
export const asDate = columnOf('fecha');
export const asCount = columnOf('entero');
export const asSummedCount = columnOf('entero', 'suma');
export const asRate = columnOf('porcentaje');
export const asAmount = columnOf('importe');
export const asSum = columnOf('importe', 'suma');

interface Place {
  readonly archivo: string | null;
  /** Null for a text file; absent if unknown. */
  readonly hoja?: string | null;
  readonly fila: number | null;
}

export const getPlaceColumns = <T extends Place>(unit: CountWord, withSheets: boolean): readonly ColumnOf<T>[] => [
  asText('Archivo', 26, ({ archivo }) => archivo, unit),
  ...(withSheets ? [asText<T>('Hoja', 16, ({ hoja }) => hoja ?? null)] : []),
  asCount('Fila', 8, ({ fila }) => fila),
];

const WIDTHS: Readonly<Record<CuponField, number>> = {
  referencia: 18,
  referencia_extra: 18,
  fecha_venta: 12,
  fecha_pres: 14,
  tarjeta_id: 10,
  tarjeta_desc: 20,
  establecimiento: 17,
  terminal: 12,
  lote: 9,
  comprobante: 14,
  tarjeta_nro: 9,
  cuotas: 8,
  bin: 9,
  bco_emisor: 10,
  autorizacion: 14,
  importe: 17,
  fecha_pago: 12,
  wallet_referencia: 22,
  wallet_tipo_operacion: 28,
  auxiliar_1: 20,
  auxiliar_2: 20,
  auxiliar_3: 20,
  auxiliar_4: 20,
  auxiliar_5: 20,
};

/** The column of a coupon's field. `textOf`: the field's text; an amount is decimal text with a dot. */
export function toFieldColumn<T>(field: CuponField, textOf: (row: T) => string | null | undefined): ColumnOf<T> {
  const [title, width] = [getFieldLabel(field), WIDTHS[field]];
  const { tipo } = CUPON_FIELDS[field];
  const cellOf = (row: T): Cell => textOf(row) ?? null;
  if (tipo === 'fecha') return asDate(title, width, cellOf);
  if (tipo === 'importe') return asSum(title, width, (row) => toAmountCell(textOf(row)));
  // Instalments can be added up and ordered. Other numbers of a coupon are names that may have leading zeros.
  return field === 'cuotas' ? asCount(title, width, cellOf) : asText(title, width, cellOf);
}

function* cellsOf<T>(rows: Iterable<T>, columns: readonly ColumnOf<T>[]): Generator<readonly Cell[]> {
  for (const row of rows) yield columns.map((column) => column.cellOf(row));
}

export function* filterBy<T>(rows: Iterable<T>, isWanted: (row: T) => boolean): Generator<T> {
  for (const row of rows) if (isWanted(row)) yield row;
}

interface Table<T> extends Pick<TableSheet, 'nombre' | 'sello' | 'vacia'> {
  readonly columns: readonly ColumnOf<T>[];
  readonly rows: Iterable<T>;
  readonly width?: number;
}

/** The sheet of a table, without the columns' functions, which cannot go to the worker. */
export const toSheet = <T>({ columns, rows, width = 0, ...sheet }: Table<T>): TableSheet => ({
  forma: 'tabla',
  ...sheet,
  columnas: columns.map(({ cellOf: _, ...column }) =>
    column.tipo === 'importe' ? { ...column, ancho: Math.max(column.ancho, width) } : column,
  ),
  filas: cellsOf(rows, columns),
});

/** `summed`: the kinds of columns that are added up. A column without values has no sum, because its sum is not zero but unknown. */
export const toShownSheet = (
  { titulo, nota, columnas, filas, de }: NonNullable<MethodParsed<'explicaciones.exportar'>['pantalla']>,
  cuenta: string,
  summed: readonly ColumnType[] = ['importe'],
): TableSheet => ({
  forma: 'tabla',
  nombre: titulo,
  sello: [
    titulo,
    cuenta,
    ...(nota === undefined ? [] : [nota]),
    ...(de === undefined ? [] : [`${formatNumber(filas.length)} / ${formatNumber(de)}`]),
  ],
  columnas: columnas.map(({ titulo: title, tipo }, i) => ({
    titulo: title,
    tipo,
    ancho: tipo === 'importe' ? 17 : 12,
    ...(summed.includes(tipo) && filas.some((row) => row[i] !== null) ? { total: 'suma' as const } : {}),
  })),
  vacia: '—',
  filas: filas.map((row) => row.map((value, i) => toShownCell(value, columnas[i]?.tipo))),
});

function toShownCell(value: string | null, tipo: ColumnType | undefined): Cell {
  if (tipo === 'importe') return toAmountCell(value);
  return tipo === 'entero' && value !== null && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

export const asFact = (label: string, valor: Cell, tipo: ColumnType = 'texto'): RecordFact => ({ label, tipo, valor });

export const toPair = (count: string, amount: string): RecordTable['columnas'] => [
  { titulo: count, tipo: 'entero', total: 'suma' },
  { titulo: amount, tipo: 'importe', total: 'suma' },
];

export function toOutputError(error: unknown, file: string, noFolder: FailureWords): unknown {
  if (getSystemCode(error) !== 'ENOENT') return toDiskError(error);
  const detail = { carpeta: path.dirname(file) };
  return new AppError('CARPETA_SIN_PERMISO', { cause: error, detail, mensaje: noFolder });
}

interface BookOptions extends Pick<WriteWorkbookOptions, 'signal' | 'onProgress' | 'maxRows' | 'language'> {
  readonly now: Instant;
  /** By default the file must not exist. */
  readonly ifExists?: WriteWorkbookOptions['ifExists'];
  readonly noFolder?: FailureWords;
}

/** Writes a workbook and returns its absolute path. Throws SALIDA_EXISTENTE, DISCO_LLENO, CARPETA_SIN_PERMISO or the signal's reason, and leaves no file. */
export async function writeBook(
  file: string,
  sheets: readonly OutputSheet[],
  { now, ifExists = 'rechazar', noFolder, ...options }: BookOptions,
): Promise<string> {
  try {
    return await writeWorkbook(path.resolve(file), sheets, { ...options, creado: now, ifExists });
  } catch (error) {
    throw noFolder === undefined ? toDiskError(error) : toOutputError(error, file, noFolder);
  }
}
