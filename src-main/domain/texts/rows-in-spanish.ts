import { formatDayMonthYear } from '../civil-date.ts';
import { CUPON_FIELDS, type CuponField } from '../cupon.ts';
import type { RecognisedCupon, RowErrorCode, TitledColumn } from '../finding.ts';
import { readAmountText } from '../cupones/amount-text.ts';
import { readOneOfSeveral } from '../cupones/instalments.ts';
import { isShortenedNumber, withoutThousands } from '../cupones/clean-text.ts';
import { namesOtherCurrency } from '../cupones/other-currency.ts';
import { labelOf } from './columns.ts';
import { formatNumber, formatShortDay, listNames, shortenName } from './language.ts';

/** Messages quote this many characters of a long value; `value` has all of it. */
const QUOTED = 60;
const quote = (value: string): string => `«${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}»`;

const sayLength = (
  field: CuponField | null,
  value: string,
  fix: string | undefined,
  longest: number | undefined,
): string => {
  if (field === 'tarjeta_nro' && fix !== undefined)
    return 'Vino el número de tarjeta completo. Lo tapamos al leerlo: no se guarda ni se envía. Dejá los últimos cuatro.';
  if (field === 'bin' && fix !== undefined)
    return `${quote(value)} es más que los primeros seis de la tarjeta. La fila quedó apartada. Dejá los primeros seis.`;
  if (field === 'tarjeta_nro')
    return `${quote(value)} pasa de cuatro cifras. La fila quedó apartada. Dejá los últimos cuatro de la tarjeta.`;
  if (field === 'cuotas' && fix !== undefined)
    return `${quote(value)} pasa de 2 cifras. La fila quedó apartada. Dejá ${fix}.`;
  const length = longest ?? (field === null ? null : CUPON_FIELDS[field].largo);
  const unit = field !== null && CUPON_FIELDS[field].tipo === 'numero' ? 'cifras' : 'caracteres';
  return `${quote(value)} pasa de ${String(length)} ${unit}. La fila quedó apartada. Acortalo.`;
};

const WHOLE_DIGITS = 12;

const SAYS_DEBIT_OR_CREDIT = /\d ?(?:cr|db|[cdh])\.?$/i;

const sayAmount = (value: string): string => {
  if (SAYS_DEBIT_OR_CREDIT.test(value))
    return `${quote(value)} dice débito o crédito, que puede ser una venta o una devolución. La fila quedó apartada y el resto está bien. Escribí el importe solo: en positivo si es una venta, en negativo si es una devolución.`;
  if (namesOtherCurrency(value))
    return `${quote(value)} no es un importe en pesos. La fila quedó apartada y el resto está bien. Escribilo en pesos, como 12.450,00, u omitila.`;
  // The text can be read, but its column uses both the comma and the dot as the decimal mark.
  if (readAmountText(value).kind === 'dudoso')
    return `${quote(value)} puede tener miles o decimales: la columna usa la coma y el punto para los dos. No elegimos por vos. Escribilo con centavos, como 12.450,00.`;
  const whole = value.replace(/[.,]\d{1,2}\D*$/, '').replace(/\D/g, '');
  return whole.length > WHOLE_DIGITS && /^[-+$(\d., ]+\)?-?$/.test(value)
    ? `${quote(value)} tiene más de ${String(WHOLE_DIGITS)} cifras enteras. La fila quedó apartada y el resto está bien. Revisá el importe.`
    : `${quote(value)} no es un importe. La fila quedó apartada y el resto está bien. Escribilo como 12.450,00.`;
};

/** "de el comprobante" is written "del comprobante". */
const addDe = (what: string): string => (what.startsWith('el ') ? `d${what}` : `de ${what}`);

/**
 * The sentence of a row's error: what happened, what was kept, what to do (docs/visual-language.md §9). `value` must come masked. `length`: the longest
 * value that the row's card allows, where that differs from the field's own limit.
 */
