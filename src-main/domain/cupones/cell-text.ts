import type { CuponField } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { isRoundedCardNumber, maskDigits, MAX_DIGITS, MIN_DIGITS } from './card-number.ts';
import { maskCardNumbers } from './card-text.ts';
import { fold } from '../fold-text.ts';

/** The text of a numeric cell that is an identifier: as shown if that is only digits (`00000123`), else the digits of a whole number, else as shown. */
export function toNumericText(sheet: Sheet, row: number, column: number): string {
  const shown = sheet.text(row, column);
  if (isDigits(shown)) return shown;
  const value = sheet.number(row, column);
  return Number.isInteger(value) && value >= 0 && value < 1e21 ? String(value) : cleanText(shown);
}

export const getCellText = (sheet: Sheet, row: number, column: number): string =>
  sheet.kind(row, column) === CELL.numero ? toNumericText(sheet, row, column) : cleanText(sheet.text(row, column));

/** Writes a numeric cell with a decimal comma for sentences, because people read 100.123 as a hundred thousand. `valor` in findings keeps the dot. */
export const toSpokenValue = (value: string, kind: number): string =>
  kind === CELL.numero ? value.replace(/^(-?\d+)\.(\d+)$/, '$1,$2') : value;

/** A value for findings. Card numbers are masked, also a card number that the spreadsheet rounded. */
export const toShownValue = (text: string, kind: number): string =>
  kind === CELL.numero && isRoundedCardNumber(text) ? maskDigits(text) : maskCardNumbers(text);

/** Like `toShownValue`. In the column of the last four, also masks a long number with a wrong check digit: it may be a mistyped card number. */
export function toShownIn(field: CuponField | null, text: string, kind: number): string {
  const shown = toShownValue(text, kind);
  return field === 'tarjeta_nro' ? shown.replace(LONG_NUMBER, maskDigits) : shown;
}
const LONG_NUMBER = new RegExp(`\\d{${String(MIN_DIGITS)},${String(MAX_DIGITS)}}`, 'g');

/** White space, zero-width characters, byte order marks and soft hyphens at both ends of a text. */
const EDGE =
  /^[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]+|[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]+$/g;

const APOSTROPHE = 0x27;

/** The apostrophes at the beginning of a text, with the invisible characters after them. */
const MARKS = /^(?:'[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]*)+/;

/** Removes the apostrophe that marks a cell as text, which some files keep. Removes several too, as in a file that this program wrote from such a file. */
const withoutMarks = (text: string): string =>
  text.startsWith("'") && (text.length === 1 || !text.endsWith("'")) ? text.replace(MARKS, '') : text;

/** Whether a text is printable ASCII without anything to trim; nearly all cells are, and need no cleaning. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  const first = text.charCodeAt(0);
  if (first === 0x20 || first === APOSTROPHE || text.charCodeAt(last) === 0x20) return false;
  for (let i = 0; i <= last; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** The text of a cell as a value (docs/coupons.md, "What a cell says"): NFC, without a leading apostrophe, outer spaces and invisible characters. */
export const cleanText = (text: string): string =>
  text.length === 0 || isPlain(text) ? text : withoutMarks(text.normalize('NFC').replace(EDGE, ''));

/** The length of a text in code points, as the service counts it (docs/coupons.md, "Lengths"). */
export const countCodePoints = (text: string): number => [...text].length;

export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text.length > 0;
}

/** Whether Excel shortened a number when it saved a text file (`1,32456E+11`), so that its last digits are lost. `0E1234` is a text. */
export const isShortenedNumber = (text: string): boolean =>
  text.includes('E+') && /^\d(?:[.,]\d+)?E\+\d{2,3}$/.test(text);

/** How files write that a value is absent: dashes, N/A, NULL, s/d, and the stars that SAP writes before totals. */
const NOTHING = /^(?:[-–—]+|\*{1,3}|n\/?a|null|s\/d)$/i;
export const saysNothing = (text: string): boolean => NOTHING.test(text);

const GROUPS_OF_THREE = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/** The digits of a text in which every mark may group thousands ("1.001" gives "1001"); undefined for any other text. */
export const withoutThousands = (text: string): string | undefined =>
  GROUPS_OF_THREE.test(text) ? text.replace(/[.,]/g, '') : undefined;

/** A count of instalments written like an amount: "3,00". */
const COUNT = /^0*([1-9]\d?)[.,]00?$/;
const AT_ONCE = /^(?:contado|(?:en )?una? (?:solo |sola )?(?:pago|cuota))$/;
/** A text with one number, which may be the count of instalments or part of a plan's name: "12 cuotas", "Ahora 12", "C12", "Plan 3", "003". */
const ONLY_NUMBER = /^[\p{L} .]*?0*([1-9]\d?)(?:[\p{L} .()]|(?<=\p{L})\/)*$/u;
/** One instalment of several: "3/12", "3 de 12", "Cuota 3/12". */
const ONE_OF_SEVERAL = /^(?:cuota )?(\d{1,2}) ?(?:\/|-|de) ?(\d{1,2})$/;

/** The number of instalments that a text may mean. Only a proposal, because "Plan 7" may have any number of instalments. */
export function findInstalments(text: string): string | undefined {
  if (AT_ONCE.test(fold(text)) || readOneOfSeveral(text)?.all === '1') return '1';
  return (COUNT.exec(text) ?? ONLY_NUMBER.exec(text))?.[1];
}

/** Reads one instalment of several, as in "3/12". A row with this text is a part of a sale. */
export function readOneOfSeveral(text: string): { readonly one: string; readonly all: string } | undefined {
  const [, one, all] = ONE_OF_SEVERAL.exec(fold(text)) ?? [];
  return one === undefined || all === undefined || Number(one) > Number(all)
    ? undefined
    : { one, all: String(Number(all)) };
}
