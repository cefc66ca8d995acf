import type { z } from 'zod';
import type { Answer, CallError } from '#contract/bridge.ts';
import { type Outputs, INPUTS, type Method, type MethodInput, type MethodParsed } from '#contract/inputs.ts';
import { AppError } from '#contract/errors.ts';
import { BUSY_REASONS, FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import type { Progress } from '#contract/host-events.ts';
import { getSystemCode, toAccessError, toDiskError } from '#platform/disk-error.ts';
import { acquireInstanceLock, type HostKind, type InstanceLock } from '#platform/instance-lock.ts';
import type { Language } from '#domain/texts/language.ts';
import { MASK } from '#domain/cupones/card-number.ts';

export interface MethodContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** A method calls this after it masked card numbers in texts of a file. Set by `createDispatch`. */
  readonly onMasked?: (texts: number) => void;
}

/** A method and its function. `writes`: true if it changes this PC or the service, so that it needs the lock of the data folder. */
export interface MethodHandler<M extends Method> {
  readonly writes: boolean;
  /** True if the method closes files of other methods: it runs only while no other method of this process writes, and no writing method starts meanwhile. */
  readonly alone?: boolean;
  readonly run: (input: MethodParsed<M>, context: MethodContext) => Promise<Outputs[M]>;
}
export type MethodTable = { readonly [M in Method]: MethodHandler<M> };
/** The methods of a capability, by full name or by prefix (`datos.${string}`). A table that lacks a method does not compile. */
export type MethodsOf<Names extends string> = {
  readonly [M in Method as M extends Names ? M : never]: MethodHandler<M>;
};

/** The functions of a capability, one per method, by the rest of its name: `ver` for `revision.ver`. */
export type FunctionsOf<Names extends Method> = {
  readonly [M in Names as M extends `${string}.${infer Rest}` ? Rest : never]: (
    input: MethodParsed<M>,
    context: MethodContext,
  ) => Promise<Outputs[M]>;
};

export const readOnly = <M extends Method>(run: MethodHandler<M>['run']): MethodHandler<M> => ({ writes: false, run });
export const withLock = <M extends Method>(run: MethodHandler<M>['run']): MethodHandler<M> => ({ writes: true, run });
export const runAlone = <M extends Method>(run: MethodHandler<M>['run']): MethodHandler<M> => ({
  writes: true,
  alone: true,
  run,
});

/** All methods of a capability with a function each. `writers`: the methods that need the lock of the data folder. */
export function methodsOf<Group extends string>(
  group: Group,
  functions: FunctionsOf<Extract<Method, `${Group}.${string}`>>,
  writers: readonly (keyof FunctionsOf<Extract<Method, `${Group}.${string}`>>)[],
): MethodsOf<`${Group}.${string}`> {
  const writes: readonly unknown[] = writers;
  const handlers = Object.entries(functions).map(([name, run]) => [
    `${group}.${name}`,
    { writes: writes.includes(name), run },
  ]);
  // Safe cast: the types of `group` and `functions` give exactly these names.
  return Object.fromEntries(handlers) as MethodsOf<`${Group}.${string}`>;
}

export type Dispatch = <M extends Method>(
  method: M,
  input: MethodInput<M>,
  context: MethodContext,
) => Promise<Answer<Outputs[M]>>;

interface DispatchDeps {
  readonly methods: MethodTable;
  /** Runs `work` as the only writer of the data folder; throws `EN_USO` if another process writes. */
  readonly asWriter: <T>(work: () => Promise<T>, alone?: boolean) => Promise<T>;
  /** Awaited before every method: checks the data folder, and deletes what an interrupted run of the program left. */
  readonly prepare?: () => Promise<void>;
  readonly language?: Language;
  /** Gets every failure, except an invalid input, before the answer. Must not throw. */
  readonly onError: (method: Method, error: unknown) => void;
}

