import type { Clock } from '#domain/clock.ts';
import type { Conciliaciones } from './conciliaciones.ts';
import type { SandboxData } from './data.ts';
import type { Parameters } from './parameters.ts';
import type { Switches } from './switches.ts';
import type { Tokens } from './tokens.ts';

/** The state that the methods of the API share. */
export interface SandboxContext {
  readonly data: SandboxData;
  /** Read at every request: a test may change one while the sandbox runs. */
  readonly switches: Switches;
  readonly clock: Clock;
}

/** The state with what is uploaded and who is in. */
export interface ApiContext extends SandboxContext {
  readonly conciliaciones: Conciliaciones;
  readonly tokens: Tokens;
}

/** A request after its parameters were read. */
export interface RouteRequest {
  readonly parametros: Parameters;
  readonly cuerpo: string;
  /** `{id}` of the path; empty without one. */
  readonly id: string;
  readonly token: string | undefined;
  readonly autorizacion: string | undefined;
}

/** A response body: JSON already written. */
export type Body = { readonly json: string };
export const toJson = (value: unknown): Body => ({ json: JSON.stringify(value) });

/** Fields that the description does not name, when the switch asks for them. */
export const getExtras = (switches: Switches): object =>
  switches.campos_extra === 'si' ? { campo_nuevo: 'X1', internal: { version: 3, marcas: ['a', 'b'] } } : {};

export const writeTotal = (total: number, switches: Switches): number | string =>
  switches.total === 'texto' ? String(total) : total;
