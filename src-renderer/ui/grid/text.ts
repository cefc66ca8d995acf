import { m } from '../../paraglide/messages.js';
import { formatNumber, date, splitAmount } from '../format.ts';
import type { DataColumn, Valor } from './types.ts';

const TIME = /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2})/;

export const valorDe = <F>(columna: DataColumn<F>, fila: F): Valor =>
  columna.valor === undefined ? (Reflect.get(Object(fila), columna.clave) as Valor) : columna.valor(fila);

/** `17:37` of a date-time; undefined when no time was reported, which is not midnight. */
export const extractTime = (valor: string): string | undefined => TIME.exec(valor)?.[1];

/** Writes an amount that subtracts with a minus, whichever sign the service gives it. */
export function withSign(importe: string, sign: DataColumn<never>['signo']): string {
  return sign === 'resta' && !importe.startsWith('-') && /[1-9]/.test(importe) ? `-${importe}` : importe;
}

const isNull = (columna: Pick<DataColumn<never>, 'nulo'>): string =>
  columna.nulo === 'sin-datos' ? m.sin_datos() : '—';

/** The text of a cell on screen, for measuring. */
export function getCellText<F>(columna: DataColumn<F>, fila: F): string {
  if (columna.tipo === 'estado') return columna.estado?.(fila)?.word ?? columna.withoutState ?? '—';
  return getValueText(columna, valorDe(columna, fila));
}

export function getValueText(columna: Pick<DataColumn<never>, 'tipo' | 'signo' | 'nulo'>, valor: Valor): string {
  if (valor === null || valor === undefined || valor === '') return isNull(columna);
  switch (columna.tipo) {
    case 'importe': {
      const parts = splitAmount(withSign(String(valor), columna.signo));
      return parts === undefined ? String(valor) : `${parts.isNegative ? '−' : ''}$ ${parts.digit}`;
    }
    case 'fecha':
      return date(String(valor));
    case 'fechaHora': {
      const hora = extractTime(String(valor));
      return hora === undefined ? date(String(valor)) : `${date(String(valor))} ${hora}`;
    }
    case 'entero':
      return typeof valor === 'number' ? formatNumber(valor) : String(valor);
    case 'booleano':
      return valor === true ? m.si() : m.no();
    case 'texto':
    case 'estado':
      return String(valor);
  }
}

/** The text of a cell for a spreadsheet: amounts as plain numbers with a decimal comma, empty for no value. */
export function getCopyText<F>(columna: DataColumn<F>, fila: F): string {
  if (columna.tipo === 'estado') return columna.estado?.(fila)?.word ?? columna.withoutState ?? '';
  const valor = valorDe(columna, fila);
  if (valor === null || valor === undefined) return '';
  if (columna.tipo === 'importe') {
    // An unreadable amount is copied as it came.
    if (splitAmount(String(valor)) === undefined) return String(valor);
    return withSign(String(valor), columna.signo).replace('.', ',');
  }
  if (columna.tipo === 'entero') return String(valor);
  return getValueText(columna, valor);
}
