import { m } from '../../paraglide/messages.js';
import { cantidad, fecha, partesDeMonto } from '../format.ts';
import type { ColumnaDatos, Valor } from './tipos.ts';

const HORA = /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2})/;

export const valorDe = <F>(columna: ColumnaDatos<F>, fila: F): Valor =>
  columna.valor === undefined ? (Reflect.get(Object(fila), columna.clave) as Valor) : columna.valor(fila);

/** `17:37` of a date-time; undefined when no time was reported, which is not midnight. */
export const horaDe = (valor: string): string | undefined => HORA.exec(valor)?.[1];

/** What subtracts is written with its minus, whichever way the service reports it. */
export function conSigno(importe: string, signo: ColumnaDatos<never>['signo']): string {
  return signo === 'resta' && !importe.startsWith('-') && /[1-9]/.test(importe) ? `-${importe}` : importe;
}

const nulo = (columna: Pick<ColumnaDatos<never>, 'nulo'>): string =>
  columna.nulo === 'sin-datos' ? m.sin_datos() : '—';

/** A cell as it reads on screen, for measuring. */
export function textoDeCelda<F>(columna: ColumnaDatos<F>, fila: F): string {
  if (columna.tipo === 'estado') return columna.estado?.(fila)?.palabra ?? columna.sinEstado ?? '—';
  return textoDeValor(columna, valorDe(columna, fila));
}

export function textoDeValor(columna: Pick<ColumnaDatos<never>, 'tipo' | 'signo' | 'nulo'>, valor: Valor): string {
  if (valor === null || valor === undefined || valor === '') return nulo(columna);
  switch (columna.tipo) {
    case 'importe': {
      const partes = partesDeMonto(conSigno(String(valor), columna.signo));
      return partes === undefined ? String(valor) : `${partes.negativo ? '−' : ''}$ ${partes.cifra}`;
    }
    case 'fecha':
      return fecha(String(valor));
    case 'fechaHora': {
      const hora = horaDe(String(valor));
      return hora === undefined ? fecha(String(valor)) : `${fecha(String(valor))} ${hora}`;
    }
    case 'entero':
      return typeof valor === 'number' ? cantidad(valor) : String(valor);
    case 'booleano':
      return valor === true ? m.si() : m.no();
    case 'texto':
    case 'estado':
      return String(valor);
  }
}

/** A cell as a spreadsheet takes it: amounts as plain numbers with a decimal comma, nothing where there is nothing. */
export function textoParaCopiar<F>(columna: ColumnaDatos<F>, fila: F): string {
  if (columna.tipo === 'estado') return columna.estado?.(fila)?.palabra ?? columna.sinEstado ?? '';
  const valor = valorDe(columna, fila);
  if (valor === null || valor === undefined) return '';
  if (columna.tipo === 'importe') {
    // What could not be read as an amount goes as it came.
    if (partesDeMonto(String(valor)) === undefined) return String(valor);
    return conSigno(String(valor), columna.signo).replace('.', ',');
  }
  if (columna.tipo === 'entero') return String(valor);
  return textoDeValor(columna, valor);
}
