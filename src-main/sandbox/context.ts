import type { Clock } from '#domain/clock.ts';
import type { SandboxData } from './data.ts';
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

/** Fields that the description does not name, when the switch asks for them. */
export const getExtras = (switches: Switches): object =>
  switches.campos_extra === 'si' ? { campo_nuevo: 'X1', internal: { version: 3, marcas: ['a', 'b'] } } : {};

export const writeTotal = (total: number, switches: Switches): number | string =>
  switches.total === 'texto' ? String(total) : total;
