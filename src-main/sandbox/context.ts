import type { Clock } from '#domain/clock.ts';
import { COMERCIOS } from './catalogue.ts';
import type { SandboxData } from './data.ts';
import { listPossibleIds, paginate, type PageLimits, type Parameters } from './parameters.ts';
import type { Switches } from './switches.ts';

/** The state that the methods of the API share. */
export interface SandboxContext {
  readonly data: SandboxData;
  /** Read at every request: a test may change one while the sandbox runs. */
  readonly switches: Switches;
  readonly clock: Clock;
}

/** A response body: JSON already written. */
export type Body = { readonly json: string };
export const toJson = (value: unknown): Body => ({ json: JSON.stringify(value) });

/** The indexes of the shops that `comercios` names; undefined when it is absent. */
export function getRequestedComercios(parameters: Parameters): ReadonlySet<number> | undefined {
  const text = parameters.get('comercios');
  if (text === undefined) return undefined;
  const ids = new Set(text.split(',').flatMap((id) => listPossibleIds(id.trim())));
  return new Set(COMERCIOS.flatMap((comercio, i) => (ids.has(comercio.id) ? [i] : [])));
}

/** Fields that the description does not name, when the switch asks for them. */
export const getExtras = (switches: Switches): object =>
  switches.campos_extra === 'si' ? { campo_nuevo: 'X1', internal: { version: 3, marcas: ['a', 'b'] } } : {};

export const writeTotal = (total: number, switches: Switches): number | string =>
  switches.total === 'texto' ? String(total) : total;

/** The records of a page, in the order that the switch asks for. `byId` compares ids; `filas` come in order of date. */
export function pageOf<T>(
  context: SandboxContext,
  parameters: Parameters,
  { filas, limits, byId }: { filas: readonly T[]; limits: PageLimits; byId: (a: T, b: T) => number },
): readonly T[] {
  const { switches } = context;
  const range = paginate(filas.length, parameters, limits, switches);
  return (switches.orden === 'id' ? filas.toSorted(byId) : filas).slice(range.inicio, range.fin);
}
