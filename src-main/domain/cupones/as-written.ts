/** The values of a coupon as people write them, so that what is seen can be searched. */
import { formatDayMonthYear } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import { withDots } from '../money.ts';

const MARKS = /\p{M}/gu;
const OTHER_THAN_ASCII = /[^\u0000-\u007f]/;

/** Text in lower case, without any accent. */
export const foldMarks = (text: string): string =>
  (OTHER_THAN_ASCII.test(text) ? text.normalize('NFD').replace(MARKS, '') : text).toLowerCase();

/** An amount with and without thousands separators. */
export function writeAmountAsWritten(importe: string): string {
  const [whole = '', cents] = importe.split('.');
  return cents === undefined ? importe : `${withDots(whole)},${cents} ${whole},${cents}`;
}

const DAY = 'AAAA-MM-DD';

export function asWritten(field: CuponField, value: string): string {
  if (field === 'importe') return writeAmountAsWritten(value);
  return value.length === DAY.length ? formatDayMonthYear(value) : value;
}
