/**
 * Looks into a database of a package, in a process of its own: `inspect-process FILE BASE LIMIT_MS`. Answers with one message what `inspectForeign`
 * gives. Whatever SQLite is at, the process ends by itself at its limit: a thread kills it, also when whoever asked is no longer there.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { inspectForeign } from './inspect.ts';
import { FOREIGN_BASES } from './shapes.ts';

const [ruta, base, limitMs] = z
  .tuple([
    z.string().refine((text) => path.isAbsolute(text)),
    z.enum(FOREIGN_BASES),
    z.coerce.number().int().positive(),
  ])
  .parse(process.argv.slice(2));

const guard = new Worker(
  `const { workerData } = require('node:worker_threads');
   setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData);`,
  { eval: true, workerData: limitMs },
);
await new Promise((resolve) => guard.once('online', resolve));
guard.unref(); // once there is an answer there is nothing to wait for

/** Electron's processes answer through a port, Node's through a channel. */
const port: unknown = 'parentPort' in process ? process.parentPort : undefined;
const answer = inspectForeign(ruta, base);
if (typeof port === 'object' && port !== null && 'postMessage' in port && typeof port.postMessage === 'function') {
  port.postMessage(answer);
} else {
  process.send?.(answer);
}
