import type { ReviewProblem } from '#contract/revision.ts';
import { describeFindingInEnglish, withoutSwitches } from '#domain/texts/row-notices.ts';
import { m } from '../../paraglide/messages.js';
import { getSharedLabel, getLanguage } from '../../ui/language.ts';
import { getFieldName } from './fields.ts';

/** A problem of a row, or a notice of the whole file. */
interface Finding {
  readonly codigo: ReviewProblem['codigo'];
  readonly campo?: Parameters<typeof getFieldName>[0] | null;
  readonly valor?: string;
  readonly arreglo?: string | null;
  readonly anterior?: ReviewProblem['anterior'];
  readonly filas?: number;
  readonly mensaje: string;
}

/** A finding in words: in Spanish as the core wrote it for the command line and the workbooks, in English from its data. */
export function messageOf(problem: Finding): string {
  return getLanguage() === 'es' ? withoutSwitches(problem.mensaje) : describeFindingInEnglish(problem);
}

/** The heading of a group: what its rows have in common, without their values. */
const TITLES: Readonly<Record<ReviewProblem['codigo'], () => string>> = {
  OBLIGATORIO: m.titulo_obligatorio,
  LARGO_MAXIMO: () => getSharedLabel('tooLong'),
  NO_ES_NUMERO: m.titulo_no_es_numero,
  NO_ES_FECHA: m.titulo_no_es_fecha,
  FECHA_AMBIGUA: m.titulo_fecha_ambigua,
  FECHA_IMPOSIBLE: m.titulo_fecha_imposible,
  IMPORTE_INVALIDO: m.titulo_importe_invalido,
  DECIMALES_DE_MAS: m.titulo_decimales_de_mas,
  TIPO_DE_CUPON_INDEFINIDO: m.titulo_tipo_de_cupon_indefinido,
  CELDA_CON_ERROR: m.titulo_celda_con_error,
  FORMULA_SIN_VALOR: m.titulo_formula_sin_valor,
  PRECISION_PERDIDA: m.titulo_precision_perdida,
  OTRO_ENCABEZADO: m.titulo_otro_encabezado,
  CELDAS_DE_MAS: m.titulo_celdas_de_mas,
  ES_UNA_FECHA: m.titulo_es_una_fecha,
  FILA_DE_TOTALES: m.titulo_fila_de_totales,
  ENCABEZADO_REPETIDO: m.titulo_encabezado_repetido,
  FILA_IGNORADA: m.titulo_fila_ignorada,
  FILA_OMITIDA: m.titulo_fila_omitida,
  CELDA_COMBINADA: m.titulo_celda_combinada,
  OTRA_HOJA_CON_TABLA: m.titulo_otra_hoja_con_tabla,
  FALTA_COLUMNA: m.titulo_falta_columna,
  OTRA_TABLA_AL_LADO: m.titulo_otra_tabla_al_lado,
  TITULO_REPETIDO: m.titulo_titulo_repetido,
  FECHA_DE_NUMERO_SERIE: m.titulo_fecha_de_numero_serie,
  FECHA_DE_OTRO_HUSO: m.titulo_fecha_de_otro_huso,
  FECHA_DADA_VUELTA: m.titulo_fecha_dada_vuelta,
  FECHA_FUTURA: m.titulo_fecha_futura,
  FECHA_ANTIGUA: m.titulo_fecha_antigua,
  FECHA_DECIDE_ORDEN: m.titulo_fecha_decide_orden,
  FECHA_EN_TEXTO: m.titulo_fecha_en_texto,
  IMPORTE_CERO: m.titulo_importe_cero,
  PARECE_DEVOLUCION: m.titulo_parece_devolucion,
  COLUMNA_DE_SIGNO: m.titulo_columna_de_signo,
  CEROS_PERDIDOS: m.titulo_ceros_perdidos,
  NUMERO_DE_TARJETA: m.titulo_numero_de_tarjeta,
  PARECE_NUMERO_DE_TARJETA: m.titulo_parece_numero_de_tarjeta,
  TARJETA_TAPADA: m.titulo_tarjeta_tapada,
  CORREGIDO: m.titulo_corregido,
  ARREGLO_DE_PLANTILLA: m.titulo_arreglo_de_plantilla,
  TIPO_DE_CUPON_MEZCLADO: m.titulo_tipo_de_cupon_mezclado,
  POSIBLE_DUPLICADO: m.titulo_posible_duplicado,
  VENTA_ANULADA: m.titulo_venta_anulada,
  YA_ENVIADO: m.titulo_ya_enviado,
  CORRIGE_ENVIADO: m.titulo_corrige_enviado,
  PARECE_ENVIADO: m.titulo_parece_enviado,
  CONCILIACION_SIN_PROBAR: m.titulo_conciliacion_sin_probar,
};

const FIRST_LETTER = /^\p{Ll}/u;

/** A kind of problem in words: "Últimos 4: tiene más de cuatro cifras". */
export function titleOf({ codigo, campo, clase }: Pick<ReviewProblem, 'codigo' | 'campo' | 'clase'>): string {
  const isLongCard = codigo === 'LARGO_MAXIMO' && campo === 'tarjeta_nro' && clase === 'error';
  const title = isLongCard ? m.titulo_largo_tarjeta() : TITLES[codigo]();
  return campo === null
    ? title.replace(FIRST_LETTER, (letter) => letter.toUpperCase())
    : m.filas_titulo_de_campo({ campo: getFieldName(campo), titulo: title });
}
