import type { SentAnswer } from './cupones/duplicates.ts';
import type { CuponField } from './cupon.ts';
import type { CivilDate } from './civil-date.ts';
import type { ForeignFormat } from './texts/failures.ts';

/** Codes of errors in a row (docs/cli.md, "JSON results"). A row with an error is not sent. */
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

/** Codes of notices. A notice alone does not keep a coupon from being sent (docs/coupons.md). */
export const ROW_NOTICE_CODES = [
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
  'FILA_OMITIDA',
  'CELDA_COMBINADA',
  'OTRA_HOJA_CON_TABLA',
  'FALTA_COLUMNA',
  'OTRA_TABLA_AL_LADO',
  'TITULO_REPETIDO',
  'FECHA_DE_NUMERO_SERIE',
  'FECHA_FUTURA',
  'FECHA_ANTIGUA',
  'FECHA_LEJANA',
  'FECHA_DECIDE_ORDEN',
  'FECHA_EN_TEXTO',
  'IMPORTE_CERO',
  'PARECE_DEVOLUCION',
  'COLUMNA_DE_SIGNO',
  'FILAS_POR_CUOTA',
  'IMPORTES_NEGATIVOS',
  'CEROS_PERDIDOS',
  'NUMERO_DE_TARJETA',
  'PARECE_NUMERO_DE_TARJETA',
  'TARJETA_TAPADA',
  'ARREGLO_DE_PLANTILLA',
  'CORREGIDO',
  'TIPO_DE_CUPON_MEZCLADO',
  'POSIBLE_DUPLICADO',
  'VENTA_ANULADA',
  'REFERENCIA_REPETIDA',
  'YA_ENVIADO',
  'CORRIGE_ENVIADO',
  'PARECE_ENVIADO',
  'CONCILIACION_SIN_PROBAR',
] as const;
export type RowNoticeCode = (typeof ROW_NOTICE_CODES)[number];

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

/** The sale of a row that was not sent, so that a person finds it at the till. Values that could not be read are as in the cell, with card numbers masked. */
export interface SaleOfRow {
  /** `YYYY-MM-DD`, or the text of the cell. */
  readonly fecha: string | null;
  readonly tarjeta: string | null;
  readonly tarjeta_nro: string | null;
  readonly comprobante: string | null;
  /** Decimal text with a dot; null where unknown. */
  readonly importe: string | null;
  /** The text of the cell, if it could not be read as an amount. */
  readonly importeEscrito?: string;
}

/** An error of a row (keys as in docs/cli.md). `valor`: the text of the cell, with card numbers masked. */
export interface RowError {
  readonly fila: number;
  /** The header of the column, or its letter if it has none; null for an error of the whole row, or of a field that no column has. */
  readonly columna: string | null;
  readonly campo: CuponField | null;
  readonly codigo: RowErrorCode;
  readonly valor: string;
  readonly mensaje: string;
  /** The value that would correct the error, if the program knows it (docs/coupons.md), such as the last four digits. */
  readonly arreglo?: string;
  readonly venta?: SaleOfRow;
}

/** A coupon of an earlier upload that has the same sale. */
export interface PreviousCupon {
  readonly carga: string;
  /** The name that the file had then, without its folder. */
  readonly archivo: string;
  /** Null if that upload had only one sheet, or if the file is a text file. */
  readonly hoja: string | null;
  readonly fila: number;
  /** `YYYY-MM-DD`: the day on which a person decided to send. */
  readonly dia: string;
}

/** The coupon of an earlier upload that a coupon repeats, corrects or resembles, and how it was recognised (`cupones/duplicates.ts`). */
export interface RecognisedCupon extends PreviousCupon {
  readonly seq: number;
  readonly answer: SentAnswer;
  /** The value of the earlier coupon in the corrected field; null if the coupon corrects none. */
  readonly antes: string | null;
}

export interface TitledColumn {
  readonly campo: CuponField;
  readonly titulo: string;
  readonly letra: string;
}

/** What changed a value: a person in one row (`mano`) or in all rows alike (`todas`), a value of the operation (`tarjeta`), a template's rule (`plantilla`). */
export type CorrectionWay = 'mano' | 'todas' | 'tarjeta' | 'plantilla';

