import { AppError, ERROR_CATALOGUE, isErrorCode, type ErrorCode } from '#contract/errors.ts';
import type { ArchivoCodigo } from '#domain/hallazgo.ts';
import type { Consola } from './consola.ts';

/** What a person asked for, as `programa.js` parsed it. */
export interface Pedido {
  readonly comando: string;
  readonly argumentos: readonly unknown[];
  readonly opciones: Readonly<Record<string, unknown>>;
}

export interface Entorno {
  readonly consola: Consola;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs a command and gives its exit code. */
export type Comando = (pedido: Pedido, entorno: Entorno) => Promise<number>;

const wrong = (name: string): AppError => new AppError('USO', { detail: { opcion: name } });

/** An option with a text value; undefined when it was not given. */
export function texto(pedido: Pedido, name: string): string | undefined {
  const value = pedido.opciones[name];
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(name);
}

/** An option with a number; undefined when it was not given. */
export function numero(pedido: Pedido, name: string): number | undefined {
  const value = pedido.opciones[name];
  if (value === undefined || typeof value === 'number') return value;
  throw wrong(name);
}

/** True when the flag was given. */
export const bandera = (pedido: Pedido, name: string): boolean => pedido.opciones[name] === true;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A repeatable option, or a variadic argument. */
export function textos(value: unknown, name: string): readonly string[] {
  if (value === undefined) return [];
  if (isTexts(value)) return value;
  throw wrong(name);
}

/** The argument at a position; `USO` when it is missing. */
export function argumento(pedido: Pedido, position: number): string {
  const value = pedido.argumentos[position];
  if (typeof value === 'string') return value;
  throw wrong(`argumento ${String(position + 1)}`);
}

/** The argument at a position, when it was given. */
export const argumentoOpcional = (pedido: Pedido, position: number): string | undefined =>
  pedido.argumentos[position] === undefined ? undefined : argumento(pedido, position);

/** Leaves out the keys without a value: an option that was not given is absent, not undefined. */
export function dados<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) given[key] = value as Exclude<T[typeof key], undefined>;
  }
  return given;
}

/** The exit code that goes with a document: 0, or what its `codigo` says. */
export function salidaDe({ codigo }: { readonly codigo?: ErrorCode | ArchivoCodigo }): number {
  if (codigo === undefined) return 0;
  return isErrorCode(codigo) ? ERROR_CATALOGUE[codigo].salida : UNREADABLE_FILE;
}

const UNREADABLE_FILE = 1;
