/** The thread that matches and explains. It answers one question at a time, and ends by itself when it is asked to. */
import { parentPort } from 'node:worker_threads';
import { setImmediate } from 'node:timers/promises';
import { runInPieces } from '#domain/matching/progress.ts';
import { toThread } from '#storage/thread-error.ts';
import type { FromThread, ToThread } from './questions.ts';
import { createWork } from './work.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');

const work = createWork();
let current: { readonly id: number; readonly control: AbortController } | undefined;
/** Questions are answered one after the other: a cancelled question may still be in its last piece when the next one comes. */
let turn = Promise.resolve();
const say = (message: FromThread): void => {
  port.postMessage(message);
};

async function answer({ id, scope, question }: Extract<ToThread, { kind: 'ask' }>): Promise<void> {
  const control = new AbortController();
  current = { id, control };
  try {
    const found = await runInPieces(work.answer(scope, question), {
      signal: control.signal,
      onProgress: (progress) => {
        say({ kind: 'progress', id, progress });
      },
      breathe: () => setImmediate(),
    });
    say({ kind: 'answer', id, answer: found });
  } catch (error) {
    say({ kind: 'failure', id, failure: toThread(error) });
  } finally {
    current = undefined;
  }
}

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'ask':
      // `answer` never rejects: it answers with the failure.
      turn = turn.then(() => answer(message));
      return;
    case 'give_up':
      if (current?.id === message.id) current.control.abort();
      return;
    case 'end':
      current?.control.abort();
      port.close();
  }
});