export function describeError(
  code: RowErrorCode,
  field: CuponField | null,
  value: string,
  fix?: string,
  length?: number,
): string {
  const what = field === null ? 'el dato' : labelOf(field);
  switch (code) {
    case 'OBLIGATORIO':
      return `${/^l[ao]s /.test(what) ? 'Faltan' : 'Falta'} ${what}. La fila quedó apartada y el resto está bien. Completá ese dato.`;
    case 'LARGO_MAXIMO':
      return sayLength(field, value, fix, length);
    case 'NO_ES_NUMERO':
      if (field === 'bin' && fix !== undefined)
        return `${quote(value)} es un número de tarjeta tapado, no solo sus primeros seis. La fila quedó apartada. Dejá ${fix}.`;
      if (fix !== undefined && withoutThousands(value) === fix)
        return `${quote(value)} puede ser ${fix} con separador de miles, o tener decimales. La fila quedó apartada. Escribilo solo con cifras.`;
      if (/^\d{4}-\d{2}-\d{2}|^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(value))
        return `${quote(formatDayMonthYear(value))} es una fecha y no un número para ${what}: puede ser lo que hizo la planilla de otra cosa. La fila quedó apartada. Buscá el número en el cupón y escribilo con la celda como texto.`;
      if (field === 'cuotas') {
        if (fix !== undefined)
          return `${quote(value)} no son solo cifras. La fila quedó apartada. Si ${fix === '1' ? 'es una' : `son ${fix}`}, dejá ${fix}.`;
        const part = readOneOfSeveral(value);
        if (part !== undefined)
          return `${quote(value)} parece la cuota ${part.one} de ${part.all}. La fila quedó apartada. Escribí cuántas cuotas tiene la venta, o no uses esa columna, y revisá que el importe sea el de toda la venta y no el de una cuota.`;
      }
      return `${quote(value)} no es un número para ${what}. La fila quedó apartada. Escribilo solo con cifras.`;
    case 'ES_UNA_FECHA':
      return `${quote(formatDayMonthYear(value))} es una fecha y no puede ser ${what}: la planilla cambió lo que decía. La fila quedó apartada. Buscá el dato en el cupón y escribilo con la celda como texto.`;
    case 'NO_ES_FECHA':
      return `${quote(value)} no es una fecha. La fila quedó apartada. Escribila como 31/12/2026.`;
    case 'FECHA_AMBIGUA':
      return `${quote(value)} puede leerse día/mes o mes/día, y la columna usa los dos. No elegimos por vos. Decí el orden y lo aplicamos.`;
    case 'FECHA_IMPOSIBLE':
      return `${quote(value)} no existe en el calendario. La fila quedó apartada. Corregí el día.`;
    case 'IMPORTE_INVALIDO':
      return sayAmount(value);
    case 'DECIMALES_DE_MAS':
      if (readAmountText(value).kind === 'dudoso')
        return `${quote(value)} puede tener miles o decimales, y los otros importes de la columna usan esa marca para los decimales. La fila quedó apartada; no elegimos por vos. Si faltan los ceros de los miles o sobra una cifra, corregilo.`;
      return `${quote(value)} tiene más de dos decimales. La fila quedó apartada; no redondeamos por vos. Dejalo con centavos.`;
    case 'TIPO_DE_CUPON_INDEFINIDO':
      if (value !== '')
        return `Dice ${quote(value)} y puede ser un total, pero su importe no es la suma de las filas de arriba. La fila quedó apartada y el resto está bien. Si es un total, omitila; si es un cupón, completá el comprobante y los últimos 4, o el ID de la billetera.`;
      return 'Le falta el comprobante y los últimos 4, o el ID de la billetera. La fila quedó apartada y el resto está bien. Completá lo que corresponda.';
    case 'CELDA_CON_ERROR':
      return `La celda muestra ${quote(value)} en lugar ${addDe(what)}. La fila quedó apartada. Corregí la fórmula.`;
    case 'FORMULA_SIN_VALOR':
      return `La fórmula ${addDe(what)} no tiene un resultado guardado. La fila quedó apartada. Abrí el archivo en Excel y guardalo.`;
    case 'PRECISION_PERDIDA':
      if (field === 'tarjeta_nro')
        return `La planilla perdió las últimas cifras de ${quote(value)}. La fila quedó apartada. Buscá los últimos cuatro de la tarjeta en el cupón y dejá solo esos.`;
      if (isShortenedNumber(value))
        return `La planilla abrevió el número como ${quote(value)} y perdió las últimas cifras. La fila quedó apartada. Buscalo entero y escribilo como texto.`;
      return `${quote(value)} tiene más de 15 cifras y la planilla ya perdió las últimas. La fila quedó apartada. Escribilo como texto.`;
    case 'OTRO_ENCABEZADO':
      return `Está abajo del encabezado de la fila ${value}, que tiene las columnas en otro orden. La fila quedó apartada. Solo se arregla en el archivo: pasá esa tabla a otra hoja o a otro archivo, con su encabezado; o bien omití la fila.`;
    case 'CELDAS_DE_MAS':
      return `La fila tiene una celda más que los títulos: sobra ${quote(value)}. Una coma o un punto y coma dentro de un texto o de un importe corrió las demás. La fila quedó apartada. Corregí los datos de la fila, o el archivo.`;
  }
}

