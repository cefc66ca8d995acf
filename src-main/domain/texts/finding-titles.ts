import type { RowErrorCode, RowNoticeCode } from '../finding.ts';
import { LABELS } from './labels.ts';
import type { Words } from './language.ts';

/** The name of each kind of problem, in words for the middle of a sentence: "Lote: no es un número". */
export const FINDING_TITLES: Readonly<Record<RowErrorCode | RowNoticeCode, Words>> = {
  OBLIGATORIO: ['falta', 'missing'],
  LARGO_MAXIMO: [LABELS.tooLong.es, LABELS.tooLong.en],
  NO_ES_NUMERO: ['no es un número', 'not a number'],
  NO_ES_FECHA: ['no es una fecha', 'not a date'],
  FECHA_AMBIGUA: ['se lee de dos maneras', 'can be read two ways'],
  FECHA_IMPOSIBLE: ['no existe en el calendario', 'not in the calendar'],
  IMPORTE_INVALIDO: ['no es un importe', 'not an amount'],
  DECIMALES_DE_MAS: ['tiene más de dos decimales', 'more than two decimals'],
  TIPO_DE_CUPON_INDEFINIDO: [
    'le falta el comprobante y los últimos 4, o el ID de la billetera',
    'receipt number and last 4, or wallet ID, missing',
  ],
  CELDA_CON_ERROR: ['la celda tiene un error', 'the cell has an error'],
  FORMULA_SIN_VALOR: ['la fórmula no tiene resultado', 'the formula has no result'],
  PRECISION_PERDIDA: ['perdió las últimas cifras', 'lost its last digits'],
  OTRO_ENCABEZADO: ['está abajo de otro encabezado', 'is below another header'],
  CELDAS_DE_MAS: ['la fila tiene celdas de más', 'the row has too many cells'],
  ES_UNA_FECHA: ['es una fecha', 'is a date'],
  FILA_DE_TOTALES: ['línea de totales', 'totals line'],
  ENCABEZADO_REPETIDO: ['encabezado repetido', 'repeated header'],
  FILA_IGNORADA: ['solo texto', 'text only'],
  FILA_OMITIDA: ['fila omitida', 'row left out'],
  CELDA_COMBINADA: ['celda combinada', 'merged cell'],
  OTRA_HOJA_CON_TABLA: ['otra hoja con cupones', 'another sheet with coupons'],
  FALTA_COLUMNA: ['falta la columna', 'has no column'],
  OTRA_TABLA_AL_LADO: ['otra tabla de ventas al lado', 'another table of sales alongside'],
  TITULO_REPETIDO: ['dos columnas con el mismo título', 'two columns with the same header'],
  FECHA_DE_NUMERO_SERIE: ['era un número', 'was a number'],
  FECHA_FUTURA: ['es futura', 'in the future'],
  FECHA_ANTIGUA: ['es de hace más de dos años', 'over two years old'],
  FECHA_LEJANA: ['lejos de las otras ventas', 'far from the other sales'],
  FECHA_DECIDE_ORDEN: ['decide que el mes va primero', 'decides that the month comes first'],
  FECHA_EN_TEXTO: ['tiene fechas', 'has dates'],
  IMPORTE_CERO: ['es cero', 'zero'],
  PARECE_DEVOLUCION: ['parece una devolución', 'looks like a refund'],
  COLUMNA_DE_SIGNO: [
    'una columna que no se usa puede decir qué filas son devoluciones',
    'a column that is not used may say which rows are refunds',
  ],
  FILAS_POR_CUOTA: ['filas que parecen cuotas de una venta', 'rows that look like instalments of one sale'],
  IMPORTES_NEGATIVOS: ['negativo', 'negative'],
  CEROS_PERDIDOS: ['perdió los ceros de adelante', 'lost its leading zeros'],
  NUMERO_DE_TARJETA: ['vino un número de tarjeta', 'came with a card number'],
  PARECE_NUMERO_DE_TARJETA: ['puede ser un número de tarjeta', 'may be a card number'],
  TARJETA_TAPADA: ['vino tapado', 'came masked'],
  CORREGIDO: ['corregido', 'corrected'],
  ARREGLO_DE_PLANTILLA: ['corregido por la plantilla', 'corrected by the template'],
  TIPO_DE_CUPON_MEZCLADO: ['datos de billetera y de tarjeta', 'wallet and card data'],
  POSIBLE_DUPLICADO: ['igual a otra fila', 'same as another row'],
  VENTA_ANULADA: ['anulada: se compensa con otra fila', 'voided: it nets to zero with another row'],
  REFERENCIA_REPETIDA: ['la misma, con importes distintos', 'the same one, with different amounts'],
  YA_ENVIADO: ['ya lo mandaste', 'already sent'],
  CORRIGE_ENVIADO: ['corrige uno que mandaste', 'corrects one you sent'],
  PARECE_ENVIADO: ['parece uno que mandaste', 'looks like one you sent'],
  CONCILIACION_SIN_PROBAR: ['conciliación sin probar', 'unproven reconciliation'],
};

/** Findings that no rule of a template can fix, because the fix depends on the row's amount or on other rows. */
export const FIXED_BY_ROW: ReadonlySet<RowErrorCode | RowNoticeCode> = new Set([
  'PARECE_DEVOLUCION',
  'FECHA_FUTURA',
  'FECHA_ANTIGUA',
  'FECHA_IMPOSIBLE',
  'FECHA_LEJANA',
]);

/** The name of the notice about a row that says that its sale was voided, but has a positive amount. */
export const VOIDED_TITLE: Words = ['figura anulada', 'looks voided'];

/** The name of the error of a field that has more than the last four digits of a card. */
export const LONG_CARD_TITLE: Words = ['tiene más de cuatro cifras', 'more than four digits'];

const FIRST_LETTER = /^\p{Ll}/u;

export const toHeading = (title: string): string => title.replace(FIRST_LETTER, (letter) => letter.toUpperCase());
