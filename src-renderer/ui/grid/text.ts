import { m } from '../../paraglide/messages.js';
import { formatNumber, formatDate, splitAmount, isZero, withOtherSign } from '../format.ts';
import type { DataColumn, Value } from './types.ts';

const TIME = /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2})/;

export const valueOf = <F>(column: DataColumn<F>, row: F): Value =>
  column.valor === undefined ? (Reflect.get(Object(row), column.clave) as Value) : column.valor(row);

/** The time of a date-time, such as `17:37`; undefined if the service reported only a day, which is not midnight. */
export const extractTime = (value: string): string | undefined => TIME.exec(value)?.[1];

/** Gives the other sign to an amount of a column that is subtracted; a deduction that is given back is positive. */
export function withSign(importe: string, sign: DataColumn<never>['signo']): string {
  return sign === 'resta' && !isZero(importe) ? withOtherSign(importe) : importe;
}

const getNullText = (column: Pick<DataColumn<never>, 'nulo'>): string =>
  column.nulo === 'sin-datos' ? m.sin_datos() : '—';

export const isRightAligned = ({ tipo }: Pick<DataColumn<never>, 'tipo'>): boolean =>
  tipo === 'importe' || tipo === 'entero';

export function getCellText<F>(column: DataColumn<F>, row: F): string {
  if (column.tipo === 'estado') return column.estado?.(row)?.word ?? column.withoutState ?? '—';
  return getValueText(column, valueOf(column, row));
}

export function getValueText(column: Pick<DataColumn<never>, 'tipo' | 'signo' | 'nulo'>, value: Value): string {
  if (value === null || value === undefined || value === '') return getNullText(column);
  switch (column.tipo) {
    case 'importe': {
      const parts = splitAmount(withSign(String(value), column.signo));
      return parts === undefined ? String(value) : `${parts.isNegative ? '−' : ''}$ ${parts.digit}`;
    }
    case 'fecha':
      return formatDate(String(value));
    case 'fechaHora': {
      const time = extractTime(String(value));
      return time === undefined ? formatDate(String(value)) : `${formatDate(String(value))} ${time}`;
    }
    case 'entero':
      return /^\d+$/.test(String(value)) ? formatNumber(Number(value)) : String(value);
    case 'booleano':
      return value === true ? m.si() : m.no();
    case 'texto':
    case 'estado':
      return String(value);
  }
}

const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
/** The positions of the visible rows in words; `total` is missing until the rows are counted. */
export function describePosition(visible: { readonly desde: number; readonly hasta: number }, total?: number): string {
  const shown = { desde: formatNumber(visible.desde), hasta: formatNumber(visible.hasta) };
  return total === undefined
    ? m.grilla_posicion_sin_total(shown)
    : m.grilla_posicion({ ...shown, total: formatNumber(total) });
}

/** Characters with which a formula begins, also the full-width ones of Asian keyboards, and also after invisible characters. */
const FORMULA = /^\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);

/** The text of a cell for a spreadsheet: amounts with a decimal comma and no dots for thousands; empty for null. */
function getCopyText<F>(column: DataColumn<F>, row: F): string {
  if (column.tipo === 'estado') return column.estado?.(row)?.word ?? column.withoutState ?? '';
  const value = valueOf(column, row);
  if (value === null || value === undefined) return '';
  if (column.tipo === 'importe') {
    // Copies an unreadable amount as the service wrote it.
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
 * Rows in both formats of the clipboard: plain text, and HTML, in which Excel keeps the zeros of a voucher number. In plain text, an apostrophe before a
 * formula makes spreadsheets take it for text; they do not show the apostrophe.
 */
export function copyRows<F>(columns: readonly DataColumn<F>[], rows: readonly F[]): ClipboardCopy {
  const cells = rows.map((row) =>
    columns.map((column) => ({ tipo: column.tipo, texto: toOneLine(getCopyText(column, row)) })),
  );
  // True also for a value that is no figure although its column has figures.
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
