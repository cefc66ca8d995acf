import { CUPON_CAMPOS, type CuponField } from '../cupon.ts';
import type { CuponAnterior, RowErrorCode } from '../finding.ts';
import { readAmountText } from '../cupones/amount-text.ts';
import { labelOf } from '../cupones/fields.ts';
import { dayMonthYear, formatShortDay, shortenName } from './language.ts';

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

/** Card numbers of a column that came covered. */
export interface CoveredNumbers {
  readonly columna: string;
  /** The text of the first one. */
  readonly ejemplo: string;
  readonly howMany: number;
  /** How many gave the first six too. */
  readonly conBin: number;
}

/** What the notices of `cupones/notices.ts` say. */
export const NOTICES_IN_SPANISH = {
  totalsRow: () => 'Es una línea de totales, no un cupón. No se envía.',
  repeatedHeader: () => 'Es el encabezado otra vez. No se envía.',
  onlyText: () => 'Es solo texto, sin fecha ni importe. No se envía. Si era un cupón, completá esos datos.',
  leftOut: () => 'La omitiste: no se envió.',
  notSentAgain: (mensaje: string) => `${mensaje} No se mandó otra vez.`,
  hiddenRow: () => 'La fila está oculta en la planilla. Se leyó igual que las demás.',
  mergedCell: (de: readonly { readonly columna: string; readonly fila: number }[]) =>
    `Se tomó de una celda combinada: ${de.map(({ columna, fila: desde }) => `${columna}, de la fila ${String(desde)}`).join('; ')}.`,
  otherSheet: (hoja: string, filas: number) =>
    `La hoja «${hoja}» también tiene ${filas === 1 ? 'una fila' : `${String(filas)} filas`} de cupones y no se leyó. Si querías esa, elegila; o todas, con --hoja todas.`,
  serialDate: (valor: string, fecha: string) =>
    `El número ${valor} se leyó como la fecha ${dayMonthYear(fecha)}. Revisá que sea esa.`,
  futureDate: (valor: string) => `Es una fecha futura: ${dayMonthYear(valor)}. Revisá que esté bien.`,
  oldDate: (valor: string) => `Es de hace más de dos años: ${dayMonthYear(valor)}. Revisá que esté bien.`,
  zeroImporte: () => 'El importe es cero. Se envía así. Revisá que esté bien.',
  lostZeros: (valor: string, arreglo: string) =>
    `«${valor}» tiene menos cifras que las que corresponden: la planilla perdió los ceros de adelante. Se envía así si no lo cambiás por ${arreglo}.`,
  tarjetaNumber: () => 'Vino un número de tarjeta completo. Lo tapamos al leerlo: no se guarda, y se envía tapado.',
  looksLikeTarjeta: (covered: string, canBeCovered: boolean) =>
    `«${covered}» puede ser un número de tarjeta completo. Se envía entero, como vino${canBeCovered ? ', si no lo tapás.' : '. Si es una tarjeta, cambialo.'}`,
  coveredTarjeta: ({ columna, ejemplo, howMany, conBin }: CoveredNumbers) =>
    `En «${columna}» ${howMany === 1 ? 'un número vino tapado' : `${String(howMany)} números vinieron tapados`} («${ejemplo}»). Se toman los últimos cuatro${conBin > 0 ? ', y los primeros seis donde faltaba el BIN' : ''}.`,
  templateFix: (columna: string, howMany: number) =>
    `En «${columna}» ${howMany === 1 ? 'un valor se corrigió' : `${String(howMany)} valores se corrigieron`} como dice la plantilla.`,
  mixedKind: () =>
    'Tiene datos de billetera y también comprobante y tarjeta. Se toma como venta de billetera. Revisá que esté bien.',
  /** `de`: another file or sheet of the upload. */
  possibleDuplicate: (fila: number, de?: string) =>
    `Es igual a la fila ${String(fila)}${de === undefined ? '' : ` de ${de}`}. Se envían las dos. Si es la misma venta, borrá una.`,
  alreadySent: ({ archivo, dia }: CuponAnterior, where: string, hoy: string) =>
    `Ya lo mandaste el ${formatShortDay(dia, hoy)} en «${shortenName(archivo)}» (${where}).`,
};
