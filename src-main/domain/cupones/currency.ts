import { fold } from '../fold-text.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { readAmountText } from './amount-text.ts';
import { getCellText, toSpokenValue, cleanText } from './cell-text.ts';
import { keyOfHeader, toPlainHeader } from './header-key.ts';
import { delegateSheet } from './merged-cells.ts';
import type { ValidationRequest } from './validation.ts';

const CODES = 'usd|eur|gbp|brl|uyu|clp|pyg|mxn|cny|jpy|chf';
const NAMES = 'd[oó]lar(?:es)?|dollars?|euros?';
/** Currencies other than the peso in amounts and number formats. "AR$" and a lone "$" are pesos. */
const OTHER = new RegExp(
  `(?<![a-z])(?:us ?\\$|u\\$[sd]?|r\\$)|\\$u(?![a-z])|[€£¥₲]|(?<![a-z])(?:${CODES}|${NAMES})(?![a-z])`,
  'i',
);
/** What else a column of currencies says, folded. */
const OTHER_NAME = /^(?:dol|libras?|real(?:es)?|guarani(?:es)?|840|978|986)\b|\b(?:uruguay|chile|mexic|colombia)/;
/** In such a column any three letters are a currency; these say pesos. */
const CODE = /^(?!ar[spg]$|pes$|nac$|loc$)[a-z]{3}$/;

/** The currency other than the peso that a text names; '' for none. */
export const otherCurrencyIn = (text: string): string => OTHER.exec(text)?.[0] ?? '';

/** Whether a text of a column of currencies names another one than the peso. */
const isOtherCurrency = (text: string): boolean => {
  const folded = fold(text);
  return otherCurrencyIn(folded) !== '' || OTHER_NAME.test(folded) || CODE.test(folded);
};

/** Whether an amount that is not pesos names another currency, by itself or as `withCurrencies` writes it: "USD 20", "20 dólares", "peso uruguayo 20,00". */
export const namesOtherCurrency = (amount: string): boolean => {
  const currency = amount.replace(/\s+[-\d.,]+$/, '');
  return currency === amount ? otherCurrencyIn(amount) !== '' : isOtherCurrency(currency);
};

/** Titles of the column with the currency of the sale's amount. The currency of a settlement does not count. */
const TITLES = ['moneda', 'currency', 'divisa', 'tipo moneda', 'cod moneda', 'currency code', 'currency id'];
const OF_THE_SALE = ['moneda venta', 'moneda operacion', 'moneda importe', 'transaction currency'];
const NAMES_PESOS = /\b(?:ars|pesos?)\b/;

/**
 * The sheet with each amount of another currency as a text ("USD 20"), which is no amount of pesos. The same sheet where no column names currencies, or
 * where the amount's own title says pesos. Source: docs/coupons.md, "Amounts".
 */
export function withCurrencies(
  sheet: Sheet,
  { table, columnas }: Pick<ValidationRequest, 'table' | 'columnas'>,
): Sheet {
  const keys = new Set([...TITLES, ...OF_THE_SALE].map(keyOfHeader));
  const currencies = table.headers.findIndex((title) => keys.has(keyOfHeader(title)));
  const amounts = columnas.find(({ campo }) => campo === 'importe')?.columna;
  if (currencies < 0 || amounts === undefined || NAMES_PESOS.test(toPlainHeader(table.headers[amounts] ?? '')))
    return sheet;
  const textAt = (row: number, column: number): string | undefined => {
    if (column !== amounts) return undefined;
    const currency = cleanText(sheet.text(row, currencies));
    if (currency === '' || !isOtherCurrency(currency)) return undefined;
    const kind = sheet.kind(row, column);
    const amount = toSpokenValue(getCellText(sheet, row, column), kind);
    return kind === CELL.numero || (kind === CELL.texto && readAmountText(amount).kind !== 'invalido')
      ? `${currency} ${amount}`
      : undefined;
  };
  return {
    ...delegateSheet(sheet),
    kind: (row, column) => (textAt(row, column) === undefined ? sheet.kind(row, column) : CELL.texto),
    text: (row, column) => textAt(row, column) ?? sheet.text(row, column),
    number: (row, column) => (textAt(row, column) === undefined ? sheet.number(row, column) : Number.NaN),
    precisionLost: (row, column) => sheet.precisionLost(row, column),
  };
}
