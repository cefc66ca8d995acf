/** The errors of rows in sentences: what happened, what was kept, what to do (docs/visual-language.md §9). */
import { formatDayMonthYear } from '../civil-date.ts';
import { readAmountText, namesOtherCurrency } from '../cupones/amount-text.ts';
import { isShortenedNumber, readOneOfSeveral, withoutThousands } from '../cupones/cell-text.ts';
import { CUPON_FIELDS, type CuponField } from '../cupon.ts';
import type { RowErrorCode } from '../finding.ts';
import { type Said, listNames, wordIn, type Language } from './language.ts';
import type { FailureWords } from './failures.ts';

/** What the sentence of an error mentions. Card numbers in `valor` are masked. */
export interface ErrorFacts {
  readonly campo: CuponField | null;
  readonly valor: string;
  readonly arreglo?: string | undefined;
}

/** Sentences quote this many characters of a long value; `valor` has all. */
const QUOTED = 60;
export const quote = (value: string): string => `«${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}»`;

export const nameInEnglish = (field: CuponField | null): string =>
  field === null ? 'the value' : labelOf(field, 'en');
const nameOf = (field: CuponField | null): string => (field === null ? 'el dato' : labelOf(field));
/** Contracts "de el comprobante" to "del comprobante". */
const addDe = (what: string): string => (what.startsWith('el ') ? `d${what}` : `de ${what}`);

const LONG_CARD_NUMBER =
  'These are not the last four digits of a card. The row is not sent like this. Write only those four, as the paper slip shows them.';
const WHOLE_CARD_NUMBER =
  'This is a whole card number. It was masked when read: it is neither kept nor sent. Leave the last four digits.';
const sayCardNumber = (fix: string | undefined): string => (fix === undefined ? LONG_CARD_NUMBER : WHOLE_CARD_NUMBER);

function sayLength({ campo, valor, arreglo }: ErrorFacts): string {
  const value = quote(valor);
  if (campo === 'tarjeta_nro')
    return arreglo === undefined
      ? `${value} pasa de cuatro cifras. La fila no se envía así. Dejá los últimos cuatro de la tarjeta.`
      : 'Vino el número de tarjeta completo. Lo tapamos al leerlo: no se guarda ni se envía. Dejá los últimos cuatro.';
  if (campo === 'bin' && arreglo !== undefined)
    return `${value} es más que los primeros seis de la tarjeta. La fila no se envía así. Dejá los primeros seis.`;
  if (campo === 'cuotas' && arreglo !== undefined)
    return `${value} pasa de 2 cifras. La fila no se envía así. Dejá ${arreglo}.`;
  const longest = campo === null ? null : CUPON_FIELDS[campo].largo;
  const unit = campo !== null && CUPON_FIELDS[campo].tipo === 'numero' ? 'cifras' : 'caracteres';
  return `${value} pasa de ${String(longest)} ${unit}. La fila no se envía así. Acortalo.`;
}

function sayNoNumber({ campo, valor, arreglo }: ErrorFacts): string {
  const value = quote(valor);
  if (campo === 'bin' && arreglo !== undefined)
    return `${value} es un número de tarjeta tapado, no solo sus primeros seis. La fila no se envía así. Dejá ${arreglo}.`;
  if (arreglo !== undefined && withoutThousands(valor) === arreglo)
    return `${value} puede ser ${arreglo} con separador de miles, o tener decimales. La fila no se envía así. Escribilo solo con cifras.`;
  if (/^\d{4}-\d{2}-\d{2}|^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(valor))
    return `${quote(formatDayMonthYear(valor))} es una fecha y no un número para ${nameOf(campo)}: puede ser lo que hizo la planilla de otra cosa. La fila no se envía así. Buscá el número en el cupón y escribilo con la celda como texto.`;
  if (campo === 'cuotas') {
    if (arreglo !== undefined)
      return `${value} no son solo cifras. La fila no se envía así. Si ${arreglo === '1' ? 'es una' : `son ${arreglo}`}, dejá ${arreglo}.`;
    const part = readOneOfSeveral(valor);
    if (part !== undefined)
      return `${value} parece la cuota ${part.one} de ${part.all}. La fila no se envía así. Escribí cuántas cuotas tiene la venta, o no uses esa columna, y revisá que el importe sea el de toda la venta y no el de una cuota.`;
  }
  return `${value} no es un número para ${nameOf(campo)}. La fila no se envía así. Escribilo solo con cifras.`;
}

const WHOLE_DIGITS = 12;

