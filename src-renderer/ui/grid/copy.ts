import { getCopyText } from './text.ts';
import type { DataColumn } from './types.ts';

const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
/** Characters that begin a formula, also in the full width of Asian keyboards and after invisible characters. */
const FORMULA = /^\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);

export interface ClipboardCopy {
  readonly plano: string;
  readonly html: string;
}

/**
 * Rows in the two forms that a spreadsheet takes: plain text and HTML. The HTML is for Excel, where a voucher number stays text and keeps its zeros.
 * In plain text, a text that would be read as a formula gets an apostrophe before it, which a spreadsheet does not show.
 */
export function copyRows<F>(columnas: readonly DataColumn<F>[], filas: readonly F[]): ClipboardCopy {
  const celdas = filas.map((fila) =>
    columnas.map((columna) => ({ tipo: columna.tipo, texto: toOneLine(getCopyText(columna, fila)) })),
  );
  // A value that cannot be read as a figure is treated as text.
  const isText = (tipo: DataColumn<F>['tipo'], texto: string): boolean =>
    tipo === 'texto' || tipo === 'estado' || !/^-?[\d.,:/ ]*$/.test(texto);
  const plain = celdas
    .map((fila) =>
      fila.map(({ tipo, texto }) => (isText(tipo, texto) && FORMULA.test(texto) ? `'${texto}` : texto)).join('\t'),
    )
    .join('\r\n');
  const html = celdas
    .map((fila) => {
      const rowTexts = fila.map(({ tipo, texto }) =>
        isText(tipo, texto)
          ? `<td style="mso-number-format:'\\@'">${escapeHtml(texto)}</td>`
          : `<td>${escapeHtml(texto)}</td>`,
      );
      return `<tr>${rowTexts.join('')}</tr>`;
    })
    .join('');
  return { plano: plain, html: `<table>${html}</table>` };
}
