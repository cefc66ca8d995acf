import type { Answer } from '#contract/answer.ts';
import type { BrowserWindow } from 'electron';
import type { Clock } from '#domain/clock.ts';
import type { createApp } from '#app/compose/index.ts';
import { llevarAgenda } from '#app/sync/agenda.ts';
import type { StartAside } from '#platform/aside.ts';
import { crearPreguntas } from '../loopback/preguntas.ts';
import { crearManijas } from '../manijas.ts';
import { crearAtender } from './atender.ts';
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
      notificar: (titulo, texto, dicho) => {
        shell.notificar(titulo, texto);
        preguntas.avisar(texto, dicho);
      },
    },
    fin.signal,
  ).catch(onFalla);
  const manijas = crearManijas(carpeta);
  const llamadas = crearLlamadas({
    dispatch: app.dispatch,
    manijas,
    eventos,
    onEnvio: (answer: Answer<unknown>) => {
      if (answer.ok) shell.notificar('Terminó el envío', 'El resultado está en la ventana de Conciliador.');
      else shell.notificar('El envío se detuvo', answer.error.message);
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