/** CELDAS_DE_MAS in a file separated by commas, where what was split is the amount. */
export const describeSplitAmount = (amount: string): string =>
  `El importe ${quote(amount)} quedó partido en dos celdas: el archivo separa las columnas con comas, y los centavos también. La fila quedó apartada. Guardá el archivo con punto y coma, o con los importes entre comillas, y traelo de nuevo.`;

/** Card numbers of a column that came covered. */
export interface CoveredNumbers {
  readonly columna: string;
  /** The text of the first one. */
  readonly ejemplo: string;
  readonly howMany: number;
  /** How many put their first six into an empty `bin`. */
  readonly conBin: number;
}

/** Date cells of a column of texts. `fila` and `valor` are of the first. */
export interface DatesInText {
  readonly columna: string;
  readonly fila: number;
  readonly valor: string;
  readonly howMany: number;
}

/** What rows say in a column: how many, and the first of them. `valor` is empty where they say nothing. */
export interface SaidByRows {
  readonly valor: string;
  readonly filas: number;
  readonly primera: number;
}

/** "980 filas con «C»". The first row is said of all but the most frequent value, which comes first. */
const sayRows = ({ valor, filas, primera }: SaidByRows, index: number): string => {
  const rows = filas === 1 ? 'una fila' : `${formatNumber(filas)} filas`;
  const first = index === 0 ? '' : ` (${filas === 1 ? 'la' : 'desde la'} ${String(primera)})`;
  return `${rows} ${valor === '' ? 'sin nada' : `con ${quote(valor)}`}${first}`;
};

const SWITCHES = /(?: o con|:)(?: --mapear \S+?)+(?=\.$)|; o todas, con --hoja todas(?=\.$)/;

/** The sentence of a notice without what only the command line takes: on the screens the step _Columnas_ does it. */
export const withoutSwitches = (sentence: string): string => sentence.replace(SWITCHES, '');

