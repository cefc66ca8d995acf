import { CELL, type Sheet } from '../sheet.ts';
import { readAmountText } from './amount-text.ts';
import { getCellText, toSpokenValue } from './cell-text.ts';
import { cleanText } from './clean-text.ts';
import { keyOfHeader, toPlainHeader } from './header-key.ts';
import { delegateSheet } from './merged-cells.ts';
import { isOtherCurrency } from './other-currency.ts';
import type { ValidationRequest } from './validation.ts';

/** Titles of the column that says in which currency the sale's amount is. That of a settlement says nothing of it. */
const TITLES = ['moneda', 'currency', 'divisa', 'tipo moneda', 'cod moneda', 'currency code', 'currency id'];
const OF_THE_SALE = ['moneda venta', 'moneda operacion', 'moneda importe', 'transaction currency'];
const NAMES_PESOS = /\b(?:ars|pesos?)\b/;

/**
 * The sheet with each amount whose row names another currency as a text that says so ("USD 20"), which is no amount of pesos. The same sheet where no
 * column names currencies, or where the amount's own title says pesos. Source: docs/coupons.md, "Amounts".
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
  /** The text of an amount in another currency; undefined for any other cell. */
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
