import { fileURLToPath } from 'node:url';
import { createApp } from '#app/compose/index.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { llevarAgenda } from '#app/sync/agenda.ts';
import { systemClock } from '#platform/system-clock.ts';
import { construirRenderer } from './construir.ts';
import { abrirNavegador } from './entrada.ts';
import { iniciarLoopback } from './iniciar.ts';
import { crearPreguntas } from './preguntas.ts';

/** Where the sources are: a checkout or the installed program. */
export const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));

interface Servido {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** The address of a one-time entry, for tests: a person's browser is opened through `paginaDeEntrada`. */
  entrada(): string;
  paginaDeEntrada(): Promise<string>;
  cerrar(): Promise<void>;
}

/**
 * Asks what the first page asks first, while a browser starts: the core reads most of its code when it is first used. What goes wrong is said to
 * the page, which asks again.
 */
async function adelantar(dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };
  await dispatch('ajustes.leer', {}, context);
  await dispatch('cuentas.listar', {}, context);
}

/** The whole application behind the loopback host: the renderer built if it was stale, the core, the server. Opens no browser until a page asks for it. */
export async function servirAplicacion(
  env: Readonly<Record<string, string | undefined>>,
  openPage: (file: string) => Promise<boolean> = abrirNavegador,
): Promise<Servido> {
  const rendererFolder = await construirRenderer(RAIZ);
  const preguntas = crearPreguntas();
  const app = createApp({
    env,
    host: 'loopback',
    preguntarClave: preguntas.preguntar,
    // The same command of the system that opens a page opens a folder.
    escritorio: { abrirCarpeta: (ruta) => abrirNavegador(ruta) },
    onAviso: preguntas.avisar,
  });
  const loopback = await iniciarLoopback({ dispatch: app.dispatch, preguntas, rendererFolder, openPage });
  const fin = new AbortController();
  const adelanto = adelantar(app.dispatch, fin.signal);
  const agenda = llevarAgenda(
    {
      dispatch: app.dispatch,
      clock: systemClock,
      notificar: preguntas.avisar,
    },
    fin.signal,
  );
  return {
    url: loopback.url,
    entrada: loopback.entrada,
    paginaDeEntrada: loopback.paginaDeEntrada,
    cerrar: async () => {
      fin.abort();
      await loopback.cerrar();
      await Promise.all([agenda, adelanto]);
      await app.cerrar();
    },
  };
}
