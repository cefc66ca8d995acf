import type { SentAnswer } from './cupones/sent-before.ts';
import type { CivilDate } from './civil-date.ts';
import type { CuponField } from './cupon.ts';
import type { Doubt } from './doubt.ts';

/** Codes of a row's errors (docs/cli.md, "JSON results"). An error keeps the row from being sent. */
export const ROW_ERROR_CODES = [
  'OBLIGATORIO',
  'LARGO_MAXIMO',
  'NO_ES_NUMERO',
  'NO_ES_FECHA',
  'FECHA_AMBIGUA',
  'FECHA_IMPOSIBLE',
  'IMPORTE_INVALIDO',
  'DECIMALES_DE_MAS',
  'TIPO_DE_CUPON_INDEFINIDO',
  'CELDA_CON_ERROR',
  'FORMULA_SIN_VALOR',
  'PRECISION_PERDIDA',
  'OTRO_ENCABEZADO',
  'CELDAS_DE_MAS',
  'ES_UNA_FECHA',
] as const;
export type RowErrorCode = (typeof ROW_ERROR_CODES)[number];

/** Codes of notices, which never make a row invalid (docs/coupons.md). */
export const ROW_NOTICE_CODES = [
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
  'FILA_OMITIDA',
  'FILA_OCULTA',
  'CELDA_COMBINADA',
  'OTRA_HOJA_CON_TABLA',
  'FALTA_COLUMNA',
  'OTRA_TABLA_AL_LADO',
  'TITULO_REPETIDO',
  'FECHA_DE_NUMERO_SERIE',
  'FECHA_DE_OTRO_HUSO',
  'FECHA_DADA_VUELTA',
  'FECHA_FUTURA',
  'FECHA_ANTIGUA',
  'FECHA_DECIDE_ORDEN',
  'FECHA_EN_TEXTO',
  'IMPORTE_CERO',
  'PARECE_DEVOLUCION',
  'COLUMNA_DE_SIGNO',
  'CEROS_PERDIDOS',
  'NUMERO_DE_TARJETA',
  'PARECE_NUMERO_DE_TARJETA',
  'TARJETA_TAPADA',
  'ARREGLO_DE_PLANTILLA',
  'CORREGIDO',
  'TIPO_DE_CUPON_MEZCLADO',
  'POSIBLE_DUPLICADO',
  'VENTA_ANULADA',
  'YA_ENVIADO',
  'CORRIGE_ENVIADO',
  'PARECE_ENVIADO',
  'CONCILIACION_SIN_PROBAR',
] as const;
export type RowNoticeCode = (typeof ROW_NOTICE_CODES)[number];

/** Codes of a file that cannot be used at all. */
export const FILE_ERROR_CODES = [
  'FORMATO_DESCONOCIDO',
  'ARCHIVO_DANADO',
  'ARCHIVO_PROTEGIDO',
  'ARCHIVO_DEMASIADO_GRANDE',
  'HOJA_INEXISTENTE',
  'SIN_TABLA',
  'COLUMNAS_SIN_MAPEAR',
  'ARCHIVO_INEXISTENTE',
  'ARCHIVO_ILEGIBLE',
] as const;
export type FileErrorCode = (typeof FILE_ERROR_CODES)[number];

/**
 * The sale of a row that is not sent, so that a person can find it at the till. Each value is as it was read, else the text of its cell. Card
 * numbers are masked.
 */
export interface SaleOfRow {
  /** `YYYY-MM-DD`, or what the cell says. */
  readonly fecha: string | null;
  readonly tarjeta: string | null;
  /** The last four digits. */
  readonly tarjeta_nro: string | null;
  readonly comprobante: string | null;
  /** Decimal text with a dot; null where it is not known. */
  readonly importe: string | null;
  /** The text of the cell where it is no amount. */
  readonly importeEscrito?: string;
}

/** One thing found wrong with a row (keys as in docs/cli.md). `valor` is the raw text, card numbers already masked. */
export interface RowError {
  readonly fila: number;
  /** The header's text, or the column's letter when it has none; null when the finding is of the whole row. */
  readonly columna: string | null;
  readonly campo: CuponField | null;
  readonly codigo: RowErrorCode;
  readonly valor: string;
  readonly mensaje: string;
  /** The value that would fix the error, when there is one (docs/coupons.md: the last four digits, the padded number). */
  readonly arreglo?: string;
  readonly venta?: SaleOfRow;
}

/** An equal coupon that an earlier upload sent. */
export interface PreviousCupon {
  readonly carga: string;
  /** The name that the file had then, without its folder. */
  readonly archivo: string;
  /** Null where its rows were all of one sheet. */
  readonly hoja: string | null;
  readonly fila: number;
  /** `YYYY-MM-DD`: when it was decided to send it. */
  readonly dia: string;
}

