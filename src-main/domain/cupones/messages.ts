import { CUPON_CAMPOS, type CuponField } from '../cupon.ts';
import type { RowErrorCode } from '../finding.ts';
import { readAmountText } from './amount-text.ts';
import { labelOf } from './fields.ts';

/** Messages quote this many characters of a long value; `valor` has all of it. */
const QUOTED = 60;
const quote = (valor: string): string => `«${valor.length > QUOTED ? `${valor.slice(0, QUOTED)}…` : valor}»`;

const lengthMessage = (
  campo: CuponField | null,
  valor: string,
  arreglo: string | undefined,
  longest: number | undefined,
): string => {
  if (campo === 'tarjeta_nro' && arreglo !== undefined)
    return 'Vino el número de tarjeta completo. Lo tapamos al leerlo: no se guarda ni se envía. Dejá los últimos cuatro.';
  if (campo === 'bin' && arreglo !== undefined)
    return `${quote(valor)} es más que los primeros seis de la tarjeta. La fila quedó apartada. Dejá los primeros seis.`;
  const largo = longest ?? (campo === null ? null : CUPON_CAMPOS[campo].largo);
  const unit = campo !== null && CUPON_CAMPOS[campo].tipo === 'numero' ? 'cifras' : 'caracteres';
  return `${quote(valor)} pasa de ${String(largo)} ${unit}. La fila quedó apartada. Acortalo.`;
};

const WHOLE_DIGITS = 12;

const amountMessage = (valor: string): string => {
  // The text can be read, but its column uses both the comma and the dot as the decimal mark.
  if (readAmountText(valor).kind === 'dudoso')
    return `${quote(valor)} puede tener miles o decimales: la columna usa la coma y el punto para los dos. No elegimos por vos. Escribilo con centavos, como 12.450,00.`;
  const whole = valor.replace(/[.,]\d{1,2}\D*$/, '').replace(/\D/g, '');
  return whole.length > WHOLE_DIGITS && /^[-+$(\d., ]+\)?-?$/.test(valor)
    ? `${quote(valor)} tiene más de ${String(WHOLE_DIGITS)} cifras enteras. La fila quedó apartada y el resto está bien. Revisá el importe.`
    : `${quote(valor)} no es un importe. La fila quedó apartada y el resto está bien. Escribilo como 12.450,00.`;
};

/** "de el comprobante" is written "del comprobante". */
const withDe = (que: string): string => (que.startsWith('el ') ? `d${que}` : `de ${que}`);

/**
 * The sentence of a row's error: what happened, what was kept, what to do (docs/visual-language.md §9). `valor` must come masked. `largo`: the longest
 * value that the row's card allows, where that differs from the field's own limit.
 */
export function describeError(
  codigo: RowErrorCode,
  campo: CuponField | null,
  valor: string,
  arreglo?: string,
  largo?: number,
): string {
  const que = campo === null ? 'el dato' : labelOf(campo);
  switch (codigo) {
    case 'OBLIGATORIO':
      return `${/^l[ao]s /.test(que) ? 'Faltan' : 'Falta'} ${que}. La fila quedó apartada y el resto está bien. Completá ese dato.`;
    case 'LARGO_MAXIMO':
      return lengthMessage(campo, valor, arreglo, largo);
    case 'NO_ES_NUMERO':
      if (campo === 'bin' && arreglo !== undefined)
        return `${quote(valor)} es un número de tarjeta tapado, no solo sus primeros seis. La fila quedó apartada. Dejá ${arreglo}.`;
      return `${quote(valor)} no es un número para ${que}. La fila quedó apartada. Escribilo solo con cifras.`;
    case 'NO_ES_FECHA':
      return `${quote(valor)} no es una fecha. La fila quedó apartada. Escribila como 31/12/2026.`;
    case 'FECHA_AMBIGUA':
      return `${quote(valor)} puede leerse día/mes o mes/día, y la columna usa los dos. No elegimos por vos. Decí el orden y lo aplicamos.`;
    case 'FECHA_IMPOSIBLE':
      return `${quote(valor)} no existe en el calendario. La fila quedó apartada. Corregí el día.`;
    case 'IMPORTE_INVALIDO':
      return amountMessage(valor);
    case 'DECIMALES_DE_MAS':
      return `${quote(valor)} tiene más de dos decimales. La fila quedó apartada; no redondeamos por vos. Dejalo con centavos.`;
    case 'TIPO_DE_CUPON_INDEFINIDO':
      return 'Le falta el comprobante y los últimos 4, o el ID de la billetera. La fila quedó apartada y el resto está bien.';
    case 'CELDA_CON_ERROR':
      return `La celda muestra ${quote(valor)} en lugar ${withDe(que)}. La fila quedó apartada. Corregí la fórmula.`;
    case 'FORMULA_SIN_VALOR':
      return `La fórmula ${withDe(que)} no tiene un resultado guardado. La fila quedó apartada. Abrí el archivo en Excel y guardalo.`;
    case 'PRECISION_PERDIDA':
      return `${quote(valor)} tiene más de 15 cifras y la planilla ya perdió las últimas. La fila quedó apartada. Escribilo como texto.`;
  }
}
