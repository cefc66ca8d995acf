import { m } from '../paraglide/messages.js';

/* Formats figures and dates (docs/visual-language.md §4). Amounts are decimal strings with a dot; floats occur only in rounded figures and lengths of bars.
   Dates are `YYYY-MM-DD`. */

const MINUS = '−';
const NO_BREAK = '\u00a0';

/** Writes a dot before each group of three digits from the right: `1234567` → `1.234.567`. */
const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.');

export interface AmountParts {
  readonly isNegative: boolean;
  /** `1.234,56`: without the sign, always with two decimals. */
  readonly digit: string;
}

const DECIMAL = /^(-)?0*(\d+)(?:\.(\d{1,2}))?$/;

/** The parts of an amount such as `-1234.5`; undefined for other text. */
export function splitAmount(importe: string): AmountParts | undefined {
  const match = DECIMAL.exec(importe.trim());
  if (match === null) return undefined;
  const [, sign, wholePart = '', decimals = ''] = match;
  const digit = `${groupThousands(wholePart)},${decimals.padEnd(2, '0')}`;
  return { isNegative: sign === '-' && !isZero(digit), digit };
}

/** `−$ 1.234,56`, with no-break spaces; other text unchanged. */
export function formatAmount(importe: string): string {
  const parts = splitAmount(importe);
  if (parts === undefined) return importe;
  return `${parts.isNegative ? MINUS : ''}$${NO_BREAK}${parts.digit}`;
}

/** An amount as a person types it in a field, `-1.234,56`; other text unchanged. */
export function toTyped(importe: string): string {
  const parts = splitAmount(importe);
  return parts === undefined ? importe : `${parts.isNegative ? '-' : ''}${parts.digit}`;
}

/** True for an amount that is zero, and for an empty text. */
export const isZero = (importe: string): boolean => !/[1-9]/.test(importe);

export const withOtherSign = (importe: string): string => (importe.startsWith('-') ? importe.slice(1) : `-${importe}`);

export const formatNumber = (n: number): string =>
  (n < 0 ? MINUS : '') + groupThousands(String(Math.abs(Math.trunc(n))));

/** Writes a number with a decimal comma and dots for thousands in every language, as amounts are written in Argentina. */
const writeNumber = (value: number, decimals: number): string => {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = groupThousands(whole);
  return rest === undefined ? grouped : `${grouped},${rest}`;
};

/** The parameters of a message with a plural: `n` as number and as text. */
export const withText = (n: number): { n: number; texto: string } => ({ n, texto: formatNumber(n) });

/** `97,1 %`: the share of `part` in `total`; undefined for a total of zero. At most 99,9 % unless `part` equals `total`. */
export function formatPercentage(part: number, total: number): string | undefined {
  if (total === 0) return undefined;
  const tenths = part === total ? 1000 : Math.min(999, Math.round((part / total) * 1000));
  return `${writeNumber(tenths / 10, 1)}${NO_BREAK}%`;
}

/** The share of `part` in `total` (decimal strings with two decimals), from 0 to 1, for a bar; 0 when the total is not positive. */
export function getProportion(part: string, total: string): number {
  // A float is exact enough for a bar: amounts on a screen are far below 2^53 centavos.
  const toCents = (importe: string): number => Number(importe.replace('.', ''));
  const whole = toCents(total);
  return whole > 0 ? Math.min(1, Math.max(0, toCents(part) / whole)) : 0;
}

const CIVIL = /^(\d{4})-(\d{2})-(\d{2})/;

/** `21/11 10:32` from `2026-11-21 10:32:05`; other text unchanged. */
export function formatShortDate(iso: string): string {
  const match = /^\d{4}-(\d{2})-(\d{2})[ T](\d{2}:\d{2})/.exec(iso);
  return match === null ? iso : `${match[2] ?? ''}/${match[1] ?? ''} ${match[3] ?? ''}`;
}

/** `21/11/2026` from `2026-11-21`, with or without a time after it; other text unchanged. */
export function formatDate(iso: string): string {
  const match = CIVIL.exec(iso);
  return match === null ? iso : `${match[3] ?? ''}/${match[2] ?? ''}/${match[1] ?? ''}`;
}

/** `21/11/2026 10:32` from `2026-11-21 10:32:05`. */
export const formatDateAndTime = (iso: string): string => `${formatDate(iso)} ${iso.slice(11, 16)}`;

