// @ts-check
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Options for Node, given when it starts. A small young generation and a limit for the heap: without them, memory that a long upload leaves behind is only
 * collected after the upload has taken another hundred megabytes. A minimum heap, below which Node does not collect: else a long upload would collect every
 * tenth of a second and lose a tenth of its processor time. The first line of conciliador.js and the scripts of package.json have the same options.
 */
export const MEMORY = ['--max-semi-space-size=16', '--initial-old-space-size=64', '--max-old-space-size=1024'];

/**
 * Makes Node keep its compiled code for this process, its threads and its children. Otherwise each of them strips the types of every source again,
 * which takes a tenth of a second and 40 MB apiece. The cache is beside the program, because a person who can write there can change the program too.
 */
export function keepCompiled() {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/conciliador', import.meta.url));
  module.enableCompileCache?.();
}

/** Stops this process's young generation size (`MEMORY`) from applying to every thread: it would override the limits with which each thread is created. */
export function giveThreadsTheirOwnNursery() {
  setFlagsFromString('--max-semi-space-size=0');
}

const STARTED_MS = 3000;

/** After `STARTED_MS`, gives back the 25 MB that V8 keeps from the start until memory is short. Takes a tenth of a second; no command waits for it. */
export function collectAfterStart() {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')({ flavor: 'last-resort' });
  }, STARTED_MS).unref();
}
