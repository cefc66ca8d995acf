import { m } from '../../paraglide/messages.js';
import { groupThousands } from '../format.ts';

const NO_BREAK = '\u00a0';
const MINUS = '−';

/** Writes a number with decimal comma and dots for thousands, in every language: amounts are Argentine. */
const writeNumber = (value: number, decimals: number): string => {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = groupThousands(whole);
  return rest === undefined ? grouped : `${grouped},${rest}`;
};

/** `1,23 M`, `978 mil`, `850`: only where there is no room for the exact amount, which must then stand beside it in words. */
export function formatShort(importe: string): string {
  const value = Number(importe);
  const size = Math.abs(value);
  const sign = value < 0 && size >= 0.5 ? MINUS : '';
  if (size >= 999_500) return `${sign}${writeNumber(size / 1_000_000, size < 99_995_000 ? 2 : 0)}${NO_BREAK}M`;
  if (size >= 999.5) return `${sign}${writeNumber(size / 1000, 0)}${NO_BREAK}${m.graficos_mil()}`;
  return `${sign}${writeNumber(size, 0)}`;
}

/** A short amount for an axis, without trailing zeros: `5 M`, `2,5 M`. */
export const formatForAxis = (value: number): string =>
  formatShort(String(value)).replace(/,(\d)0(?=\s)/, (_whole, tenth: string) => (tenth === '0' ? '' : `,${tenth}`));

/** `7,4 %` from hundredths of a percent. */
export const formatPercent = (hundredths: number): string => {
  const tenths = Math.round(Math.abs(hundredths) / 10);
  return `${hundredths < 0 && tenths > 0 ? MINUS : ''}${writeNumber(tenths / 10, 1)}${NO_BREAK}%`;
};

/** The change between two shares in hundredths of a percent, `+0,4 pp`; undefined when it rounds to zero. */
export function formatPercentagePoints(before: number, now: number): string | undefined {
  const tenths = Math.round((now - before) / 10);
  if (tenths === 0) return undefined;
  return `${tenths > 0 ? '+' : MINUS}${writeNumber(Math.abs(tenths) / 10, 1)}${NO_BREAK}pp`;
}
