import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { createApp } from '#app/compose/index.ts';
import type { Entorno } from './comando.ts';
import { paradaDePrueba } from './parada-de-prueba.ts';
import { preguntarClave } from './preguntar.ts';

/** Calls a method and gives its value, or throws what it answered; the app is opened before and closed after (tokens revoked). */
export interface Llamador {
  llamar<M extends Method>(method: M, input: MethodInput<M>): Promise<Outputs[M]>;
}

/** Opens the application for one command, over the environment's data folder and account. */
export async function conAplicacion<T>(entorno: Entorno, work: (app: Llamador) => Promise<T>): Promise<T> {
  const { consola, signal, env } = entorno;
  const app = createApp({
    env,
    host: 'cli',
    onBoundary: paradaDePrueba(env),
    preguntarClave: ({ nombre, url }, asked) => preguntarClave(`Clave de la cuenta ${nombre}, en ${url}: `, asked),
    onAviso: (texto) => {
      consola.aviso(texto);
    },
  });
  try {
    return await work({
      llamar: async (method, input) => {
        const answer = await app.dispatch(method, input, { signal, onProgress: consola.avance });
        if (answer.ok) return answer.value;
        const { code, message, detail } = answer.error;
        throw new AppError(code, { mensaje: message, ...(detail === undefined ? {} : { detail }) });
      },
    });
  } finally {
    await app.cerrar();
  }
}
