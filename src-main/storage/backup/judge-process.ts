/** `judge-process LIMIT_MS FILE…` sends a verdict (`judgeFile`) for each file. A thread kills the process at the limit, even inside SQLite or orphaned. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { judgeFile } from './judge.ts';

const [limitMs, ...files] = z
  .tuple(
    [z.coerce.number().int().positive()],
    z.string().refine((text) => path.isAbsolute(text)),
  )
  .parse(process.argv.slice(2));

const guard = new Worker(
  `const { workerData } = require('node:worker_threads');
   setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData);`,
  { eval: true, workerData: limitMs },
);
await new Promise((resolve) => guard.once('online', resolve));
guard.unref(); // the thread must not keep the process alive after the answer

/** In a process of Electron the answer goes through a port, in one of Node through `process.send`. */
const port: unknown = 'parentPort' in process ? process.parentPort : undefined;
const answer = files.map(judgeFile);
if (typeof port === 'object' && port !== null && 'postMessage' in port && typeof port.postMessage === 'function') {
  port.postMessage(answer);
} else {
  process.send?.(answer);
}