/** A notice about a row, or about the whole file (`fila` null). */
export interface RowNotice {
  readonly fila: number | null;
  readonly columna?: string | null;
  readonly campo?: CuponField | null;
  readonly codigo: RowNoticeCode;
  /** The value that the notice is about. For a line of totals its amount, as decimal text with a dot if it could be read. */
  readonly valor?: string;
  readonly mensaje: string;
  readonly arreglo?: string;
  /** Only for `YA_ENVIADO`, `CORRIGE_ENVIADO` and `PARECE_ENVIADO` of a row. */
  readonly anterior?: PreviousCupon;
  /** How many coupons, rows or cells the notice is about. */
  readonly filas?: number;
  readonly primeras?: readonly number[];
  /** Only for `CORREGIDO`: `valor` is the file's text, and `arreglo` what is sent instead. */
  readonly modo?: CorrectionWay;
  /** Only for a row without errors that was left out. */
  readonly venta?: SaleOfRow;
}

/** A finding with its file and sheet. `hoja` is null for a text file. */
export type InFile<T> = T & { readonly archivo: string; readonly hoja?: string | null };

export interface ColumnsUsed {
  readonly mapeo: Readonly<Partial<Record<CuponField, string>>>;
  readonly sinMapear: readonly string[];
}

interface FoundTable extends ColumnsUsed {
  readonly hoja: string | null;
  readonly encabezado: number;
}

/** The findings of one file: the document of `validar --json` without the coupons. */
export interface ValidationSummary extends FoundTable {
  readonly archivo: string;
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
  readonly dudas?: readonly Doubt[];
}

/** A file that could not be read (docs/cli.md). With `COLUMNAS_SIN_MAPEAR` also the table that was found, and its doubts. */
export interface UnreadableFile extends Partial<FoundTable> {
  readonly dudas?: readonly Doubt[];
  readonly archivo: string;
  readonly codigo: FileErrorCode;
  readonly mensaje: string;
  readonly formato?: ForeignFormat;
  /** Only for `COLUMNAS_SIN_MAPEAR`: the column that the person asked for and the sheet does not have. */
  readonly pedida?: { readonly columna: string; readonly campo: CuponField };
}

// Questions about a whole column or file, in the form of documents. `cupones/doubts` finds them and applies the answers.

export type DoubtKind =
  | 'importe'
  | 'signo'
  | 'decimal'
  | 'anio'
  | 'cifras'
  | 'fechas'
  | 'vuelta'
  | 'hora'
  | 'huso'
  | 'numero'
  | 'grupos'
  | 'ocultas';

export interface DoubtReading {
  /** The value that chooses this reading (`--responder CLAVE=VALOR`). */
  readonly valor: string;
  /** A cell as written and as read: a date as `YYYY-MM-DD`, an amount as decimal text with a dot. */
  readonly muestra?: { readonly escrito: string; readonly leido: string };
  /** The sum of the coupons if they are read this way: decimal text with a dot. */
  readonly importe?: string;
  readonly cupones?: number;
  readonly desde?: CivilDate;
  readonly hasta?: CivilDate;
  readonly suma?: readonly string[];
  /** How many dates can only be read this way, and the first of them. */
  readonly solo?: { readonly filas: number; readonly fila: number; readonly escrito: string };
}

/** A doubt in the form of documents (docs/cli.md, `dudas`). */
export interface Doubt {
  readonly tipo: DoubtKind;
  /** The key of the answer: the kind of doubt, with the field if several columns can have this kind of doubt. */
  readonly clave: string;
  readonly campo: CuponField | null;
  /** The names of the columns in question; none for a doubt about rows. */
  readonly columnas: readonly string[];
  readonly filas: number;
  readonly lecturas: readonly DoubtReading[];
  /** The reading that was taken; null if no reading is taken without an answer. */
  readonly tomada: string | null;
  /** Whether the reading was chosen by a person or a template. */
  readonly elegida: boolean;
}

export type DoubtAnswers = Readonly<Record<string, string>>;
