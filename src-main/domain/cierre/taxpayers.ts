/** Finds the taxpayer (CUIT) of a record by its establishment and its store. Never guesses. */
import { fold } from '../fold-text.ts';

export interface Store {
  readonly nombre: string | null;
  readonly cuit: string | null;
  readonly razon_social: string | null;
}

export interface StoreRef {
  readonly comercio: string | null;
  readonly establecimiento: string | null;
}

/** The person's answers, by the name of a store and by establishment. */
export interface CuitAnswers {
  readonly comercios: Readonly<Record<string, string>>;
  readonly establecimientos: Readonly<Record<string, string>>;
}

export interface Taxpayer {
  readonly cuit: string;
  readonly razonSocial: string;
}

export type Taxpayers = ReturnType<typeof createTaxpayers>;

/** A CUIT without dashes; undefined if it does not have eleven digits. */
export function parseCuit(text: string): string | undefined {
  const digits = text.replace(/[-\s.]/g, '');
  return /^\d{11}$/.test(digits) ? digits : undefined;
}

export const formatCuit = (cuit: string): string => cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');

export const keyOfStore = (name: string): string => fold(name.trim());

function groupBy(entries: Iterable<readonly [key: string, cuit: string]>): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, cuit] of entries) groups.set(key, (groups.get(key) ?? new Set()).add(cuit));
  return groups;
}
const onlyOf = (cuits: ReadonlySet<string> | undefined): string | null =>
  cuits?.size === 1 ? ([...cuits][0] ?? null) : null;

/**
 * Looks for the CUIT in this order: the person's answer for the establishment; the answer for the store; the only CUIT with stores of that name; the only CUIT
 * whose stores (with unique names) share the establishment in other records (`seen`).
 */
export function createTaxpayers(
  stores: readonly Store[],
  seen: readonly StoreRef[],
  { comercios, establecimientos }: CuitAnswers,
) {
  const known = stores.flatMap(({ nombre, cuit, razon_social: name }) => {
    const parsed = parseCuit(cuit ?? '');
    return parsed === undefined ? [] : [{ key: keyOfStore(nombre ?? ''), cuit: parsed, name: name ?? '' }];
  });
  const byName = groupBy(known.filter(({ key }) => key !== '').map(({ key, cuit }) => [key, cuit]));
  const answers = new Map(Object.entries(comercios).map(([name, cuit]) => [keyOfStore(name), cuit]));
  const uniqueOf = (name: string | null): string | null => onlyOf(byName.get(keyOfStore(name ?? '')));
  const learned = groupBy(
    seen.flatMap(({ comercio, establecimiento }) => {
      const cuit = uniqueOf(comercio);
      return cuit === null || establecimiento === null || establecimiento === ''
        ? []
        : [[establecimiento, cuit] as const];
    }),
  );
  const names = new Map(known.map(({ cuit, name }) => [cuit, name]));
  return {
    list: [...names].map(([cuit, razonSocial]) => ({ cuit, razonSocial })).sort((a, b) => (a.cuit < b.cuit ? -1 : 1)),
    /** The CUIT of a record; null if undetermined (*CUIT sin determinar*). */
    cuitOf: ({ comercio, establecimiento }: StoreRef): string | null =>
      establecimientos[establecimiento ?? ''] ??
      answers.get(keyOfStore(comercio ?? '')) ??
      uniqueOf(comercio) ??
      onlyOf(learned.get(establecimiento ?? '')),
  };
}
