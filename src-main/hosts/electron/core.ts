import type { BrowserWindow } from 'electron';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import { EVENTS_CHANNEL } from './bridge.ts';
import { CADENCE_MS, createRunningCalls, refuseCall, type PageCall } from '../screens/running-calls.ts';
import type { Answer } from '#contract/bridge.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { createHandles, type Handles } from '../screens/handles.ts';
import { z } from 'zod';
import type { Clock } from '#domain/clock.ts';
import type { createApp } from '#app/compose/index.ts';
import { SETTING, type UpdatesDocument } from '#contract/settings.ts';
import { keepSchedule } from '#app/sync/agenda.ts';
import type { Installer } from '#app/updates/index.ts';
import type { StartAside } from '#platform/aside.ts';
import { createQuestions } from '../screens/questions.ts';
import { createHandler } from './ipc.ts';
import type { DesktopWords, Locale } from './desktop-words.ts';
import { createOpenWith } from './open-with.ts';
import type { Shell } from './shell.ts';
import { keepLooking } from './updater.ts';

/** The events that the window gets besides the answers to its calls. */
export type WindowEvents = ReturnType<typeof createEvents>;

interface EventsDeps {
  readonly getWindow: () => BrowserWindow | undefined;
  /** Runs a function after so many milliseconds. */
  readonly later: (run: () => void, delayMs: number) => void;
}

export function createEvents({ getWindow, later }: EventsDeps) {
  const pending = new Map<string, Progress>();
  const getPageContents = (): BrowserWindow['webContents'] | undefined => {
    const open = getWindow();
    return open === undefined || open.isDestroyed() || open.webContents.isDestroyed() ? undefined : open.webContents;
  };
  const send = (event: HostEvent): void => getPageContents()?.send(EVENTS_CHANNEL, event);
  const flush = (): void => {
    for (const [callId, progress] of pending) send({ tipo: 'avance', llamada: callId, progreso: progress });
    pending.clear();
  };
  return {
    send,
    /** Sends progress of a call, not more often than people can see. */
    noteProgress: (callId: string, progress: Progress): void => {
      if (pending.size === 0) later(flush, CADENCE_MS);
      pending.set(callId, progress);
    },
    /** True while there is a page to ask. */
    hasListener: (): boolean => getPageContents() !== undefined,
  };
}

/** Uploads take minutes: closing during an upload asks first, and its end is worth a notice. */
const UPLOADS: readonly string[] = ['cargas.conciliar', 'cargas.retomar', 'revision.enviar'] satisfies Method[];
const isUpload = (method: string): boolean => UPLOADS.includes(method);

/** The running calls, by the names that the page gave them. */
export type Calls = ReturnType<typeof createCalls>;

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly handles: Handles;
  readonly events: WindowEvents;
  /** An upload ended, well or badly. */
  readonly onUploadEnd: (answer: Answer<unknown>) => void;
}

function createCalls({ events, onUploadEnd, ...deps }: CallsDeps) {
  const running = createRunningCalls(deps);
  return {
    call: async (request: PageCall): Promise<Answer<unknown>> => {
      if (running.has(request.llamada)) return refuseCall('llamada: repetida');
      const { control, answered } = running.start(request.llamada, request, (progress) =>
        events.noteProgress(request.llamada, progress),
      );
      const answer = await answered;
      if (isUpload(request.metodo) && !control.signal.aborted) onUploadEnd(answer);
      return answer;
    },
    cancel: running.cancel,
    /** How many uploads are running. */
    countSendings: (): number => running.methods().filter(isUpload).length,
    /** Stops the calls of a page that is gone or replaced. What they did is kept. Resolves when all have ended. */
    stop: running.stop,
  };
}

