import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, exitCodeOf, isErrorCode, NOT_VALID, type ErrorCode } from '#contract/errors.ts';
import type { Method, MethodInput, Outputs } from '#contract/inputs.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import type { Choose } from '#domain/texts/language.ts';
import type { Io, CliConsole } from './printer.ts';
import { createApp } from '#app/compose/index.ts';
import { sayPassing, sayStatementAtConsole } from '#domain/texts/statements.ts';
import { writeText } from './terminal.js';
import type { Lines } from './format.ts';
import { type Given, inputOf } from './reading.ts';

export interface Environment extends Io {
  readonly consola: CliConsole;
  readonly say: Choose;
}

export type Command = (given: Given, environment: Environment) => Promise<number>;

/** The input that asks a method for English sentences; empty unless the answer is for people and in English. Documents are the same in both languages. */
export const languageOf = (given: Given): { idioma?: 'en' } =>
  given.say(false, true) && !given.flag('json') ? { idioma: 'en' } : {};

interface Question<M extends Method> {
  /** Makes the input; absent if it consists of the given options. */
  readonly input?: (given: Given, app: Caller) => MethodInput<M> | Promise<MethodInput<M>>;
  readonly lines: (doc: Outputs[M], given: Given) => Lines;
  /** Makes the document for `--json`; absent if it is the method's answer. */
  readonly document?: (doc: Outputs[M], given: Given) => unknown;
  readonly exit?: (doc: Outputs[M]) => number;
}

export const ask =
  <M extends Method>(method: M, { input, lines, document, exit = () => 0 }: Question<M>): Command =>
  (given, environment) =>
    withApp(environment, async (app) => {
      const doc = await app.call(method, input === undefined ? inputOf(given) : await input(given, app));
      environment.consola.showResult(document === undefined ? doc : document(doc, given), () => lines(doc, given));
      return exit(doc);
    });

export function getExitCode({ codigo }: { readonly codigo?: ErrorCode | FileErrorCode }): number {
  if (codigo === undefined) return 0;
  return isErrorCode(codigo) ? exitCodeOf(codigo) : NOT_VALID;
}

/**
 * For tests that look at the state after a kill: `CONCILIADOR_PRUEBA_MATAR=envio_en_curso:2` makes the process kill itself (SIGKILL) at that point when two
 * batches were applied; with `pagina_leida:7:3` at the third pass through that point with seven applied. Undefined without the variable.
 */
function createTestStop(
  env: Readonly<Record<string, string | undefined>>,
): ((name: string, tanda: number) => void) | undefined {
  const wanted = env['CONCILIADOR_PRUEBA_MATAR'];
  if (wanted === undefined) return undefined;
  const [place, batch, times = '1'] = wanted.split(':');
  let left = Number(times);
  return (name, tanda) => {
    if (name !== place || String(tanda) !== batch) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

export interface Caller {
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<Outputs[M]>;
}

/** Opens the application for a command, and closes it afterwards, which revokes its tokens. */
export async function withApp<T>(environment: Environment, work: (app: Caller) => Promise<T>): Promise<T> {
  const { consola, signal, env, clock, say } = environment;
  const language = say('es', 'en');
  const app = createApp({
    env,
    clock,
    host: 'cli',
    language,
    onBoundary: createTestStop(env),
    askForSecret: ({ nombre, url }, asked) =>
      promptSecret(
        environment,
        say(`Clave de la cuenta ${nombre}, en ${url}: `, `Secret of the account ${nombre}, at ${url}: `),
        asked,
      ),
    onNotice: (text, said) => {
      if (said === undefined || language === 'es') consola.showNotice(text);
      else if ('segundos' in said) consola.showNotice(sayPassing(said, language));
      else consola.showNotice(sayStatementAtConsole(said, language));
    },
  });
  try {
    return await work({
      call: async (method, input) => {
        const answer = await app.dispatch(method, input, { signal, onProgress: consola.noteProgress });
        if (answer.ok) {
          if (answer.tapados !== undefined) consola.noteMasked(answer.tapados);
          return answer.value;
        }
        const { code, message, detail } = answer.error;
        throw new AppError(code, { mensaje: [message, message], ...(detail === undefined ? {} : { detail }) });
      },
    });
  } finally {
    await app.close();
  }
}

/** The first line of standard input: the secret that a script passes (`--clave-por-stdin`). */
export async function readSecretFromInput({ stdin }: Pick<Io, 'stdin'>): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  return line;
}

/** Asks for a secret on the terminal without showing it; undefined without a terminal. Throws `CANCELADO` for Ctrl-C. */
export async function promptSecret(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (stdin.isTTY !== true) return undefined;
  const silent = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  const terminal = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    writeText(stderr, question);
    return await terminal.question('', { signal });
  } catch (error) {
    // The prompt reads Ctrl-C as a key, so no signal comes.
    throw error instanceof Error && error.name === 'AbortError' ? new AppError('CANCELADO', { cause: error }) : error;
  } finally {
    writeText(stderr, '\n');
    terminal.close();
  }
}
