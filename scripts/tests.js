// @ts-check
/**
 * Runs tests. When a process died inside Node itself, runs its tests once more (all tests where files share their processes: those that the dead
 * process had not reached were not run). This happens seldom (SIGSEGV with threads that use SQLite's native part; SIGTRAP, V8's own, with threads
 * that read a workbook), and not again to the same file; what was ruled out is in docs/decisions/0017-how-threads-end.md. Each death is reported,
 * with Node's last words. A test that fails, or a process that dies again, fails the run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const DEAD = /exited unexpectedly with signal SIG(?:SEGV|TRAP|ABRT|BUS|ILL)[^\n]*while running test file (\S+)/g;
/** The lines that Node and V8 print when they crash. */
const LAST_LINES = /^(?:#|FATAL ERROR|-----| *\d+: 0x)[^\n]*/gm;

/** @param {string} said @returns {readonly string[]} the files whose process died, when nothing else went wrong */
function deathsIn(said) {
  const text = stripVTControlCharacters(said);
  const files = [...new Set([...text.matchAll(DEAD)].map(([, file = '']) => file))];
  const errors = Number(/^\s*Errors\s+(\d+) errors?$/m.exec(text)?.[1] ?? 0);
  const failed = /^\s*(Test Files|Tests)\s+.*\bfailed\b/m.test(text);
  return failed || errors !== files.length ? [] : files;
}

/**
 * @param {readonly string[]} args what `vitest` takes
 * @param {(piece: Buffer) => void} tell takes what it prints, as it comes
 * @param {{ shared: boolean, again?: boolean }} how whether files share processes; whether it is the second time
 * @returns {Promise<boolean>} whether every test passed
 */
async function run(args, tell, { shared, again = false }) {
  const child = spawn('vitest', ['run', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // there the programs of node_modules/.bin are scripts of the shell
  });
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said.push(piece);
      tell(piece);
    });
  }
  const [code] = await once(child, 'close');
  if (code === 0) return true;
  const text = Buffer.concat(said).toString('utf8');
  const files = deathsIn(text);
  if (files.length === 0 || again) return false;
  const lastLines = stripVTControlCharacters(text).match(LAST_LINES) ?? [];
  tell(
    Buffer.from(
      `\n${lastLines.join('\n')}\nA process of the tests died. ${shared ? 'All are' : 'Its files are'} run again; it was at ${files.join(' ')}\n`,
    ),
  );
  return run(shared ? args : [...args, ...files], tell, { shared, again: true });
}

export { run as runTests };
