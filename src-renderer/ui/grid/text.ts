import { m } from '../../paraglide/messages.js';
import { formatNumber, formatDate, splitAmount, isZero, withOtherSign } from '../format.ts';
import type { DataColumn, Value } from './types.ts';

const TIME = /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2})/;

export const valueOf = <F>(column: DataColumn<F>, row: F): Value =>
  column.valor === undefined ? (Reflect.get(Object(row), column.clave) as Value) : column.valor(row);

/** `17:37` of a date-time; undefined when no time was reported, which is not midnight. */
export const extractTime = (value: string): string | undefined => TIME.exec(value)?.[1];

/** Writes an amount that subtracts with a minus, whichever sign the service gives it. */
export function withSign(importe: string, sign: DataColumn<never>['signo']): string {
  return sign === 'resta' && !importe.startsWith('-') && !isZero(importe) ? withOtherSign(importe) : importe;
}

const getNullText = (column: Pick<DataColumn<never>, 'nulo'>): string =>
  column.nulo === 'sin-datos' ? m.sin_datos() : '—';

/** Figures stand at the right, on screen and on paper. */
export const isRightAligned = ({ tipo }: Pick<DataColumn<never>, 'tipo'>): boolean =>
  tipo === 'importe' || tipo === 'entero';

/** The text of a cell on screen, for measuring. */
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
