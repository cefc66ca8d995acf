/**
 * Inspects a database of a package, in a process of its own: `inspect-process FILE BASE LIMIT_MS`. Its one message is the result of `inspectForeign`.
 * The process ends at its limit, whatever SQLite is doing: a thread kills it, even when its parent is gone.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { inspectForeign } from './inspect.ts';
import { FOREIGN_BASES } from './shapes.ts';

const [file, base, limitMs] = z
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
guard.unref(); // it must not keep the process alive after the answer

/** Electron's processes answer through a port, Node's through a channel. */
const port: unknown = 'parentPort' in process ? process.parentPort : undefined;
const answer = inspectForeign(file, base);
if (typeof port === 'object' && port !== null && 'postMessage' in port && typeof port.postMessage === 'function') {
  port.postMessage(answer);
} else {
  process.send?.(answer);
}
