import type { LineKind, Reason } from '../till-bridge.ts';
import { type Language, formatNumber } from './language.ts';
import type { ComparedCounter } from '../service-counters.ts';

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

/** Coupons that the service had before and that its result does not list. */
export const countApart = (counters: readonly ComparedCounter[]): number =>
  counters.find(({ contador }) => contador === 'existentes')?.nuestro ?? 0;

const SENTENCES: Readonly<Record<Language, (n: number, leftOut: boolean) => string>> = {
  es: (n, leftOut) => {
    const were = n === 1 ? '1 ya estaba en el servicio' : `${formatNumber(n)} ya estaban en el servicio`;
    const without = `, y sus contadores de conciliados y sin conciliar no ${n === 1 ? 'lo' : 'los'} tienen`;
    return `De esos, ${were}${leftOut ? without : ''}.`;
  },
  en: (n, leftOut) => {
    const were = n === 1 ? '1 was at the service already' : `${formatNumber(n)} were at the service already`;
    const without = `, and its counters of matched and unmatched do not have ${n === 1 ? 'it' : 'them'}`;
    return `Of those, ${were}${leftOut ? without : ''}.`;
  },
};

/** How many of the matched and unmatched the service had before. They are already included in those counts. Undefined for none. */
export function describeExisting(counters: readonly ComparedCounter[], language: Language): string | undefined {
  const existing = counters.find(({ contador }) => contador === 'existentes');
  if (existing?.motivo !== 'listados') return undefined;
  const leftOut = counters.some(({ motivo }) => motivo === 'sin_existentes');
  return SENTENCES[language](existing.servicio - countApart(counters), leftOut);
}
