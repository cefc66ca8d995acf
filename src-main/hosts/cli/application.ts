import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { createApp } from '#app/compose/index.ts';
import type { Io } from './io.ts';
import type { CliConsole } from './printer.ts';
import { createTestStop } from './test-stop.ts';
import { promptSecret } from './ask.ts';

/** Calls a method and gives its value, or throws its error. The app is opened before the calls and closed after them (tokens revoked). */
export interface Caller {
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<Outputs[M]>;
}

/** Opens the application for one command, over the environment's data folder and account. */
export async function withApp<T>(
  environment: Io & { readonly consola: CliConsole },
  work: (app: Caller) => Promise<T>,
): Promise<T> {
  const { consola, signal, env } = environment;
  const app = createApp({
    env,
    host: 'cli',
    onBoundary: createTestStop(env),
    askForSecret: ({ nombre, url }, asked) =>
      promptSecret(environment, `Clave de la cuenta ${nombre}, en ${url}: `, asked),
    onNotice: (text) => consola.showNotice(text),
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
        throw new AppError(code, { mensaje: message, ...(detail === undefined ? {} : { detail }) });
      },
    });
  } finally {
    await app.close();
  }
}