/** How a coupon was recognised among those that were sent (`cupones/sent-before.ts`). */
export interface RecognisedCupon extends PreviousCupon {
  /** The number of the earlier coupon in its upload. */
  readonly seq: number;
  readonly answer: SentAnswer;
  /** Of a correction: what the earlier coupon says in the corrected field. */
  readonly antes: string | null;
}

/** A column of a table, with the field that it would be given to. */
export interface TitledColumn {
  readonly campo: CuponField;
  readonly titulo: string;
  readonly letra: string;
}

/** How a value came to differ from the file: typed for its row, for all rows like it, as the processor reported it, or by a rule of the template. */
export const CORRECTION_WAYS = ['mano', 'todas', 'tarjeta', 'plantilla'] as const;
export type CorrectionWay = (typeof CORRECTION_WAYS)[number];

/** One thing worth knowing about a row, or about the file (`fila` null). */
export interface RowNotice {
  readonly fila: number | null;
  readonly columna?: string | null;
  readonly campo?: CuponField | null;
  readonly codigo: RowNoticeCode;
  /** For a line of totals, its amount: decimal text with a dot where it can be read. */
  readonly valor?: string;
  readonly mensaje: string;
  readonly arreglo?: string;
  /** Only of `YA_ENVIADO`, `CORRIGE_ENVIADO` and `PARECE_ENVIADO` of a row. */
  readonly anterior?: PreviousCupon;
  /** `OTRA_HOJA_CON_TABLA`, `OTRA_TABLA_AL_LADO`, and `YA_ENVIADO` without a row: how many coupons. `FALTA_COLUMNA`: how many rows lack the field. `FECHA_EN_TEXTO`: how many cells. `COLUMNA_DE_SIGNO`: how many rows say something else than most. `ARREGLO_DE_PLANTILLA`: how many rows were fixed. */
  readonly filas?: number;
  /** Only of `CORREGIDO`: `valor` is what the file says, and `arreglo` what is sent instead. */
  readonly modo?: CorrectionWay;
  /** Only for a row that was left out although nothing is wrong with it. */
  readonly venta?: SaleOfRow;
}

/** The first and last day of a column's dates, when they are read in one order. */
export interface DateSpan {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** A column of dates as texts in which nothing says whether the day or the month comes first: every text is a date in both orders. */
export interface OpenDates {
  readonly campo: CuponField;
  /** The first of them, as it is written. */
  readonly ejemplo: string;
  /** How many rows would get another date if the day and the month were read in the other order. */
  readonly filas: number;
  readonly dia: DateSpan;
  readonly mes: DateSpan;
}

/** Such a column as its file was read: which order was used, and whether somebody chose it. */
export interface DatesOfColumn extends OpenDates {
  readonly columna: string;
  /** How they were read: day/month or month/day. */
  readonly orden: 'dia' | 'mes';
  /** False where nobody chose the order. */
  readonly elegido: boolean;
}

/** A finding with its file and sheet. `hoja` is null for a text file, and absent in findings kept by versions that did not keep the sheet. */
export type InFile<T> = T & { readonly archivo: string; readonly hoja?: string | null };

/** The columns of a file by their names: those given to fields, and those that are not sent. */
export interface ColumnsUsed {
  readonly mapeo: Readonly<Partial<Record<CuponField, string>>>;
  readonly sinMapear: readonly string[];
}

/** Where the table of a file was found, and its columns (keys as in docs/cli.md). */
interface FoundTable extends ColumnsUsed {
  readonly hoja: string | null;
  readonly encabezado: number;
}

/** The findings of reading and validating one file (the document of `validar --json`, without its coupons). */
export interface ValidationSummary extends FoundTable {
  readonly archivo: string;
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
  /** Questions about whole columns or about the file, and how each was read; absent where there are none. */
  readonly dudas?: readonly Doubt[];
  /** Columns whose dates can be read both ways; absent where there are none. */
  readonly fechas?: readonly DatesOfColumn[];
}

/** Kinds of files that are no workbook. Each has its own message, because what to do differs. `bloqueo`: the file that a program leaves beside an open workbook. */
export const FOREIGN_FORMATS = [
  'pdf',
  'imagen',
  'documento',
  'pagina',
  'comprimido',
  'numbers',
  'bloqueo',
  'carpeta',
  'vacio',
] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

/** A file that could not be read at all (docs/cli.md); with `COLUMNAS_SIN_MAPEAR` also the table that was found in it. */
export interface UnreadableFile extends Partial<FoundTable> {
  readonly archivo: string;
  readonly codigo: FileErrorCode;
  readonly mensaje: string;
  /** The kind of file, where it was recognised. */
  readonly formato?: ForeignFormat;
  /** Only of `COLUMNAS_SIN_MAPEAR`: a column that was asked for and that the sheet does not have. */
  readonly pedida?: { readonly columna: string; readonly campo: CuponField };
}
