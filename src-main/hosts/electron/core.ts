import type { BrowserWindow } from 'electron';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import { EVENTS_CHANNEL } from './bridge.ts';
import { CADENCE_MS, createRunningCalls, refuseCall, type PageCall } from '../screens/running-calls.ts';
import type { Answer } from '#contract/bridge.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { createHandles, type Handles } from '../screens/handles.ts';
import type { Clock } from '#domain/clock.ts';
import type { createApp } from '#app/compose/index.ts';
import type { SettingsDocument, UpdatesDocument } from '#contract/settings.ts';
import { keepSchedule } from '#app/sync/agenda.ts';
import type { Installer } from '#app/updates/index.ts';
import type { StartAside } from '#platform/aside.ts';
import { createQuestions } from '../screens/questions.ts';
import { createHandler } from './ipc.ts';
import type { Choose } from '#domain/texts/language.ts';
import type { Statement } from '#domain/texts/statements.ts';
import { createOpenWith, type Later } from './lifecycle.ts';
import type { Shell } from './shell.ts';
import { keepLooking } from './updater.ts';

export type WindowEvents = ReturnType<typeof createEvents>;

export function createEvents(getWindow: () => BrowserWindow | undefined, later: Later) {
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
    noteProgress: (callId: string, progress: Progress): void => {
      if (pending.size === 0) later(flush, CADENCE_MS);
      pending.set(callId, progress);
    },
    hasListener: (): boolean => getPageContents() !== undefined,
  };
}

/** The methods that upload. Closing the window during an upload asks first, and the end of an upload is notified. */
const UPLOADS: readonly string[] = ['cargas.conciliar', 'cargas.retomar', 'revision.enviar'] satisfies Method[];
const isUpload = (method: string): boolean => UPLOADS.includes(method);

export type Calls = ReturnType<typeof createCalls>;

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly handles: Handles;
  readonly events: WindowEvents;
  readonly onSettings: () => Promise<void>;
  readonly onUploadEnd: (answer: Answer<unknown>) => void;
}

function createCalls({ events, onSettings, onUploadEnd, ...deps }: CallsDeps) {
  const running = createRunningCalls(deps);
  return {
    call: async (request: PageCall): Promise<Answer<unknown>> => {
      if (running.has(request.llamada)) return refuseCall('llamada: repetida');
      const { control, answered } = running.start(request.llamada, request, (progress) =>
        events.noteProgress(request.llamada, progress),
      );
      const answer = await answered;
      if (request.metodo.startsWith('ajustes.')) await onSettings();
      if (isUpload(request.metodo) && !control.signal.aborted) onUploadEnd(answer);
      return answer;
    },
    cancel: running.cancel,
    countSendings: (): number => running.methods().filter(isUpload).length,
    stop: running.stop,
  };
}

interface CoreDeps {
  readonly createApp: typeof createApp;
  readonly aside: StartAside;
  readonly desktopProxy: (url: string) => Promise<string | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absent if the program cannot replace itself by a new version. */
  readonly installer: Installer | undefined;
  readonly clock: Clock;
  readonly getWindow: () => BrowserWindow | undefined;
  readonly shell: Shell;
  readonly say: Choose;
  /** Called with the language whenever the page reads or changes settings. null: no language was chosen, or the settings cannot be read. */
  readonly onLocale: (locale: SettingsDocument['idioma']) => void;
  /** The private folder for the files that a page sends, and for reports that are not saved yet. */
  readonly folder: string;
  readonly onFailure: (error: unknown) => void;
}

export function createCore({
  createApp,
  aside,
  desktopProxy,
  env,
  installer,
  clock,
  getWindow,
  shell,
  say,
  onLocale,
  folder,
  onFailure,
}: CoreDeps) {
  const runLater: Later = (run, delayMs) => {
    clock.sleep(delayMs).then(run).catch(onFailure);
  };
  const events = createEvents(getWindow, runLater);
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
        shell.notify(say('Cupones conciliados', 'Coupons matched'), say(text, sayMatchedInEnglish(said)));
        questions.notify(text, said);
      },
    },
    end.signal,
  ).catch(onFailure);
  const askToUpdate = async (version: string, { seInstala, direccion }: UpdatesDocument): Promise<boolean> => {
    const where = direccion ?? '';
    const answer = await shell.ask({
      tipo: 'question',
      mensaje: say(`Hay una versión nueva: la ${version}.`, `There is a new version: ${version}.`),
      ...(seInstala
        ? {
            detalle: say(
              'Se baja mientras seguís trabajando; después Conciliador se cierra, la instala y vuelve a abrirse.',
              'It is downloaded while you go on working; then Conciliador closes, installs it and opens again.',
            ),
            buttons: [say('Instalar', 'Install'), say('Ahora no', 'Not now')],
          }
        : {
            detalle: say(
              `Está en ${where}. Instalala como instalaste esta: los datos quedan.`,
              `It is at ${where}. Install it the way you installed this one: the data stay.`,
            ),
            buttons: [say('Entendido', 'Understood')],
          }),
    });
    return answer === 0;
  };
  const updating = keepLooking({ dispatch: app.dispatch, clock, ask: askToUpdate }, end.signal).catch(onFailure);
  const handles = createHandles(folder);
  const readSettings = async (): Promise<SettingsDocument | undefined> => {
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const settings = await app.dispatch('ajustes.leer', {}, context);
    return settings.ok ? settings.value : undefined;
  };
  const openWith = createOpenWith(handles, events.send, runLater);
  const calls = createCalls({
    dispatch: app.dispatch,
    handles,
    onSettings: async () => onLocale((await readSettings())?.idioma ?? null),
    events,
    onUploadEnd: (answer: Answer<unknown>) => {
      if (answer.ok)
        shell.notify(
          say('Terminó el envío', 'The upload has ended'),
          say('El resultado está en la ventana de Conciliador.', 'Its result is in the window of Conciliador.'),
        );
      else
        shell.notify(
          say('El envío se detuvo', 'The upload has stopped'),
          say(
            answer.error.message,
            'What was sent so far is kept and is not sent twice. The window of Conciliador says why, and what to do.',
          ),
        );
    },
  });
  return {
    handle: createHandler({ calls, questions, handles, openWith, shell, readSettings }),
    calls,
    openWith,
    openHelp: (): void => events.send({ tipo: 'ayuda' }),
    close: async (): Promise<void> => {
      end.abort();
      await Promise.all([calls.stop(), agenda, updating]);
      await app.close();
    },
  };
}

function sayMatchedInEnglish({ n, cargas, nombre }: Statement): string {
  const one = nombre === '' ? 'an earlier upload' : nombre;
  const from = cargas > 1 ? `${String(cargas)} earlier uploads` : one;
  const which = n === 1 ? '1 coupon of' : `${String(n)} coupons of`;
  const matched = n === 1 ? 'was not in the result was' : 'were not in the result were';
  return `${which} ${from} that ${matched} matched. Nothing was sent. See Reconciliations.`;
}
