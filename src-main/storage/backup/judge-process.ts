/** `judge-process LIMIT_MS FILE…` sends its parent a verdict (`judgeFile`) on each file. A thread kills this process after `LIMIT_MS`, even if SQLite hangs. */
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

/** The answer goes through this port if Electron started the process, and through `process.send` if Node did. */
const port: unknown = 'parentPort' in process ? process.parentPort : undefined;
const answer = files.map(judgeFile);
if (typeof port === 'object' && port !== null && 'postMessage' in port && typeof port.postMessage === 'function') {
  port.postMessage(answer);
} else {
  process.send?.(answer);
}
