/** The thread that imports one file and ends. `workerData` is the job; `run.ts` starts the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { isAppError } from '#contract/errors.ts';
import { packFindings, type ImportJob, type MainMessage, type WorkerMessage } from './job.ts';
import { importFile } from './import-file.ts';

/** How many chunks may wait until the main thread takes them: one that it handles, and the next one. */
const CHUNKS_AHEAD = 2;

async function runWorker(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file runs as a worker');
  const send = (message: WorkerMessage): void => port.postMessage(message);
  let ahead = 0;
  let wake: (() => void) | undefined;
  port.on('message', (_message: MainMessage) => {
    ahead--;
    wake?.();
  });
  const job: ImportJob = workerData;
  try {
    const outcome = await importFile(
      job,
      {
        noteProgress: (phase, done, total) => send({ tipo: 'avance', fase: phase, hecho: done, total }),
        oldFormat() {
          send({ tipo: 'formatoViejo' });
        },
        noteFindings(found) {
          const bytes = packFindings(found);
          port.postMessage({ tipo: 'hallazgos', bytes } satisfies WorkerMessage, [bytes.buffer]);
        },
        async cupones(sheet, chunk) {
          const message: WorkerMessage = { tipo: 'cupones', hoja: sheet, ...chunk };
          port.postMessage(message, [chunk.bytes.buffer, chunk.identities.buffer]);
          ahead++;
          while (ahead >= CHUNKS_AHEAD) await new Promise<void>((resolve) => (wake = resolve));
        },
      },
      // A signal that never aborts: `run.ts` stops an import by terminating this thread.
      new AbortController().signal,
    );
    send({ tipo: 'fin', outcome });
  } catch (error) {
    if (!isAppError(error)) throw error;
    send({ tipo: 'error', code: error.code, detail: error.detail });
  } finally {
    port.removeAllListeners('message');
    port.unref();
  }
}

await runWorker();
