import { readAmountText } from '../cupones/amount-text.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import { isShortenedNumber, withoutThousands } from '../cupones/clean-text.ts';
import { namesOtherCurrency } from '../cupones/other-currency.ts';
import type { PreviousCupon, RowErrorCode, RowNoticeCode } from '../finding.ts';
import { shortenName } from './language.ts';

/** The data of a row's finding that its sentence uses. */
export interface FindingFacts {
  /** The name of its field on screens; empty for a finding of the whole row. */
  readonly field: string;
  readonly value: string;
  readonly fix: string;
  readonly rows: number;
  readonly before: PreviousCupon | undefined;
}

/** The findings of rows in English. Their Spanish (`rows-in-spanish.ts`) is made as a row is read, where more is known about it, and travels with the row. */
const SENTENCES: Readonly<Record<RowErrorCode | RowNoticeCode, (facts: FindingFacts) => string>> = {
  OBLIGATORIO: ({ field }) => `${field} is missing. The row was set aside and the rest is fine. Fill it in.`,
  LARGO_MAXIMO: ({ value, field }) => `“${value}” is too long for ${field}. The row was set aside. Shorten it.`,
  NO_ES_NUMERO: ({ value, field, fix }) =>
    withoutThousands(value) === fix
      ? `“${value}” may be ${fix} with a mark of thousands, or have decimals. The row was set aside. Write it with digits only.`
      : `“${value}” is not a number for ${field}. The row was set aside. Write it with digits only.`,
  ES_UNA_FECHA: ({ value, field }) =>
    `“${formatDayMonthYear(value)}” is a date and cannot be ${field}: the spreadsheet changed what it said. The row was set aside. Look it up in the voucher and write it with the cell as text.`,
  NO_ES_FECHA: ({ value }) => `“${value}” is not a date. The row was set aside. Write it as 31/12/2026.`,
  FECHA_AMBIGUA: ({ value }) =>
    `“${value}” can be read day/month or month/day, and the column uses both. We do not choose for you. Say the order and it is applied.`,
  FECHA_IMPOSIBLE: ({ value }) => `“${value}” is not on the calendar. The row was set aside. Correct the day.`,
  IMPORTE_INVALIDO: ({ value }) =>
    namesOtherCurrency(value)
      ? `“${value}” is not an amount in pesos. The row was set aside and the rest is fine. Write it in pesos, as 12.450,00, or leave it out.`
      : `“${value}” is not an amount that can be read without doubt. The row was set aside and the rest is fine. Write it as 12.450,00.`,
  DECIMALES_DE_MAS: ({ value }) =>
    readAmountText(value).kind === 'dudoso'
      ? `“${value}” may have thousands or decimals, and the other amounts of the column use that mark for decimals. The row was set aside; we do not choose for you. If zeros of the thousands are missing or a digit is too many, correct it.`
      : `“${value}” has more than two decimals. The row was set aside; we do not round for you. Leave it in cents.`,
  TIPO_DE_CUPON_INDEFINIDO: ({ value }) =>
    value === ''
      ? "It lacks the voucher and the last 4 digits, or the wallet's ID. The row was set aside and the rest is fine. Fill in whichever it is."
      : `It says “${value}” and may be a total, but its amount is not the sum of the rows above it. The row was set aside and the rest is fine. If it is a total, leave it out; if it is a coupon, fill in the voucher and the last 4 digits, or the wallet's ID.`,
  CELDA_CON_ERROR: ({ value, field }) =>
    `The cell shows “${value}” instead of ${field}. The row was set aside. Fix the formula.`,
  FORMULA_SIN_VALOR: ({ field }) =>
    `The formula of ${field} has no saved result. The row was set aside. Open the file in Excel and save it.`,
  PRECISION_PERDIDA: ({ value }) =>
    isShortenedNumber(value)
      ? `The spreadsheet shortened the number to “${value}” and lost its last digits. The row was set aside. Look it up whole and write it as text.`
      : `“${value}” has more than 15 digits and the spreadsheet already lost the last ones. The row was set aside. Write it as text.`,
  OTRO_ENCABEZADO: ({ value }) =>
    `It stands below the header of row ${value}, which has the columns in another order. The row was set aside. Only the file can be mended: move that table to another sheet or file, with its header; or leave the row out.`,
  CELDAS_DE_MAS: ({ value }) =>
    `The row has one cell more than the titles: “${value}” is left over. A comma or a semicolon inside a text or an amount moved the rest. The row was set aside. Correct the data of the row, or the file.`,
  FILA_DE_TOTALES: () => 'It is a line of totals, not a coupon. It is not sent.',
  ENCABEZADO_REPETIDO: () => 'It is the header again. It is not sent.',
  FILA_IGNORADA: ({ value }) =>
    value === ''
      ? 'It is only text, without date or amount. It is not sent. If it was a coupon, fill them in.'
      : value === 'OTRO_ENCABEZADO'
        ? 'It is another header, with the columns in another order. It is not sent, and the rows below it were set aside.'
        : 'It stands above the header that was taken, which has other columns. It is not sent. If it is a coupon, move it to another sheet with its header.',
  FILA_OMITIDA: () => 'You left it out: it was not sent.',
  FILA_OCULTA: () => 'The row is hidden in the spreadsheet. It was read like the others.',
  CELDA_COMBINADA: ({ value }) => `Taken from a merged cell: ${value}.`,
  OTRA_HOJA_CON_TABLA: ({ value }) =>
    `The sheet “${value}” has a table of coupons too and was not read. If you wanted that one, choose it.`,
  FALTA_COLUMNA: ({ field, value, rows }) =>
    `No column has ${field}, and ${rows === 1 ? 'one row needs it' : `${String(rows)} rows need it`}. ${value === '' ? 'None is free: add it to the spreadsheet and bring it again.' : `If it is one of those not used (${value}), choose it in the step Columns.`}`,
  OTRA_TABLA_AL_LADO: ({ value, rows }) =>
    `Another table of sales stands beside the coupons and was not read (${value}; ${rows === 1 ? 'one row' : `${String(rows)} rows`}). Move it below the first one or to another sheet; or choose those columns and read it on its own.`,
  TITULO_REPETIDO: ({ field, value }) =>
    `Several columns have the same title (${value}), and the first of them was taken for ${field}. If it is another one, choose it.`,
  FECHA_DE_NUMERO_SERIE: ({ value }) => `The number ${value} was read as a date. Check that it is the right one.`,
  FECHA_DE_OTRO_HUSO: ({ value }) =>
    `“${value}” is the time of another place. The day that it was in Argentina is sent. Check that it is right.`,
  FECHA_DADA_VUELTA: ({ value, fix }) =>
    `The spreadsheet seems to have taken the day for the month: it reads ${formatDayMonthYear(value)}, and the dates of this column with a day over 12 stayed text. It is sent like that unless you change it to ${formatDayMonthYear(fix)}.`,
  FECHA_FUTURA: ({ value }) => `It is a date in the future: ${formatDayMonthYear(value)}. Check that it is right.`,
  FECHA_ANTIGUA: ({ value }) => `It is more than two years old: ${formatDayMonthYear(value)}. Check that it is right.`,
  FECHA_DECIDE_ORDEN: ({ value }) =>
    `“${value}” can only be month/day, so the whole column is read month/day, although more of its dates could be day/month. If it is a slip, correct it in the spreadsheet and bring it again.`,
  FECHA_EN_TEXTO: ({ value, field, rows }) =>
    `In ${field}, ${rows === 1 ? 'one cell is a date, and it is' : `${String(rows)} cells are dates, and they are`} sent as one (“${value}”). If it said something else, as “1-2” or “MAR12”, the spreadsheet changed it: write it with the cell as text and bring it again.`,
  IMPORTE_CERO: () => 'The amount is zero. It is sent like that. Check that it is right.',
  PARECE_DEVOLUCION: ({ value, fix }) =>
    `The row says “${value}” and its amount is positive. It is sent as a sale. ${fix === '' ? 'If it was undone and never paid, leave it out.' : 'If it was none, make the amount negative or leave the row out.'}`,
  COLUMNA_DE_SIGNO: ({ value, rows }) =>
    `A column that is not used may say which rows are refunds (${value}). Their amounts are sent as they are, without a sign. If the ${rows === 1 ? 'odd one is a refund, make its amount' : 'less frequent are refunds, make their amounts'} negative. If it says something else, as the kind of card, there is nothing to do.`,
  CEROS_PERDIDOS: ({ value, fix }) =>
    `“${value}” has fewer digits than it should: the spreadsheet lost its leading zeros. It is sent like that unless you change it to ${fix}.`,
  NUMERO_DE_TARJETA: () => 'A whole card number came. It was masked when read: it is not kept, and it is sent masked.',
  PARECE_NUMERO_DE_TARJETA: ({ value }) =>
    `“${value}” may be a whole card number. It is sent whole, as it came, unless you change it.`,
  TARJETA_TAPADA: ({ value }) =>
    `Card numbers came masked (“${value}”). Their last four are taken, and their first six where the BIN was missing.`,
  CORREGIDO: ({ field, value }) => `In ${field}, the file says “${value}”: it was corrected.`,
  ARREGLO_DE_PLANTILLA: ({ field, rows }) => `In ${field}, ${String(rows)} values were corrected as the template says.`,
  TIPO_DE_CUPON_MEZCLADO: () =>
    'It has wallet data and also a voucher and a card. It is taken as a wallet sale. Check that it is right.',
  POSIBLE_DUPLICADO: ({ value }) => `It equals row ${value}. Both are sent. If it is the same sale, leave one out.`,
  YA_ENVIADO: ({ before }) =>
    `You already sent it on ${formatDayMonthYear(before?.dia ?? '')} in “${shortenName(before?.archivo ?? '')}” (row ${String(before?.fila ?? 0)}).`,
  CORRIGE_ENVIADO: ({ before, field, value }) =>
    `It corrects the coupon that you sent on ${formatDayMonthYear(before?.dia ?? '')} in “${shortenName(before?.archivo ?? '')}” (row ${String(before?.fila ?? 0)}): ${field} was “${value}”.`,
  PARECE_ENVIADO: ({ before }) =>
    `It looks like one that you sent on ${formatDayMonthYear(before?.dia ?? '')} in “${shortenName(before?.archivo ?? '')}” (row ${String(before?.fila ?? 0)}): something is missing to know.`,
  CONCILIACION_SIN_PROBAR: ({ value }) =>
    `Reconciliation ${value} appeared in the service and may be a repeated upload. Check it.`,
};

export const describeFindingInEnglish = (code: RowErrorCode | RowNoticeCode, facts: FindingFacts): string =>
  SENTENCES[code](facts);

/** Of a number that is too long for the last four of a card, or whose last digits the spreadsheet lost. */
export const LONG_CARD_NUMBER =
  'This is no last four digits of a card. The row was set aside. Write only those four, as the voucher shows them.';
export const WHOLE_CARD_NUMBER =
  'This is a whole card number. It was masked when read: it is neither kept nor sent. Leave the last four digits.';
