// @ts-check
// `npm run check`: format, lint with the import direction, types, dead code, spelling, fast tests. The script in package.json first generates or
// compares texts and pages. Checks that only read the sources run beside the tests, which sometimes wait for files and processes. Results kept
// between runs (formatted files, linted files, checked types) are in node_modules/.cache.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runTests } from './tests.js';

const CACHE = 'node_modules/.cache/check';

/** The checks beside the tests, in two rows of about equal duration. */
const READERS = [
  [
    // TypeScript 7, named by its path: TypeScript 6, which other tools need, is also called tsc (docs/decisions/0015).
    `node node_modules/@typescript/native/bin/tsc --noEmit --incremental --tsBuildInfoFile ${CACHE}/tsc.json`,
    'svelte-check --tsgo --workspace src-renderer --tsconfig tsconfig.json --output human --fail-on-warnings',
    // Prettier and eslint read the components, oxfmt and oxlint the other sources (docs/decisions/0015).
    `eslint --cache --cache-strategy content --cache-location ${CACHE}/eslint .`,
  ],
  [
    'oxfmt --check .',
    `prettier --check --log-level warn --cache --cache-location ${CACHE}/prettier src-renderer/**/*.svelte`,
    'knip',
    'node scripts/words/check.ts',
    'oxlint --type-aware --deny-warnings',
  ],
];
// svelte-check keeps a copy of each component, also of deleted ones, and would check them against the present sources.
rmSync('src-renderer/.svelte-check', { recursive: true, force: true });
const TESTS = ['--project', 'puro', '--project', 'rapido', '--maxWorkers=2'];

/**
 * Runs a program of node_modules/.bin (npm puts them in the PATH). What it prints comes in one piece when it ends, so that two do not mix.
 * @param {string} command words without spaces in them @returns {Promise<boolean>} whether it went well
 */
async function run(command) {
  const [program = '', ...args] = command.split(' ');
  const from = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // there the programs of node_modules/.bin are scripts of the shell
  });
  /** @type {Buffer[]} */
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  const went = code === 0;
  process.stdout.write(Buffer.concat(said));
  const name = program === 'node' ? path.basename(args[0] ?? '') : program;
  console.log(`${went ? 'bien' : 'FALLÓ'}  ${name} (${((performance.now() - from) / 1000).toFixed(0)} s)`);
  return went;
}

/** @param {readonly string[]} commands one after the other */
async function read(commands) {
  let went = true;
  for (const command of commands) went = (await run(command)) && went;
  return went;
}

async function test() {
  const from = performance.now();
  /** @type {Buffer[]} */
  const said = [];
  const went = await runTests(TESTS, (piece) => said.push(piece), { shared: true });
  process.stdout.write(Buffer.concat(said));
  console.log(`${went ? 'bien' : 'FALLÓ'}  vitest (${((performance.now() - from) / 1000).toFixed(0)} s)`);
  return went;
}

const went = await Promise.all([...READERS.map(read), test()]);
if (!went.every(Boolean)) process.exitCode = 1;
