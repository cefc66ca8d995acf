import { fileURLToPath } from 'node:url';
import { createApp } from '#app/compose/index.ts';
import { keepSchedule } from '#app/sync/agenda.ts';
import { systemClock } from '#platform/system-clock.ts';
import { buildRenderer } from '../../../scripts/build/renderer.ts';
import { openBrowser } from './entry.ts';
import { startLoopback, type Loopback } from './start.ts';
import { createQuestions } from '../page/questions.ts';

/** The folder of the sources: a checkout or the installed program. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The whole application behind the loopback host: builds the renderer if it is stale, makes the core, starts the server. It opens no browser.
 */
export async function serveApp(env: Readonly<Record<string, string | undefined>>): Promise<Loopback> {
  const rendererFolder = await buildRenderer(ROOT);
  const questions = createQuestions();
  const app = createApp({
    env,
    host: 'loopback',
    askForSecret: questions.ask,
    // The system's command that opens a page also opens a folder.
    desktop: { openFolder: openBrowser },
    onNotice: questions.notify,
  });
  const loopback = await startLoopback({ dispatch: app.dispatch, questions, rendererFolder });
  const end = new AbortController();
  const agenda = keepSchedule(
    {
      dispatch: app.dispatch,
      clock: systemClock,
      notify: questions.notify,
    },
    end.signal,
  );
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
