import type { ErrorDetail } from '#contract/errors.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { formatPesos, parseMoney, requireMoney } from '#domain/money.ts';
import { formatNumber } from '#domain/texts/language.ts';

/** "1 tanda", "2 tandas". */
export const formatCount = (value: number, [one, plural]: readonly [string, string]): string =>
  `${formatNumber(value)} ${value === 1 ? one : plural}`;

/** "Se escribió 1 fila en x.csv.": what was written, of the document that says it. */
export const sayWritten = ({ filas, archivo }: { readonly filas: number; readonly archivo: string }): string =>
  `${filas === 1 ? 'Se escribió' : 'Se escribieron'} ${formatCount(filas, ['fila', 'filas'])} en ${archivo}.`;

/** A decimal string of a document as people read it. The documents are ours, so an amount that does not parse is a bug. */
export const writePesos = (decimal: string): string => formatPesos(requireMoney(decimal));

/** What a failure says besides its sentence, as a line; none where it says nothing more. */
export function listDetailLines(detail: ErrorDetail | undefined): string[] {
  const facts = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== '');
  return facts.length === 0 ? [] : [`Detalle: ${facts.map(([key, value]) => `${key}: ${String(value)}`).join(' · ')}`];
}

/** `2026-11-21` as `21/11/2026`; "—" without one. */
export const formatDate = (iso: string | null): string => (iso === null ? '—' : formatDayMonthYear(iso));

/** An amount that a service gave back, which may have another format: then it is shown as it came. */
export const formatServicePesos = (text: string): string => {
  const value = parseMoney(text, 'sin-miles');
  return value === undefined ? text : formatPesos(value);
};

/** The size of a copy: `214 KB`. */
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
