import { textoParaCopiar } from './texto.ts';
import type { ColumnaDatos } from './tipos.ts';

const enUnaLinea = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
/** Also in the full width of Asian keyboards, and behind what is not seen. */
const FORMULA = /^\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapar = (text: string): string => text.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);

export interface Copia {
  readonly plano: string;
  readonly html: string;
}

/**
 * Rows as a spreadsheet takes them. The second form is for Excel: there a number of a voucher is text and keeps its zeros. Text that
 * would be read as a formula gets an apostrophe before it in the plain form (a spreadsheet does not show it).
 */
export function copiar<F>(columnas: readonly ColumnaDatos<F>[], filas: readonly F[]): Copia {
  const celdas = filas.map((fila) =>
    columnas.map((columna) => ({ tipo: columna.tipo, texto: enUnaLinea(textoParaCopiar(columna, fila)) })),
  );
  // Of what could not be read as a figure nobody knows what it is.
  const esTexto = (tipo: ColumnaDatos<F>['tipo'], texto: string): boolean =>
    tipo === 'texto' || tipo === 'estado' || !/^-?[\d.,:/ ]*$/.test(texto);
  const plano = celdas
    .map((fila) =>
      fila.map(({ tipo, texto }) => (esTexto(tipo, texto) && FORMULA.test(texto) ? `'${texto}` : texto)).join('\t'),
    )
    .join('\r\n');
  const html = celdas
    .map((fila) => {
      const deFila = fila.map(({ tipo, texto }) =>
        esTexto(tipo, texto)
          ? `<td style="mso-number-format:'\\@'">${escapar(texto)}</td>`
          : `<td>${escapar(texto)}</td>`,
      );
      return `<tr>${deFila.join('')}</tr>`;
    })
    .join('');
  return { plano, html: `<table>${html}</table>` };
}