interface CoreDeps {
  readonly createApp: typeof createApp;
  readonly aside: StartAside;
  readonly desktopProxy: (url: string) => Promise<string | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a program that does not replace itself. */
  readonly installer: Installer | undefined;
  readonly clock: Clock;
  readonly getWindow: () => BrowserWindow | undefined;
  readonly shell: Shell;
  readonly words: () => DesktopWords;
  /** Called with the language of the settings whenever they are read or changed; null: the screens choose. */
  readonly onLocale: (locale: Locale | null) => void;
  /** The private folder for pasted files and for reports before they are saved. */
  readonly folder: string;
  readonly onFailure: (error: unknown) => void;
}

/** Connects the core with the window: calls, events, questions, files. */
export function createCore({
  createApp,
  aside,
  desktopProxy,
  env,
  installer,
  clock,
  getWindow,
  shell,
  words,
  onLocale,
  folder,
  onFailure,
}: CoreDeps) {
  const runLater = (run: () => void, delayMs: number): void => {
    clock.sleep(delayMs).then(run).catch(onFailure);
  };
  const events = createEvents({ getWindow, later: runLater });
  const questions = createQuestions();
  questions.connect(events);
  const app = createApp({
    env,
    host: 'electron',
    aside,
    desktopProxy,
    askForSecret: questions.ask,
    desktop: { openFolder: shell.openFile, chooseFolder: shell.chooseFolder },
    onNotice: questions.notify,
    ...(installer === undefined ? {} : { installer }),
  });
  const end = new AbortController();
  const agenda = keepSchedule(
    {
      dispatch: app.dispatch,
      clock,
      notify: (text, said) => {
        const { titulo, texto: its } = words().notices.matched(text, said);
        shell.notify(titulo, its);
        questions.notify(text, said);
      },
    },
    end.signal,
  ).catch(onFailure);
  const askToUpdate = async (version: string, { seInstala, direccion }: UpdatesDocument): Promise<boolean> => {
    const { installable, elsewhere } = words().dialogs.newVersion(version, direccion ?? '');
    return (await shell.ask({ tipo: 'question', ...(seInstala ? installable : elsewhere) })) === 0;
  };
  const updating = keepLooking({ dispatch: app.dispatch, clock, ask: askToUpdate }, end.signal).catch(onFailure);
  const handles = createHandles(folder);
  const openWith = createOpenWith({ handles, send: events.send, later: runLater });
  const calls = createCalls({
    dispatch: listenForLocale(app.dispatch, onLocale),
    handles,
    events,
    onUploadEnd: (answer: Answer<unknown>) => {
      const { ended, stopped } = words().notices;
      const { titulo, texto } = answer.ok ? ended : stopped(answer.error.message);
      shell.notify(titulo, texto);
    },
  });
  /** The folder in which copies of reports are offered to be saved, if the person chose one. */
  const getReportsFolder = async (): Promise<string | undefined> => {
    const signal = new AbortController().signal;
    const settings = await app.dispatch('ajustes.leer', {}, { signal, onProgress: () => undefined });
    return settings.ok ? (settings.value.carpetaInformes ?? undefined) : undefined;
  };
  return {
    handle: createHandler({ calls, questions, handles, openWith, shell, getReportsFolder }),
    calls,
    openWith,
    /** Shows the manual in the page. */
    openHelp: (): void => events.send({ tipo: 'ayuda' }),
    close: async (): Promise<void> => {
      end.abort();
      await Promise.all([calls.stop(), agenda, updating]);
      await app.close();
    },
  };
}

/** Tells the language of the settings whenever the page reads or changes them. */
const listenForLocale =
  (dispatch: Dispatch, onLocale: CoreDeps['onLocale']): Dispatch =>
  async (method, input, context) => {
    const answer = await dispatch(method, input, context);
    if (!answer.ok) return answer;
    const { data } = WITH_LOCALE.safeParse({ method, value: answer.value });
    if (data !== undefined) onLocale(data.value.idioma);
    return answer;
  };

/** The answers that carry the settings. */
const WITH_LOCALE = z.object({
  method: z.enum(['ajustes.leer', 'ajustes.cambiar'] satisfies Method[]),
  value: z.object({ idioma: SETTING.idioma }),
});
