import { splitAmount } from '../format.ts';
import { getValueText, valueOf, withSign } from './text.ts';
import type { DataColumn } from './types.ts';

const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
/** Characters that begin a formula, also in the full width of Asian keyboards and after invisible characters. */
const FORMULA = /^\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);

/** The text of a cell for a spreadsheet: amounts as plain numbers with a decimal comma, empty for no value. */
function getCopyText<F>(column: DataColumn<F>, row: F): string {
  if (column.tipo === 'estado') return column.estado?.(row)?.word ?? column.withoutState ?? '';
  const value = valueOf(column, row);
  if (value === null || value === undefined) return '';
  if (column.tipo === 'importe') {
    // An unreadable amount is copied as it came.
    if (splitAmount(String(value)) === undefined) return String(value);
    return withSign(String(value), column.signo).replace('.', ',');
  }
  if (column.tipo === 'entero') return String(value);
  return getValueText(column, value);
}

export interface ClipboardCopy {
  readonly plano: string;
  readonly html: string;
}

/**
 * Rows in the two forms that a spreadsheet takes: plain text and HTML. The HTML is for Excel, where a voucher number stays text and keeps its zeros.
 * In plain text, a text that would be read as a formula gets an apostrophe before it, which a spreadsheet does not show.
 */
export function copyRows<F>(columns: readonly DataColumn<F>[], rows: readonly F[]): ClipboardCopy {
  const cells = rows.map((row) =>
    columns.map((column) => ({ tipo: column.tipo, texto: toOneLine(getCopyText(column, row)) })),
  );
  // A value that cannot be read as a figure is treated as text.
  const isText = (type: DataColumn<F>['tipo'], text: string): boolean =>
    type === 'texto' || type === 'estado' || !/^-?[\d.,:/ ]*$/.test(text);
  const plain = cells
    .map((row) =>
      row.map(({ tipo, texto }) => (isText(tipo, texto) && FORMULA.test(texto) ? `'${texto}` : texto)).join('\t'),
    )
    .join('\r\n');
  const html = cells
    .map((row) => {
      const rowTexts = row.map(({ tipo, texto }) =>
        isText(tipo, texto)
          ? `<td style="mso-number-format:'\\@'">${escapeHtml(texto)}</td>`
          : `<td>${escapeHtml(texto)}</td>`,
      );
      return `<tr>${rowTexts.join('')}</tr>`;
    })
    .join('');
  return { plano: plain, html: `<table>${html}</table>` };
}