/** `21/11` from `2026-11-21`; with the year, unless `iso` and `beside` are both in the year of `today`. */
export const formatShortDay = (iso: string, today: string, beside = iso): string =>
  [iso, beside].every((day) => day.slice(0, 4) === today.slice(0, 4)) ? formatDate(iso).slice(0, 5) : formatDate(iso);

/** `01/11/2026 – 21/11/2026`, or a single date when both are equal. */
export const formatRange = (from: string, to: string): string =>
  from === to ? formatDate(from) : `${formatDate(from)}${NO_BREAK}– ${formatDate(to)}`;

/** `01/11/2026 al 21/11/2026` for a sentence (*del … al …*), or a single date when both are equal. */
export const describeRange = (from: string, to: string): string =>
  from === to ? formatDate(from) : m.datos_rango({ desde: formatDate(from), hasta: formatDate(to) });

/**
 * `2026-11-21T10:41:07` in Buenos Aires (always UTC−3), from milliseconds since the epoch. Computed, because a date format of the platform is slow to create.
 */
export const toBuenosAires = (at: number): string => new Date(at - 3 * 3_600_000).toISOString().slice(0, 19);

/** `21/11/2026` in Buenos Aires, from milliseconds since the epoch. */
export const formatDay = (at: number): string => formatDate(toBuenosAires(at));

/** `10:41:07` in Buenos Aires, from milliseconds since the epoch. */
export const timeOf = (at: number): string => toBuenosAires(at).slice(11);

/** `10:41` in Buenos Aires, from milliseconds since the epoch. */
export const formatShortTime = (at: number): string => timeOf(at).slice(0, 5);

/** `2 min 12 s`, `45 s`, `1 h 05 min`, from milliseconds. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  if (h > 0) return `${String(h)}${NO_BREAK}h ${String(min).padStart(2, '0')}${NO_BREAK}min`;
  return min > 0 ? `${String(min)}${NO_BREAK}min ${String(s)}${NO_BREAK}s` : `${String(s)}${NO_BREAK}s`;
}

/** `0,4 s`, from milliseconds. */
export const formatDelay = (ms: number): string =>
  `${writeNumber(Math.max(1, Math.round(ms / 100)) / 10, 1)}${NO_BREAK}s`;

/** Adds decimal amounts exactly. Leaves out amounts that cannot be parsed, and counts them (`sinLeer`). */
export function addUp(importes: Iterable<string>): { total: string; sinLeer: number } {
  let cents = 0n;
  let unread = 0;
  for (const importe of importes) {
    const match = DECIMAL.exec(importe.trim());
    if (match === null) unread += 1;
    else cents += BigInt(`${match[1] ?? ''}${match[2] ?? ''}${(match[3] ?? '').padEnd(2, '0')}`);
  }
  const absolute = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return { total: `${cents < 0n ? '-' : ''}${absolute.slice(0, -2)}.${absolute.slice(-2)}`, sinLeer: unread };
}

/** `30-71554218-9` from a tax number of eleven digits; other text unchanged. */
export const formatCuit = (text: string): string => text.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');

/** `1,23 M`, `978 mil` or `850` from decimal text, for narrow places. */
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

/** The change between two shares in hundredths of a percent, `+0,4 puntos`; undefined when it rounds to zero. */
export function formatPercentagePoints(before: number, now: number): string | undefined {
  const tenths = Math.round((now - before) / 10);
  if (tenths === 0) return undefined;
  return `${tenths > 0 ? '+' : MINUS}${writeNumber(Math.abs(tenths) / 10, 1)}${NO_BREAK}${m.costo_puntos()}`;
}

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

export function formatSize(bytes: number): string {
  if (bytes < MB) return `${formatNumber(Math.ceil(bytes / KB))}${NO_BREAK}KB`;
  if (bytes < GB) return `${formatNumber(Math.round(bytes / MB))}${NO_BREAK}MB`;
  return `${writeNumber(Math.round((bytes / GB) * 10) / 10, 1)}${NO_BREAK}GB`;
}

function roundSize(bytes: number): number {
  const unit = bytes < MB ? KB : bytes < GB ? MB : GB / 10;
  return (unit === KB ? Math.ceil(bytes / unit) : Math.round(bytes / unit)) * unit;
}

/** The size of several files together. Adds the rounded sizes, so that the total fits the sizes on screen. */
export const formatTotalSize = (parts: readonly number[]): string =>
  formatSize(parts.reduce((sum, bytes) => sum + roundSize(bytes), 0));
