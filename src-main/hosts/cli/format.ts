import type { ErrorDetail } from '#contract/errors.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { formatPesos, parseMoney, requireMoney } from '#domain/money.ts';
import { chooseIn, formatNumber, getFileName, type Choose } from '#domain/texts/language.ts';

type Counted = readonly [one: string, plural: string];
export const CUPONES: readonly [es: Counted, en: Counted] = [
  ['cupón', 'cupones'],
  ['coupon', 'coupons'],
];
export const ROWS: readonly [es: Counted, en: Counted] = [
  ['fila', 'filas'],
  ['row', 'rows'],
];

/** Lines for people, nested as needed; an entry that is false or undefined gives no line. */
export type Lines = string | false | undefined | readonly Lines[];
export const toLines = (lines: Lines): string[] =>
  typeof lines === 'string' ? [lines] : lines === undefined || lines === false ? [] : lines.flatMap(toLines);

export const formatCount = (value: number, [one, plural]: Counted): string =>
  `${formatNumber(value)} ${value === 1 ? one : plural}`;

export function sayWritten(
  { filas, archivo }: { readonly filas: number; readonly archivo: string },
  say: Choose = chooseIn(),
): string {
  const rows = formatCount(filas, say(...ROWS));
  return say(
    `${filas === 1 ? 'Se escribió' : 'Se escribieron'} ${rows} en ${archivo}.`,
    `${rows} ${filas === 1 ? 'was' : 'were'} written to ${archivo}.`,
  );
}

/** The place of a coupon, "fila 12 de caja.xlsx"; undefined without a row. */
export const sayRow = (
  { archivo, fila }: { readonly archivo: string | null; readonly fila: number | null },
  say: Choose,
): string | undefined =>
  fila === null
    ? undefined
    : `${say('fila', 'row')} ${formatNumber(fila)}${archivo === null ? '' : ` ${say('de', 'of')} ${getFileName(archivo)}`}`;

/** Writes a decimal text of a document as people read it. Throws for any other text, which would be a bug. */
export const writePesos = (decimal: string): string => formatPesos(requireMoney(decimal));

export function listDetailLines(detail: ErrorDetail | undefined, say: Choose): string[] {
  const facts = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== '');
  return facts.length === 0
    ? []
    : [`${say('Detalle', 'Detail')}: ${facts.map(([key, value]) => `${key}: ${String(value)}`).join(' · ')}`];
}

export const formatDate = (iso: string | null): string => (iso === null ? '—' : formatDayMonthYear(iso));

/** Writes an amount of the service as people read it; an amount in another form stays as it is. */
export const formatServicePesos = (text: string): string => {
  const value = parseMoney(text, 'sin-miles');
  return value === undefined ? text : formatPesos(value);
};

export const formatKilos = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1024))} KB`;

/** Formats a table; the columns in `right` are aligned to the right. */
export function formatTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, [...cell].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const gap = ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...cell].length));
        return right.includes(i) ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Puts a text on one line, because titles of columns often have line breaks. */
export const toOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');
