/** The inside of a job thread: runs the jobs of its module one at a time, and ends when asked to. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import { type FromThread, type JobModule, type ThreadStart, type ToThread, toThread } from './job-thread.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');
const say = (message: FromThread): void => port.postMessage(message);

const { module, abandoned }: ThreadStart = workerData;
const lastLeft = new Int32Array(abandoned);
let current = 0;

const { createJobs }: JobModule = await import(/* @vite-ignore */ module);
const { jobs, close } = createJobs({
  keepGoing() {
    if (Atomics.load(lastLeft, 0) === current) throw new AppError('CANCELADO');
  },
  noteProgress(progress) {
    say({ kind: 'progress', id: current, progress });
  },
});

function run(name: string, input: readonly unknown[]): unknown {
  const job = jobs[name];
  if (job === undefined) throw new Error(`There is no job ${name}`);
  return Reflect.apply(job, undefined, input);
}

async function handle({ id, job, input }: ToThread): Promise<void> {
  current = id;
  if (job === null) {
    try {
      close?.();
    } finally {
      port?.close(); // nothing keeps the thread alive after this
    }
    return;
  }
  try {
    say({ kind: 'done', id, value: await run(job, input) });
  } catch (error) {
    say({ kind: 'failed', id, failure: toThread(error) });
  }
}

/** Fulfilled when the last message was handled. The next message waits for it, so that asynchronous jobs also run one at a time. */
let turn = Promise.resolve();
port.on('message', (message: ToThread) => {
  turn = turn.then(() => handle(message));
});
