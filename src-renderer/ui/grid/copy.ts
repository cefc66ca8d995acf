import { getCopyText } from './text.ts';
import type { DataColumn } from './types.ts';

const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
/** Also in the full width of Asian keyboards, and behind what is not seen. */
const FORMULA = /^\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);

export interface ClipboardCopy {
  readonly plano: string;
  readonly html: string;
}

/**
 * Rows as a spreadsheet takes them. The second form is for Excel: there a number of a voucher is text and keeps its zeros. Text that
 * would be read as a formula gets an apostrophe before it in the plain form (a spreadsheet does not show it).
 */
export function copyRows<F>(columnas: readonly DataColumn<F>[], filas: readonly F[]): ClipboardCopy {
  const celdas = filas.map((fila) =>
    columnas.map((columna) => ({ tipo: columna.tipo, texto: toOneLine(getCopyText(columna, fila)) })),
  );
  // Of what could not be read as a figure nobody knows what it is.
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
