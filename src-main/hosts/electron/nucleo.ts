import { z } from 'zod';
import type { Answer } from '#contract/answer.ts';
import type { BrowserWindow } from 'electron';
import type { Clock } from '#domain/clock.ts';
import type { createApp } from '#app/compose/index.ts';
import { AJUSTE } from '#contract/ajustes-inputs.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { llevarAgenda } from '#app/sync/agenda.ts';
import type { StartAside } from '#platform/aside.ts';
import { crearPreguntas } from '../loopback/preguntas.ts';
import { crearManijas } from '../manijas.ts';
import { crearAtender } from './atender.ts';
import type { DesktopWords, Locale } from './desktop-words.ts';
import { crearEventos } from './eventos.ts';
import { crearLlamadas, type Llamadas } from './llamadas.ts';
import type { Pedido } from './mensajes.ts';
import type { Shell } from './shell.ts';

interface NucleoDeps {
  readonly crearApp: typeof createApp;
  readonly aside: StartAside;
  readonly desktopProxy: (url: string) => Promise<string | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly ventana: () => BrowserWindow | undefined;
  readonly shell: Shell;
  readonly words: () => DesktopWords;
  /** The language of the screens, whenever their settings are read or changed; null: their own. */
  readonly onLocale: (locale: Locale | null) => void;
  /** The private folder of what pages paste and of the reports before they are saved. */
  readonly carpeta: string;
  readonly onFalla: (error: unknown) => void;
}

/** The application as the window sees it. */
export interface Nucleo {
  readonly atender: (pedido: Pedido, pagina: BrowserWindow['webContents']) => Promise<unknown>;
  readonly llamadas: Llamadas;
  cerrar(): Promise<void>;
}

/** Connects the core with the window: calls, events, questions, files. */
export function crearNucleo({
  crearApp,
  aside,
  desktopProxy,
  env,
  clock,
  ventana,
  shell,
  words,
  onLocale,
  carpeta,
  onFalla,
}: NucleoDeps): Nucleo {
  const eventos = crearEventos({
    ventana,
    luego: (run, delayMs) => {
      clock.sleep(delayMs).then(run).catch(onFalla);
    },
  });
  const preguntas = crearPreguntas();
  preguntas.conectar(eventos);
  const app = crearApp({
    env,
    host: 'electron',
    aside,
    desktopProxy,
    preguntarClave: preguntas.preguntar,
    escritorio: { abrirCarpeta: shell.abrirArchivo, elegirCarpeta: shell.elegirCarpeta },
    onAviso: preguntas.avisar,
  });
  const fin = new AbortController();
  const agenda = llevarAgenda(
    {
      dispatch: app.dispatch,
      clock,
      notificar: (texto, dicho) => {
        const { titulo, texto: suyo } = words().notices.matched(texto, dicho);
        shell.notificar(titulo, suyo);
        preguntas.avisar(texto, dicho);
      },
    },
    fin.signal,
  ).catch(onFalla);
  const manijas = crearManijas(carpeta);
  const llamadas = crearLlamadas({
    dispatch: listenForLocale(app.dispatch, onLocale),
    manijas,
    eventos,
    onEnvio: (answer: Answer<unknown>) => {
      const { ended, stopped } = words().notices;
      const { titulo, texto } = answer.ok ? ended : stopped(answer.error.message);
      shell.notificar(titulo, texto);
    },
  });
  /** Where copies of reports are offered to be left, when somebody chose it. */
  const carpetaInformes = async (): Promise<string | undefined> => {
    const signal = new AbortController().signal;
    const ajustes = await app.dispatch('ajustes.leer', {}, { signal, onProgress: () => undefined });
    return ajustes.ok ? (ajustes.value.carpetaInformes ?? undefined) : undefined;
  };
  return {
    atender: crearAtender({ llamadas, preguntas, manijas, shell, carpetaInformes }),
    llamadas,
    cerrar: async () => {
      fin.abort();
      await Promise.all([llamadas.detener(), agenda]);
      await app.cerrar();
    },
  };
}

/** Tells the language of the settings that the page reads when it opens, and of those that it changes. */
const listenForLocale =
  (dispatch: Dispatch, onLocale: NucleoDeps['onLocale']): Dispatch =>
  async (method, input, context) => {
    const answer = await dispatch(method, input, context);
    if (!answer.ok) return answer;
    const { data } = WITH_LOCALE.safeParse({ method, value: answer.value });
    if (data !== undefined) onLocale(data.value.idioma);
    return answer;
  };

/** Answers that are the settings. */
const WITH_LOCALE = z.object({
  method: z.enum(['ajustes.leer', 'ajustes.cambiar'] satisfies Method[]),
  value: z.object({ idioma: AJUSTE.idioma }),
});
