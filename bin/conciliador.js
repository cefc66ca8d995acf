#!/usr/bin/env -S node --max-semi-space-size=16 --initial-old-space-size=64 --max-old-space-size=1024
// @ts-check
// Starts the command line. Help and wrong calls are answered here; any other call runs in this process if its Node runs TypeScript
// (22.18 or later), else on the Node 24 that the project installs, in a child that lives and dies with this process.
import { listenEarly } from './early.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const runsTypeScript = major > 22 || (major === 22 && minor >= 18);

// Only the person who runs the program can read the files that it writes. SQLite also creates its files with this mask. It is set before the first
// thread, because a thread cannot set it.
process.umask(0o077);
const stopListening = listenEarly(process.argv.includes('--json'));
const { runArgv: run } = await import('../src-main/hosts/cli/program.js');
const output = await run(process.argv.slice(2), process, async (request) => {
  const { collectAfterStart, giveThreadsTheirOwnNursery, keepCompiled } = await import('./memory.js');
  keepCompiled();
  giveThreadsTheirOwnNursery();
  if (runsTypeScript) {
    const { runCommand } = await import('../src-main/hosts/cli/main.ts');
    collectAfterStart();
    // `runCommand` listens for Ctrl-C before its first await.
    const end = runCommand(request);
    stopListening();
    process.exitCode = await end;
  } else {
    const { relaunch } = await import('./relaunch.js');
    process.exitCode = await relaunch(process.argv.slice(1), stopListening);
  }
});
if (output !== undefined) process.exitCode = output;
