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

/** Lines for people, in any nesting; a false condition leaves its line out. */
export type Lines = string | false | undefined | readonly Lines[];
export const toLines = (lines: Lines): string[] =>
  typeof lines === 'string' ? [lines] : lines === undefined || lines === false ? [] : lines.flatMap(toLines);

export const formatCount = (value: number, [one, plural]: Counted): string =>
  `${formatNumber(value)} ${value === 1 ? one : plural}`;

/** "Se escribió 1 fila en x.csv.": names the written rows and file of a document. */
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

/** "fila 12 de caja.xlsx": the place of a coupon; undefined without a row. */
export const sayRow = (
  { archivo, fila }: { readonly archivo: string | null; readonly fila: number | null },
  say: Choose,
): string | undefined =>
  fila === null
    ? undefined
    : `${say('fila', 'row')} ${formatNumber(fila)}${archivo === null ? '' : ` ${say('de', 'of')} ${getFileName(archivo)}`}`;

/** A decimal string of a document as people read it. Documents are ours, so an unreadable amount is a bug. */
export const writePesos = (decimal: string): string => formatPesos(requireMoney(decimal));

/** The details of a failure besides its sentence, as a line; none without details. */
export function listDetailLines(detail: ErrorDetail | undefined, say: Choose): string[] {
  const facts = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== '');
  return facts.length === 0
    ? []
    : [`${say('Detalle', 'Detail')}: ${facts.map(([key, value]) => `${key}: ${String(value)}`).join(' · ')}`];
}

/** `2026-11-21` as `21/11/2026`; "—" without one. */
export const formatDate = (iso: string | null): string => (iso === null ? '—' : formatDayMonthYear(iso));

/** An amount that a service returned. If it has another format, shows it as it came. */
export const formatServicePesos = (text: string): string => {
  const value = parseMoney(text, 'sin-miles');
  return value === undefined ? text : formatPesos(value);
};

export const formatKilos = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1024))} KB`;

/** The lines of a table; the columns in `right` are aligned to the right. */
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

/** A text as part of one line of the terminal: titles of columns often have line breaks. */
export const toOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');
