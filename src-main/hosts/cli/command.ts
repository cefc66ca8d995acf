import { AppError, exitCodeOf, isErrorCode, NOT_VALID, type ErrorCode } from '#contract/errors.ts';
import type { AppDeps } from '#app/compose/index.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import type { CliConsole } from './printer.ts';

/** A command line, as `program.js` parsed it. */
export interface CommandRequest {
  readonly command: string;
  readonly args: readonly unknown[];
  readonly opciones: Readonly<Record<string, unknown>>;
}

export interface Environment {
  readonly consola: CliConsole;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only for tests, which publish versions of their own. */
  readonly publisher?: AppDeps['publisher'];
}

/** Runs a command and gives its exit code. */
export type Command = (request: CommandRequest, environment: Environment) => Promise<number>;

const toUsageError = (name: string): AppError => new AppError('USO', { detail: { opcion: name } });

/** An option with a text value; undefined when it was not given. */
export function getTextOption(request: CommandRequest, name: string): string | undefined {
  const value = request.opciones[name];
  if (value === undefined || typeof value === 'string') return value;
  throw toUsageError(name);
}

/** An option with a number; undefined when it was not given. */
export function getNumberOption(request: CommandRequest, name: string): number | undefined {
  const value = request.opciones[name];
  if (value === undefined || typeof value === 'number') return value;
  throw toUsageError(name);
}

export const hasFlag = (request: CommandRequest, name: string): boolean => request.opciones[name] === true;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A repeatable option, or a variadic argument. */
export function getTextOptions(value: unknown, name: string): readonly string[] {
  if (value === undefined) return [];
  if (isTexts(value)) return value;
  throw toUsageError(name);
}

/** The argument at a position; `USO` when it is missing. */
export function getArgument(request: CommandRequest, position: number): string {
  const value = request.args[position];
  if (typeof value === 'string') return value;
  throw toUsageError(`argumento ${String(position + 1)}`);
}

/** The argument at a position, when it was given. */
export const getOptionalArgument = (request: CommandRequest, position: number): string | undefined =>
  request.args[position] === undefined ? undefined : getArgument(request, position);

/** Leaves out the keys without a value: an option that was not given must be absent, not undefined. */
export function pickGiven<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) given[key] = value as Exclude<T[typeof key], undefined>;
  }
  return given;
}

/** The named account, as methods take it; nothing where none was named. */
export const accountOf = (request: CommandRequest): { cuenta?: string } =>
  pickGiven({ cuenta: getTextOption(request, 'cuenta') });

/** The exit code of a document: 0, or that of its `codigo`. */
export function getExitCode({ codigo }: { readonly codigo?: ErrorCode | FileErrorCode }): number {
  if (codigo === undefined) return 0;
  return isErrorCode(codigo) ? exitCodeOf(codigo) : NOT_VALID;
}
