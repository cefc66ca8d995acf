import type { SyncFailure } from '#contract/documents.ts';
import { m } from '../paraglide/messages.js';
import { SECTIONS } from '../shared/sections.ts';
import { getErrorWords } from '../ui/errors.ts';

/** The name, in the rail, of the screen that shows the rows of a service method; the method itself when no screen does. */
export function getScreenName(method: string): string {
  const named = method.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.word() ?? method;
}

/** Which lists could not be updated, and why: one line for each reason, in the order in which they failed. */
export function describeFailedParts(failures: readonly Pick<SyncFailure, 'metodo' | 'codigo'>[]): readonly string[] {
  const byReason = new Map<SyncFailure['codigo'], Set<string>>();
  for (const { metodo, codigo } of failures) {
    const names = byReason.get(codigo) ?? new Set();
    byReason.set(codigo, names.add(getScreenName(metodo)));
  }
  return [...byReason].map(([code, names]) => {
    const { que, rest } = getErrorWords(code);
    return m.marco_falla_de({ listas: [...names].join(', '), causa: [que, rest].join(' ').trim() });
  });
}