const SAYS_DEBIT_OR_CREDIT = /\d ?(?:cr|db|[cdh])\.?$/i;

function sayAmount({ valor }: ErrorFacts): string {
  const value = quote(valor);
  if (SAYS_DEBIT_OR_CREDIT.test(valor))
    return `${value} dice débito o crédito, que puede ser una venta o una devolución. La fila no se envía así. Escribí el importe solo: en positivo si es una venta, en negativo si es una devolución.`;
  if (namesOtherCurrency(valor))
    return `${value} no es un importe en pesos. La fila no se envía así. Escribilo en pesos, como 12.450,00, u omitila.`;
  // The text could be an amount, but its column has both comma and dot as decimal sign.
  if (readAmountText(valor).kind === 'dudoso')
    return `${value} puede tener miles o decimales: la columna usa la coma y el punto para los dos. No elegimos por vos. Escribilo con centavos, como 12.450,00.`;
  const whole = valor.replace(/[.,]\d{1,2}\D*$/, '').replace(/\D/g, '');
  return whole.length > WHOLE_DIGITS && /^[-+$(\d., ]+\)?-?$/.test(valor)
    ? `${value} tiene más de ${String(WHOLE_DIGITS)} cifras enteras. La fila no se envía así. Revisá el importe.`
    : `${value} no es un importe. La fila no se envía así. Escribilo como 12.450,00.`;
}

function sayLostDigits({ campo, valor }: ErrorFacts): string {
  const value = quote(valor);
  if (campo === 'tarjeta_nro')
    return `La planilla perdió las últimas cifras de ${value}. La fila no se envía así. Buscá los últimos cuatro de la tarjeta en el cupón y dejá solo esos.`;
  return isShortenedNumber(valor)
    ? `La planilla abrevió el número como ${value} y perdió las últimas cifras. La fila no se envía así. Buscalo entero y escribilo como texto.`
    : `${value} tiene más de 15 cifras y la planilla ya perdió las últimas. La fila no se envía así. Escribilo como texto.`;
}

