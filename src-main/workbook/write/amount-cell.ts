import { parseMoney } from '#domain/money.ts';
import type { Cell } from './workbook.ts';

/** Whole centavos of a decimal text with a dot; a text that is no amount is shown as it is, never as zero. */
export const toAmountCell = (text: string | null | undefined): Cell =>
  text === null || text === undefined ? null : (parseMoney(text, 'sin-miles') ?? text);