/** What the notices of `cupones/notices.ts` say. */
export const NOTICES_IN_SPANISH = {
  totalsRow: () => 'Es una línea de totales, no un cupón. No se envía.',
  repeatedHeader: () => 'Es el encabezado otra vez. No se envía.',
  onlyText: () => 'Es solo texto, sin fecha ni importe. No se envía. Si era un cupón, completá esos datos.',
  otherHeader: () =>
    'Es otro encabezado, con las columnas en otro orden. No se envía, y las filas de abajo quedaron apartadas.',
  passedOver: () =>
    'Está arriba del encabezado que se tomó, que tiene otras columnas. No se envía. Si es un cupón, pasalo a otra hoja con su encabezado.',
  leftOut: () => 'La omitiste: no se envió.',
  notSentAgain: (message: string) => `${message} No se mandó otra vez.`,
  hiddenRow: () => 'La fila está oculta en la planilla. Se leyó igual que las demás.',
  mergedCell: (de: readonly { readonly columna: string; readonly fila: number }[]) =>
    `Se tomó de una celda combinada: ${de.map(({ columna, fila: from }) => `${columna}, de la fila ${String(from)}`).join('; ')}.`,
  otherSheet: (sheet: string, rows: number) =>
    `La hoja «${sheet}» también tiene ${rows === 1 ? 'una fila' : `${String(rows)} filas`} de cupones y no se leyó. Si querías esa, elegila; o todas, con --hoja todas.`,
  /** `free`: the columns that are not used. */
  missingColumn: (field: CuponField, rows: number, free: readonly string[]) =>
    `Ninguna columna tiene ${labelOf(field)}, y sin ese dato ${rows === 1 ? 'hay una fila que no se envía' : `hay ${String(rows)} filas que no se envían`}. ${
      free.length === 0
        ? 'No queda ninguna sin usar: agregala en la planilla y traela de nuevo.'
        : `Si es una de las que no se usan (${listNames(free)}), elegila en el paso Columnas o con --mapear ${field}=COLUMNA.`
    }`,
  tableBeside: (columns: readonly TitledColumn[], rows: number) =>
    `Al lado de los cupones hay otra tabla de ventas, con ${rows === 1 ? 'una fila' : `${String(rows)} filas`}, que no se leyó: ${columns.map(({ titulo, letra }) => `«${titulo}» (${letra})`).join(', ')}. Pasala abajo de la primera o a otra hoja; o leela aparte, eligiendo esas columnas: ${columns.map(({ campo, letra }) => `--mapear ${campo}=${letra}`).join(' ')}.`,
  repeatedTitle: ({ campo, titulo, letra }: TitledColumn, others: readonly string[]) =>
    `Hay ${String(others.length + 1)} columnas «${titulo}» (${[letra, ...others].join(', ')}), y se tomó la ${letra} para ${labelOf(campo)}. Si es otra, elegila: --mapear ${campo}=${others[0] ?? ''}.`,
  serialDate: (value: string, date: string) =>
    `El número ${value} se leyó como la fecha ${formatDayMonthYear(date)}. Revisá que sea esa.`,
  otherTimeZone: (value: string, date: string) =>
    `${quote(value)} está en la hora de otro lugar. En la Argentina era el ${formatDayMonthYear(date)}, y se envía ese día. Revisá que sea ese.`,
  turnedDate: (value: string, fix: string) =>
    `La planilla parece haber tomado el día por el mes: se lee ${formatDayMonthYear(value)}, y las fechas de esta columna con un día mayor a 12 quedaron como texto. Se envía así si no lo cambiás por ${formatDayMonthYear(fix)}.`,
  futureDate: (value: string) => `Es una fecha futura: ${formatDayMonthYear(value)}. Revisá que esté bien.`,
  oldDate: (value: string) => `Es de hace más de dos años: ${formatDayMonthYear(value)}. Revisá que esté bien.`,
  orderByFew: (value: string) =>
    `${quote(value)} solo puede ser mes/día, y por eso toda la columna se lee mes/día, aunque más de sus fechas podrían ser día/mes. Si está mal escrita, corregila en la planilla y traela de nuevo.`,
  dateInText: ({ columna, fila, valor, howMany }: DatesInText) =>
    `En «${columna}» ${howMany === 1 ? `la celda de la fila ${String(fila)} es una fecha, y se envía` : `${String(howMany)} celdas son fechas, la primera en la fila ${String(fila)}, y se envían`} como «${valor}». Si decía otra cosa, como «1-2» o «MAR12», la planilla la cambió: escribila con la celda como texto y traela de nuevo.`,
  zeroImporte: () => 'El importe es cero. Se envía así. Revisá que esté bien.',
  looksLikeRefund: (value: string) =>
    `La fila dice ${quote(value)} y el importe es positivo. Se envía como una venta. Si no lo fue, poné el importe en negativo u omitila.`,
  looksUndone: (value: string) =>
    `La fila dice ${quote(value)} y el importe es positivo. Se envía como una venta. Si se anuló y no se cobró, omitila.`,
  signColumn: (column: string, said: readonly SaidByRows[]) =>
    `La columna «${column}» no se usa, y puede decir qué filas son devoluciones: ${said.map(sayRows).join('; ')}. Sus importes se envían como están, sin signo. Si unas son devoluciones, poné sus importes en negativo. Si dice otra cosa, como el tipo de tarjeta, no hay nada que hacer.`,
  lostZeros: (value: string, fix: string) =>
    `«${value}» tiene menos cifras que las que corresponden: la planilla perdió los ceros de adelante. Se envía así si no lo cambiás por ${fix}.`,
  tarjetaNumber: () => 'Vino un número de tarjeta completo. Lo tapamos al leerlo: no se guarda, y se envía tapado.',
  looksLikeTarjeta: (covered: string, canBeCovered: boolean) =>
    `«${covered}» puede ser un número de tarjeta completo. Se envía entero, como vino${canBeCovered ? ', si no lo tapás.' : '. Si es una tarjeta, cambialo.'}`,
  coveredTarjeta: ({ columna, ejemplo, howMany, conBin }: CoveredNumbers) =>
    `En «${columna}» ${howMany === 1 ? 'un número vino tapado' : `${String(howMany)} números vinieron tapados`} («${ejemplo}»). Se toman los últimos cuatro${conBin > 0 ? ', y los primeros seis donde faltaba el BIN' : ''}.`,
  corrected: (column: string, before: string, after: string) =>
    `En «${column}» el archivo dice ${quote(before)} y se envía ${quote(after)}.`,
  templateFix: (column: string, howMany: number) =>
    `En «${column}» ${howMany === 1 ? 'un valor se corrigió' : `${String(howMany)} valores se corrigieron`} como dice la plantilla.`,
  mixedKind: () =>
    'Tiene datos de billetera y también comprobante y tarjeta. Se toma como venta de billetera. Revisá que esté bien.',
  /** `de`: another file or sheet of the upload. */
  possibleDuplicate: (row: number, de?: string) =>
    `Es igual a la fila ${String(row)}${de === undefined ? '' : ` de ${de}`}. Se envían las dos. Si es la misma venta, borrá una.`,
  /** The same in a review, where a row is left out and not deleted. */
  possibleDuplicateHere: (row: number, de?: string) =>
    `Es igual a la fila ${String(row)}${de === undefined ? '' : ` de ${de}`}. Se envían las dos. Si es la misma venta, omití una.`,
  /** Nobody can see the rows of that reconciliation. */
  untriedReconciliation: (id: string) =>
    `Mientras se enviaba apareció en el servicio la conciliación ${id}, de un cupón, y el servicio no muestra sus filas. Lo más probable es que ` +
    'sea de otra PC. Si nadie la reconoce, puede ser un cupón de este envío que llegó dos veces: se borra con ' +
    `«conciliaciones borrar ${id} --si».`,
  sentAgain: (n: number, amount: string) =>
    n === 1
      ? `Un cupón de este envío, de ${amount}, ya se había enviado y va otra vez. Si es la misma venta, borrá esta conciliación y repetí el comando con --decidir omitir-enviados, que lo omite.`
      : `${formatNumber(n)} cupones de este envío, por ${amount}, ya se habían enviado y van otra vez. Si son las mismas ventas, borrá esta conciliación y repetí el comando con --decidir omitir-enviados, que los omite.`,
  alreadySent: ({ archivo, dia, answer }: RecognisedCupon, where: string, today: string) => {
    const when = `el ${formatShortDay(dia, today)} en «${shortenName(archivo)}» (${where})`;
    if (answer.como === 'enviado') return `Ya lo mandaste ${when}.`;
    if (answer.como === 'corrige')
      return `Corrige el cupón que mandaste ${when}: cambia ${labelOf(answer.campo).toLowerCase()}.`;
    const equal = answer.iguales.map((field) => labelOf(field).toLowerCase()).join(', ');
    return `Parece uno que mandaste ${when}: coinciden ${equal}, y falta algo para saberlo.`;
  },
};

/** A sheet of a file, or a file, as named from another one; `sameFile`: the other is another sheet of it. */
export function nameOfSource(
  { archivo, hoja }: { readonly archivo: string; readonly hoja?: string | undefined },
  sameFile: boolean,
): string {
  if (hoja !== undefined && sameFile) return `la hoja «${hoja}»`;
  return `«${archivo}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

/** A card without a name, by its code. */
export const describeCardByCode = (code: string): string => `Código ${code}`;
