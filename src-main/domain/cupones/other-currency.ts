import { fold } from '../fold-text.ts';

const CODES = 'usd|eur|gbp|brl|uyu|clp|pyg|mxn|cny|jpy|chf';
const NAMES = 'd[oó]lar(?:es)?|dollars?|euros?';
/** Signs, codes and names of currencies that are not the peso, as amounts and formats of numbers write them. "AR$" and a lone "$" are pesos. */
const OTHER = new RegExp(
  `(?<![a-z])(?:us ?\\$|u\\$[sd]?|r\\$)|\\$u(?![a-z])|[€£¥₲]|(?<![a-z])(?:${CODES}|${NAMES})(?![a-z])`,
  'i',
);
/** What else a column of currencies says, folded. */
const OTHER_NAME = /^(?:dol|libras?|real(?:es)?|guarani(?:es)?|840|978|986)\b|\b(?:uruguay|chile|mexic|colombia)/;
/** Any code of three letters is a currency in such a column; these say pesos. */
const CODE = /^(?!ar[spg]$|pes$|nac$|loc$)[a-z]{3}$/;

/** The currency that a text names, where that is not the peso; '' for none. */
export const otherCurrencyIn = (text: string): string => OTHER.exec(text)?.[0] ?? '';

/** Whether a column of currencies says another one than the peso. */
export const isOtherCurrency = (text: string): boolean => {
  const folded = fold(text);
  return otherCurrencyIn(folded) !== '' || OTHER_NAME.test(folded) || CODE.test(folded);
};

/** Whether an amount that could not be read names another currency, on its own or as `withCurrencies` writes it: "USD 20", "20 dólares", "peso uruguayo 20,00". */
export const namesOtherCurrency = (amount: string): boolean => {
  const currency = amount.replace(/\s+[-\d.,]+$/, '');
  return currency === amount ? otherCurrencyIn(amount) !== '' : isOtherCurrency(currency);
};
