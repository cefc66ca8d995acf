import type { SentAnswer } from './cupones/duplicates.ts';
import type { CuponField } from './cupon.ts';
import type { CivilDate } from './civil-date.ts';
import type { ForeignFormat } from './texts/failures.ts';

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

/** The sale of a row that is not sent, so that a person can find it at the till. Each value as it was read, else the text of its cell. Card numbers masked. */
export interface SaleOfRow {
  /** `YYYY-MM-DD`, or the text of the cell. */
  readonly fecha: string | null;
  readonly tarjeta: string | null;
  readonly tarjeta_nro: string | null;
  readonly comprobante: string | null;
  /** Decimal text with a dot; null where unknown. */
  readonly importe: string | null;
  /** The text of a cell that is no amount. */
  readonly importeEscrito?: string;
}

/** An error of a row (keys as in docs/cli.md). `valor` is the raw text, card numbers masked. */
export interface RowError {
  readonly fila: number;
  /** The header's text, or the letter of a column without one; null for an error of the whole row. */
  readonly columna: string | null;
  readonly campo: CuponField | null;
  readonly codigo: RowErrorCode;
  readonly valor: string;
  readonly mensaje: string;
  /** The value that would fix the error, if any (docs/coupons.md: the last four digits, the padded number). */
  readonly arreglo?: string;
  readonly venta?: SaleOfRow;
}

/** An equal coupon that an earlier upload sent. */
export interface PreviousCupon {
  readonly carga: string;
  /** The file's name at that time, without its folder. */
  readonly archivo: string;
  /** Null where its rows were all of one sheet. */
  readonly hoja: string | null;
  readonly fila: number;
  /** `YYYY-MM-DD`: the day of the decision to send it. */
  readonly dia: string;
}

/** How a coupon was recognised among the sent ones (`cupones/duplicates.ts`). */
export interface RecognisedCupon extends PreviousCupon {
  /** The number of the earlier coupon in its upload. */
  readonly seq: number;
  readonly answer: SentAnswer;
  /** For a correction: the earlier coupon's value of the corrected field. */
  readonly antes: string | null;
}

export interface TitledColumn {
  readonly campo: CuponField;
  readonly titulo: string;
  readonly letra: string;
}

/**
 * How a value came to differ from the file: a person typed it for its row, or for all rows like it; it was taken from the processor; or a template's
 * rule changed it.
 */
export type CorrectionWay = 'mano' | 'todas' | 'tarjeta' | 'plantilla';

/** Something worth knowing about a row, or about the file (`fila` null). */
export interface RowNotice {
  readonly fila: number | null;
  readonly columna?: string | null;
  readonly campo?: CuponField | null;
  readonly codigo: RowNoticeCode;
  /** For a line of totals, its amount: decimal text with a dot if readable. */
  readonly valor?: string;
  readonly mensaje: string;
  readonly arreglo?: string;
  /** Only for `YA_ENVIADO`, `CORRIGE_ENVIADO` and `PARECE_ENVIADO` of a row. */
  readonly anterior?: PreviousCupon;
  /** Coupons, rows or cells that the notice counts. */
  readonly filas?: number;
  /** The numbers of the first of those rows. */
  readonly primeras?: readonly number[];
  /** Only for `CORREGIDO`: `valor` is the file's text, and `arreglo` what is sent instead. */
  readonly modo?: CorrectionWay;
  /** Only for a row that was left out without an error. */
  readonly venta?: SaleOfRow;
}

/** A finding with its file and sheet. `hoja` is null for a text file. */
export type InFile<T> = T & { readonly archivo: string; readonly hoja?: string | null };

/** The columns of a file by their names: those given to fields, and those that are not sent. */
export interface ColumnsUsed {
  readonly mapeo: Readonly<Partial<Record<CuponField, string>>>;
  readonly sinMapear: readonly string[];
}

interface FoundTable extends ColumnsUsed {
  readonly hoja: string | null;
  readonly encabezado: number;
}

/** The findings of one file (the document of `validar --json`, without its coupons). */
export interface ValidationSummary extends FoundTable {
  readonly archivo: string;
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
  /** Questions about whole columns or the file, and how each was read. */
  readonly dudas?: readonly Doubt[];
}

/** An unreadable file (docs/cli.md); with `COLUMNAS_SIN_MAPEAR` also the table that was found in it, with its doubts. */
export interface UnreadableFile extends Partial<FoundTable> {
  readonly dudas?: readonly Doubt[];
  readonly archivo: string;
  readonly codigo: FileErrorCode;
  readonly mensaje: string;
  readonly formato?: ForeignFormat;
  /** Only for `COLUMNAS_SIN_MAPEAR`: a requested column that the sheet lacks. */
  readonly pedida?: { readonly columna: string; readonly campo: CuponField };
}

// Questions about a whole column or file, as documents carry them. `cupones/doubts` finds them and applies their answers.

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

/** One way to read the column or the file. */
export interface DoubtReading {
  /** What chooses this reading (`--responder CLAVE=VALOR`). */
  readonly valor: string;
  /** A cell as written and as read: a date as `YYYY-MM-DD`, an amount as decimal text with a dot. */
  readonly muestra?: { readonly escrito: string; readonly leido: string };
  /** The sum of the coupons in this reading: decimal text with a dot. */
  readonly importe?: string;
  readonly cupones?: number;
  readonly desde?: CivilDate;
  readonly hasta?: CivilDate;
  /** The columns whose sum this column is in every row. */
  readonly suma?: readonly string[];
}

/** A doubt as documents carry it (docs/cli.md, `dudas`). */
export interface Doubt {
  readonly tipo: DoubtKind;
  /** The key of its answer: the kind, with the field where several columns can have the same doubt. */
  readonly clave: string;
  readonly campo: CuponField | null;
  /** The names of its columns; none for a doubt about rows. */
  readonly columnas: readonly string[];
  /** How many rows the answer changes. */
  readonly filas: number;
  readonly lecturas: readonly DoubtReading[];
  /** The reading in use; null where an answer is needed first. */
  readonly tomada: string | null;
  /** Whether a person or a template answered. */
  readonly elegida: boolean;
}

export type DoubtAnswers = Readonly<Record<string, string>>;
