// @ts-check
// `npm test`: runs everything. Installs what the system must have (as root on Debian; otherwise says what is missing), runs the quick check, then the
// slow tests: real processes, the keychain daemon, long fault runs.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { runTests } from './tests.js';

/** The programs that the tests need, with the Debian package of each. */
const PROGRAMS = new Map([
  ['dbus-run-session', 'dbus'],
  ['gnome-keyring-daemon', 'gnome-keyring'],
  ['chromium', 'chromium'],
]);

/** @param {string} program */
function isInstalled(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false; // not in this folder of the PATH: that is the answer, not a failure
    }
  });
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(command, args, env = {}) {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const missing = [...PROGRAMS].filter(([program]) => !isInstalled(program)).map(([, debianPackage]) => debianPackage);
if (missing.length > 0) {
  const isRootOnDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isRootOnDebian) {
    process.stderr.write(
      `Missing on this machine: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}\n`,
    );
    process.exit(1);
  }
  const noninteractive = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], noninteractive);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], noninteractive);
}

run('npm', ['run', 'check']);
process.stdout.write('\n> vitest run --project completo\n');
// At least two workers, because the tests wait for other processes. Three of them on two processors take a tenth longer.
const workers = String(Math.max(2, availableParallelism() - 1));
const slow = ['--project', 'completo', `--maxWorkers=${workers}`];
if (!(await runTests(slow, (piece) => process.stdout.write(piece), { shared: false }))) process.exit(1);
