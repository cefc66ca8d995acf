import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { createApp } from '#app/compose/index.ts';
import { sayPassing, sayStatementAtConsole } from '#domain/texts/statements.ts';
import type { Environment } from './command.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Io } from './printer.ts';
import { writeText } from './terminal.js';

/**
 * `CONCILIADOR_PRUEBA_MATAR=envio_en_curso:2` makes the process kill itself (SIGKILL) at that point with that many batches applied, so that
 * tests see what a kill leaves behind; `pagina_leida:7:3` does so the third time that it passes there. Without the variable nothing happens.
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

/** Calls a method and gives its value, or throws its error. The app is opened before the calls and closed after them (tokens revoked). */
export interface Caller {
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<Outputs[M]>;
}

/** Opens the application for one command, over the environment's data folder and account. */
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

/** The first line of standard input: a secret that a script passes (`--clave-por-stdin`). */
export async function readSecretFromInput({ stdin }: Pick<Io, 'stdin'>): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  return line;
}

/** Asks on the terminal without echo; undefined without a terminal. Throws `CANCELADO` for Ctrl-C. */
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
    // The prompt reads Ctrl-C as a key: the error comes from here, and no signal is sent.
    throw error instanceof Error && error.name === 'AbortError' ? new AppError('CANCELADO', { cause: error }) : error;
  } finally {
    writeText(stderr, '\n');
    terminal.close();
  }
}