/** The problems of an input, joined by `; `, without its values (they may be secrets). */
const issuesInWords = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'entrada'}: ${issue.message}`).join('; ');

/**
 * Runs every call of every host: validates the input, takes the writer's lock if the method writes, runs the method, and turns every error into
 * `{ ok: false, error }` with a code of the closed list. Errors of disk, folder and database have their own codes; any other error that is no `AppError`
 * becomes `INTERNO`, or `CANCELADO` if the call was stopped. `onError` gets the original error.
 */
export const createDispatch =
  ({ methods, asWriter, prepare, language = 'es', onError }: DispatchDeps): Dispatch =>
  async <M extends Method>(method: M, input: MethodInput<M>, context: MethodContext) => {
    const parsed = INPUTS[method].safeParse(input);
    if (!parsed.success) {
      const detail = { entrada: issuesInWords(parsed.error) };
      return {
        ok: false,
        error: { code: 'ENTRADA_INVALIDA', message: sayAtConsole(FAILURES.ENTRADA_INVALIDA, language), detail },
      };
    }
    try {
      await prepare?.();
      const handler: MethodHandler<M> = methods[method];
      let masked = countMasked(input, parsed.data);
      const onMasked = (texts: number): void => {
        masked += texts;
      };
      // Safe cast: this method's schema made the value, but the compiler cannot follow a generic index through zod.
      const run = () => handler.run(parsed.data as MethodParsed<M>, { ...context, onMasked });
      const value = handler.writes ? await asWriter(run, handler.alone) : await run();
      return masked === 0 ? { ok: true, value } : { ok: true, value, tapados: masked };
    } catch (error) {
      onError(method, error);
      return { ok: false, error: toAnswer(error, context.signal, language) };
    }
  };

function toAnswer(thrown: unknown, signal: AbortSignal, language: Language): CallError {
  // A file of the program is gone, as after its disk was removed. Missing files of the person are handled by the methods.
  const error = getSystemCode(thrown) === 'ENOENT' ? toAccessError(thrown) : toDiskError(thrown);
  if (error instanceof AppError) {
    const { code, detail, english } = error;
    return { code, message: error.say(language), detail, ...(english === undefined ? {} : { english }) };
  }
  const code = signal.aborted ? 'CANCELADO' : 'INTERNO';
  return { code, message: sayAtConsole(FAILURES[code], language) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const countCovered = (text: string): number => text.split(MASK).length;

/** The number of texts in which the contract masked card numbers: these texts have more covered digits than before. */
export function countMasked(came: unknown, parsed: unknown): number {
  if (typeof came === 'string' && typeof parsed === 'string') return countCovered(parsed) > countCovered(came) ? 1 : 0;
  if (!isObject(came) || !isObject(parsed)) return 0;
  return Object.keys(parsed).reduce((sum, key) => sum + countMasked(came[key], parsed[key]), 0);
}

/**
 * The lock of the data folder, which all writers of this process share: the first takes it, the last releases it. `EN_USO` refuses other processes;
 * within this process, it refuses work that must be alone while others write, and any work while something runs alone.
 */
export function createWriter(root: string, host: HostKind): <T>(work: () => Promise<T>, alone?: boolean) => Promise<T> {
  let lock: Promise<InstanceLock> | undefined;
  let users = 0;
  let someoneAlone = false;
  return async (work, alone = false) => {
    if (someoneAlone) throw toBusyError('cambio_de_lugar');
    if (alone && users > 0) throw toBusyError('trabajo_en_marcha');
    someoneAlone = alone;
    users += 1;
    lock ??= acquireInstanceLock(root, host);
    const held = lock;
    try {
      await held;
      return await work();
    } finally {
      users -= 1;
      if (alone) someoneAlone = false;
      if (users === 0) {
        lock = undefined;
        const [taken] = await Promise.allSettled([held]);
        if (taken.status === 'fulfilled') taken.value.release();
      }
    }
  };
}

const toBusyError = (motivo: keyof typeof BUSY_REASONS): AppError =>
  new AppError('EN_USO', { mensaje: BUSY_REASONS[motivo], detail: { motivo } });
