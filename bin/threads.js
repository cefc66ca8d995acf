// @ts-check
/** What the program sets up for its threads before it loads anything else. */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { fileURLToPath } from 'node:url';

/**
 * Node keeps what it compiles, for this process, its threads and its children. Otherwise each of them strips the types of every source again: a
 * tenth of a second and 40 MB apiece. The cache is beside the program because who can write there can change the program too.
 */
export function keepCompiled() {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/conciliador', import.meta.url));
  module.enableCompileCache?.();
}

/**
 * Stops the young generation size of this process (memory.js) from being every thread's too: it would override the limits that each thread is
 * made with.
 */
export function giveThreadsTheirOwnNursery() {
  setFlagsFromString('--max-semi-space-size=0');
}