export const ROW_ERRORS: Readonly<Record<RowErrorCode, Said<ErrorFacts>>> = {
  OBLIGATORIO: {
    es: ({ campo }) =>
      `${/^l[ao]s /.test(nameOf(campo)) ? 'Faltan' : 'Falta'} ${nameOf(campo)}. La fila no se envía así. Completá ese dato.`,
    en: ({ campo }) => `Missing: ${nameInEnglish(campo)}. The row is not sent like this. Fill it in.`,
  },
  LARGO_MAXIMO: {
    es: sayLength,
    en: ({ campo, valor, arreglo }) =>
      campo === 'tarjeta_nro'
        ? sayCardNumber(arreglo)
        : `“${valor}” is too long for ${nameInEnglish(campo)}. The row is not sent like this. Shorten it.`,
  },
  NO_ES_NUMERO: {
    es: sayNoNumber,
    en: ({ campo, valor, arreglo }) =>
      arreglo !== undefined && withoutThousands(valor) === arreglo
        ? `“${valor}” may be ${arreglo} with a thousands separator, or have decimals. The row is not sent like this. Write it with digits only.`
        : `“${valor}” is not a number for ${nameInEnglish(campo)}. The row is not sent like this. Write it with digits only.`,
  },
  ES_UNA_FECHA: {
    es: ({ campo, valor }) =>
      `${quote(formatDayMonthYear(valor))} es una fecha y no puede ser ${nameOf(campo)}: la planilla cambió lo que decía. La fila no se envía así. Buscá el dato en el cupón y escribilo con la celda como texto.`,
    en: ({ campo, valor }) =>
      `“${formatDayMonthYear(valor)}” is a date and cannot be ${nameInEnglish(campo)}: the spreadsheet changed what it said. The row is not sent like this. Look it up on the paper slip and write it with the cell as text.`,
  },
  NO_ES_FECHA: {
    es: ({ valor }) => `${quote(valor)} no es una fecha. La fila no se envía así. Escribila como 31/12/2026.`,
    en: ({ valor }) => `“${valor}” is not a date. The row is not sent like this. Write it as 31/12/2026.`,
  },
  FECHA_AMBIGUA: {
    es: ({ valor }) =>
      `${quote(valor)} puede leerse día/mes o mes/día, y la columna usa los dos. No elegimos por vos. Respondé la pregunta sobre esa columna y lo aplicamos.`,
    en: ({ valor }) =>
      `“${valor}” can be read day/month or month/day, and the column uses both. We do not choose for you. Answer the question about that column and it is applied.`,
  },
  FECHA_IMPOSIBLE: {
    es: ({ valor, arreglo }) =>
      arreglo === undefined
        ? `${quote(valor)} no existe en el calendario. La fila no se envía así. Corregí el día.`
        : `${quote(valor)} no existe con el día y el mes en el orden de su columna. La fila no se envía así. Revisá si es el ${arreglo} (día/mes).`,
    en: ({ valor, arreglo }) =>
      arreglo === undefined
        ? `“${valor}” is not on the calendar. The row is not sent like this. Correct the day.`
        : `“${valor}” does not exist with day and month in the order of its column. The row is not sent like this. Check whether it is ${arreglo} (day/month).`,
  },
  IMPORTE_INVALIDO: {
    es: sayAmount,
    en: ({ valor }) =>
      namesOtherCurrency(valor)
        ? `“${valor}” is not an amount in pesos. The row is not sent like this. Write it in pesos, as 12.450,00, or leave it out.`
        : `“${valor}” is not an amount that can be read without doubt. The row is not sent like this. Write it as 12.450,00.`,
  },
  DECIMALES_DE_MAS: {
    es: ({ valor }) =>
      readAmountText(valor).kind === 'dudoso'
        ? `${quote(valor)} puede tener miles o decimales, y los otros importes de la columna usan esa marca para los decimales. La fila no se envía así; no elegimos por vos. Si faltan los ceros de los miles o sobra una cifra, corregilo.`
        : `${quote(valor)} tiene más de dos decimales. La fila no se envía así; no redondeamos por vos. Escribilo con dos decimales, como se cobró.`,
    en: ({ valor }) =>
      readAmountText(valor).kind === 'dudoso'
        ? `“${valor}” may have thousands or decimals, and the other amounts of the column use that mark for decimals. The row is not sent like this; we do not choose for you. If the zeros of the thousands are missing or there is a digit too many, correct it.`
        : `“${valor}” has more than two decimals. The row is not sent like this; we do not round for you. Write it with two decimals, as it was charged.`,
  },
  TIPO_DE_CUPON_INDEFINIDO: {
    es: ({ valor }) =>
      valor === ''
        ? 'Le falta el comprobante y los últimos 4, o el ID de la billetera. La fila no se envía así. Completá lo que corresponda.'
        : `Dice ${quote(valor)} y puede ser un total, pero su importe no es la suma de las filas de arriba. La fila no se envía así. Si es un total, omitila; si es un cupón, completá el comprobante y los últimos 4, o el ID de la billetera.`,
    en: ({ valor }) =>
      valor === ''
        ? "The receipt number and the last 4 digits, or the wallet's ID, are missing. The row is not sent like this. Fill in whichever applies."
        : `It says “${valor}” and may be a total, but its amount is not the sum of the rows above it. The row is not sent like this. If it is a total, leave it out; if it is a coupon, fill in the receipt number and the last 4 digits, or the wallet's ID.`,
  },
  CELDA_CON_ERROR: {
    es: ({ campo, valor }) =>
      `La celda muestra ${quote(valor)} en lugar ${addDe(nameOf(campo))}. La fila no se envía así. Corregí la fórmula.`,
    en: ({ campo, valor }) =>
      `The cell shows “${valor}” instead of ${nameInEnglish(campo)}. The row is not sent like this. Fix the formula.`,
  },
  FORMULA_SIN_VALOR: {
    es: ({ campo }) =>
      `La fórmula ${addDe(nameOf(campo))} no tiene un resultado guardado. La fila no se envía así. Abrí el archivo en Excel y guardalo.`,
    en: ({ campo }) =>
      `The formula of ${nameInEnglish(campo)} has no saved result. The row is not sent like this. Open the file in Excel and save it.`,
  },
  PRECISION_PERDIDA: {
    es: sayLostDigits,
    en: ({ campo, valor, arreglo }) =>
      campo === 'tarjeta_nro'
        ? sayCardNumber(arreglo)
        : isShortenedNumber(valor)
          ? `The spreadsheet shortened the number to “${valor}” and lost its last digits. The row is not sent like this. Look it up whole and write it as text.`
          : `“${valor}” has more than 15 digits and the spreadsheet already lost the last ones. The row is not sent like this. Write it as text.`,
  },
  OTRO_ENCABEZADO: {
    es: ({ valor }) =>
      `Está abajo del encabezado de la fila ${valor}, que tiene las columnas en otro orden. La fila no se envía así. Solo se arregla en el archivo: pasá esa tabla a otra hoja o a otro archivo, con su encabezado; o bien omití la fila.`,
    en: ({ valor }) =>
      `It is below the header of row ${valor}, which has the columns in another order. The row is not sent like this. It can only be fixed in the file: move that table to another sheet or file, with its header; or leave the row out.`,
  },
  CELDAS_DE_MAS: {
    es: ({ valor }) =>
      `La fila tiene una celda más que los títulos: sobra ${quote(valor)}. Una coma o un punto y coma dentro de un texto o de un importe corrió las demás. La fila no se envía así. Corregí los datos de la fila, o el archivo.`,
    en: ({ valor }) =>
      `The row has one cell more than the headers: “${valor}” is left over. A comma or a semicolon inside a text or an amount shifted the rest. The row is not sent like this. Correct the data of the row, or the file.`,
  },
};

