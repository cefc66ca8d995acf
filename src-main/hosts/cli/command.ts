import { AppError, exitCodeOf, isErrorCode, NOT_VALID, type ErrorCode } from '#contract/errors.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import type { Choose } from '#domain/texts/language.ts';
import { withApp, type Caller } from './application.ts';
import type { Io, CliConsole } from './printer.ts';

/** What a command line gave, by the names of table.js. A value of another type than the table's is a wrong call (`USO`). */
export type Given = ReturnType<typeof readGiven>;

/** What a command works with: the streams of its run, its language, and the console that prints its result. */
export interface Environment extends Io {
  readonly consola: CliConsole;
  readonly say: Choose;
}

/** Runs a command and gives its exit code. */
export type Command = (given: Given, environment: Environment) => Promise<number>;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Leaves out the keys without a value: an option that was not given must be absent, not undefined. */
export function pickGiven<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) given[key] = value as Exclude<T[typeof key], undefined>;
  }
  return given;
}

/** Reads what program.js parsed. `say`: the language to answer in. */
export function readGiven(values: Readonly<Record<string, unknown>>, say: Choose) {
  const read = <T>(name: string, isOfType: (value: unknown) => value is T): T | undefined => {
    const value = values[name];
    if (value === undefined || isOfType(value)) return value;
    throw new AppError('USO', { detail: { opcion: name } });
  };
  const readText = (name: string): string | undefined => read(name, (value) => typeof value === 'string');
  const readNumber = (name: string): number | undefined => read(name, (value) => typeof value === 'number');
  const collect = <K extends string, T>(names: readonly K[], one: (name: K) => T | undefined) =>
    pickGiven(Object.fromEntries(names.map((name) => [name, one(name)])) as Record<K, T | undefined>) as {
      [N in K]?: T;
    };
  return {
    say,
    text: readText,
    number: readNumber,
    /** The text of an argument that the command cannot do without. */
    needed: (name: string): string => {
      const value = readText(name);
      if (value !== undefined) return value;
      throw new AppError('USO', { detail: { opcion: name } });
    },
    flag: (name: string): boolean => values[name] === true,
    /** A repeatable option, or a variadic argument. */
    list: (name: string): readonly string[] => read(name, isTexts) ?? [],
    /** Those of these options that were given, under their names, as methods take them. */
    texts: <K extends string>(...names: readonly K[]): { [N in K]?: string } => collect(names, readText),
    numbers: <K extends string>(...names: readonly K[]): { [N in K]?: number } => collect(names, readNumber),
    /** Everything that was given but `--json`. */
    all: (): Readonly<Record<string, unknown>> => {
      const { json: _, ...others } = values;
      return pickGiven(others);
    },
  };
}

/** The language of the sentences that a method answers; documents are the same in both languages. */
export const languageOf = (given: Given): { idioma?: 'en' } =>
  given.say(false, true) && !given.flag('json') ? { idioma: 'en' } : {};

/** What a command asks of a method, and how it says the answer. */
interface Question<M extends Method> {
  /** The method's input; everything that was given, under its own names, when left out. */
  readonly input?: (given: Given, app: Caller) => MethodInput<M> | Promise<MethodInput<M>>;
  readonly lines: (doc: Outputs[M], given: Given) => readonly string[];
  /** The document of `--json`, where it is not the method's answer. */
  readonly document?: (doc: Outputs[M], given: Given) => unknown;
  /** The exit code; 0 when left out. */
  readonly exit?: (doc: Outputs[M]) => number;
}

/** The command that asks one method and prints its answer. */
export const ask =
  <M extends Method>(method: M, { input, lines, document, exit = () => 0 }: Question<M>): Command =>
  (given, environment) =>
    withApp(environment, async (app) => {
      // The dispatcher checks the input against the method's schema.
      const doc = await app.call(
        method,
        input === undefined ? (given.all() as MethodInput<M>) : await input(given, app),
      );
      environment.consola.showResult(document === undefined ? doc : document(doc, given), () => lines(doc, given));
      return exit(doc);
    });

/** The exit code of a document: 0, or that of its `codigo`. */
export function getExitCode({ codigo }: { readonly codigo?: ErrorCode | FileErrorCode }): number {
  if (codigo === undefined) return 0;
  return isErrorCode(codigo) ? exitCodeOf(codigo) : NOT_VALID;
}
