import type { LineKind, Reason } from '../till-bridge.ts';
import type { Language } from './language.ts';

/** Why coupons of a file were not sent. A report counts rows by the words of its column. */
export const NOT_SENT: Readonly<Record<Reason, Readonly<Record<Language, string>>>> = {
  error: { es: 'Con errores', en: 'With errors' },
  enviada: { es: 'Ya enviados antes', en: 'Sent before' },
  omitida: { es: 'Omitidos a mano', en: 'Left out by hand' },
  rechazada: { es: 'El servicio no los aceptó', en: 'Not accepted by the service' },
  sin_enviar: { es: 'Quedaron sin enviar', en: 'Left unsent' },
};

export const LINES_OF: Readonly<Record<LineKind, string>> = {
  totales: 'Líneas de total',
  encabezado: 'Encabezados repetidos',
  nota: 'Líneas de texto, sin fecha ni importe',
};
