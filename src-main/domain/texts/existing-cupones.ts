import type { ComparedCounter } from '../service-counters.ts';
import { formatNumber, type Language } from './language.ts';

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
