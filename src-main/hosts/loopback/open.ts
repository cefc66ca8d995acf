import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { createApp } from '#app/compose/index.ts';
import { keepSchedule } from '#app/sync/agenda.ts';
import { systemClock } from '#platform/system-clock.ts';
import { buildRenderer } from '../../../scripts/build/bundle.ts';
import { openBrowser, startLoopback } from './start.ts';
import { createQuestions } from '../screens/questions.ts';
import type { Choose } from '#domain/texts/language.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Starts the application behind a local server: builds the renderer if it is out of date, makes the core, starts the server. Opens no browser. */
export async function serveApp(env: Readonly<Record<string, string | undefined>>, clock = systemClock) {
  const rendererFolder = await buildRenderer(ROOT);
  const questions = createQuestions();
  const app = createApp({
    env,
    clock,
    host: 'loopback',
    askForSecret: questions.ask,
    // The command that opens a page also opens a folder.
    desktop: { openFolder: openBrowser },
    onNotice: questions.notify,
  });
  const loopback = await startLoopback({ dispatch: app.dispatch, questions, rendererFolder });
  const end = new AbortController();
  const agenda = keepSchedule({ dispatch: app.dispatch, clock, notify: questions.notify }, end.signal);
  return {
    ...loopback,
    close: async () => {
      end.abort();
      await loopback.close();
      await agenda;
      await app.close();
    },
  };
}

/** `abrir --navegador`: serves the application, opens the browser, and runs until `signal` is aborted. `tell`: shows a sentence to the person. */
export async function openInBrowser({
  env,
  signal,
  say,
  tell,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly say: Choose;
  readonly tell: (text: string) => void;
}): Promise<void> {
  const served = await serveApp(env);
  try {
    const page = await served.writeEntryPage();
    const opened = await openBrowser(page);
    // Print the path of the page and not its address, which has the token: people copy texts of a terminal into messages.
    tell(
      opened
        ? say(
            `Conciliador está abierto en el navegador. Si no aparece, abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`,
            `Conciliador is open in the browser. If it does not appear, open this page within two minutes: ${page}\nTo close it: Ctrl+C.`,
          )
        : say(
            `No encontramos un navegador que se abra solo. Conciliador está funcionando: abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`,
            `We found no browser that opens by itself. Conciliador is running: open this page within two minutes: ${page}\nTo close it: Ctrl+C.`,
          ),
    );
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await served.close();
  }
}