/** The error `CELDAS_DE_MAS`, if a decimal comma split the amount in a file that separates cells by commas. */
export const describeSplitAmount = (amount: string): string =>
  `El importe ${quote(amount)} quedó partido en dos celdas: el archivo separa las columnas con comas, y los centavos también. La fila no se envía así. Guardá el archivo con punto y coma, o con los importes entre comillas, y traelo de nuevo.`;

// Labels for threads that read workbooks, apart from `field-labels.ts`, so that these threads do not load the views.

/** A coupon's field in a sentence: "la fecha de venta". */
export const labelOf = (field: CuponField, language: Language = 'es'): string =>
  wordIn(CUPON_FIELDS[field].label, language);

export const describeUnknownColumn = ({
  columna,
  campo,
}: {
  readonly columna: string;
  readonly campo: CuponField;
}): FailureWords => ({
  es: [
    `No encontramos la columna «${columna}» que pediste para ${labelOf(campo)}.`,
    'No se tomó nada. Revisá el nombre: tiene que ser el del encabezado o la letra.',
  ],
  en: [
    `We did not find the column “${columna}” that you chose for ${labelOf(campo, 'en')}.`,
    'Nothing was taken. Check the name: it has to be that of the header, or the letter.',
  ],
});

export const describeAmbiguousColumn = ({
  columna,
  campo,
  letras,
}: {
  readonly columna: string;
  readonly campo: CuponField;
  readonly letras: readonly string[];
}): FailureWords => ({
  es: [
    `Hay ${String(letras.length)} columnas «${columna}»: ${letras.join(' y ')}.`,
    `No se tomó nada. Pedí una por su letra para ${labelOf(campo)}: --mapear ${campo}=${letras[0] ?? ''}.`,
  ],
  en: [
    `There are ${String(letras.length)} columns “${columna}”: ${letras.join(' and ')}.`,
    `Nothing was taken. Ask for one by its letter for ${labelOf(campo, 'en')}: --mapear ${campo}=${letras[0] ?? ''}.`,
  ],
});

export const describeMissingColumns = (fields: readonly CuponField[]): string =>
  `${sayNotFound(fields)} Elegí ${fields.length === 1 ? 'la columna' : 'las columnas'} para seguir.`;

/** Missing columns, for the command line. `free`: the unused columns of the file. */
export const describeMissingAtConsole = (fields: readonly CuponField[], free: readonly string[]): string =>
  free.length === 0
    ? `${sayNotFound(fields)} No queda ninguna columna sin usar: agregala en la planilla y traela de nuevo.`
    : `${sayNotFound(fields)} Elegí la columna con ${fields.map((field) => `--mapear ${field}=COLUMNA`).join(' ')}.${listFreeColumns(free)}`;

const DAY =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?!\d)|\b\d{1,2} de \p{L}{4,} del? \d{4}\b/u;

/** What to do when the day is only above the table, as in "Ventas del 12/10/2026" over rows with hours. Undefined if no text in `above` has a day. */
export function describeDayInTitle(above: readonly string[]): Record<Language, string> | undefined {
  const title = above.find((text) => DAY.test(text))?.trim();
  if (title === undefined) return undefined;
  return {
    es: `El día está solo en el título «${title}», que no se lee: agregá en la planilla una columna «Fecha» con ese día en cada fila y traela de nuevo.`,
    en: `The day is only in the title “${title}”, which is not read: add a column “Fecha” with that day in each row of the spreadsheet and bring it again.`,
  };
}

export const listFreeColumns = (free: readonly string[]): string =>
  free.length === 0 ? '' : ` Las que no se usan: ${listNames(free)}.`;

export const sayNotFound = (fields: readonly CuponField[]): string =>
  `No encontramos ${fields.map((field) => labelOf(field)).join(' ni ')}. Lo demás quedó mapeado.`;
