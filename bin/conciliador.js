#!/usr/bin/env -S node --max-semi-space-size=16 --initial-old-space-size=64 --max-old-space-size=1024
// @ts-check
// Starts the command line. Help and wrong calls are answered here; everything else runs on the Node 24 that the project installs, in
// this process when it is that Node already, else in a child that lives and dies with this one.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { listenEarly } from './early.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const runsTypeScript = major > 22 || (major === 22 && minor >= 18);

/**
 * From here on Node keeps what it compiles, for this process, its threads and its children: without it each of them strips the types of
 * every source again, a tenth of a second and 40 MB apiece. Beside the program, because who can write there can change the program too.
 */
function keepCompiled() {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/conciliador', import.meta.url));
  module.enableCompileCache?.();
}

/** The nursery that this process was started with (memory.js) would be every thread's too, over the limits that each is made with. */
async function threadsHaveTheirOwnNursery() {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--max-semi-space-size=0');
}

// What it writes is for who runs it alone: SQLite makes its files, and those beside them, as this lets it. Before the first thread, which cannot.
process.umask(0o077);
const stopListening = listenEarly(process.argv.includes('--json'));
const { runArgv: run } = await import('../src-main/hosts/cli/program.js');
const salida = await run(process.argv.slice(2), async (request) => {
  keepCompiled();
  await threadsHaveTheirOwnNursery();
  if (runsTypeScript) {
    const { runCommand } = await import('../src-main/hosts/cli/main.ts');
    // It listens before it first waits.
    const fin = runCommand(request);
    stopListening();
    process.exitCode = await fin;
  } else {
    const { relaunch } = await import('./relaunch.js');
    process.exitCode = await relaunch(process.argv.slice(1), stopListening);
  }
});
if (salida !== undefined) process.exitCode = salida;
