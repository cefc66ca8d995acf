/**
 * `npm run dist`: builds the installers for the system on which it runs. Other arguments go to electron-builder (`-- --dir`: unpacked, without
 * installers). `--humo` makes the test build in dist/humo, which is the same except that its fuse allows a debugger.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildWindow } from '../build/bundle.ts';
import { readSigning } from './signing.ts';
import { stageProgram } from './stage.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const smoke = args.includes('--humo');

const { lines } = readSigning(process.env);
if (process.platform === 'win32') console.log(lines.windows);
if (process.platform === 'darwin') console.log(`${lines.mac}\n${lines.notarised}`);

await buildWindow(ROOT);
await stageProgram(ROOT, path.join(ROOT, 'dist', 'programa'));
const require = createRequire(import.meta.url);
const cli = path.join(path.dirname(require.resolve('electron-builder/package.json')), 'cli.js');
const rest = args.filter((one) => one !== '--humo');
const child = spawn(
  process.execPath,
  [cli, '--publish', 'never', '--config', 'electron-builder.ts', ...(smoke ? ['--dir', ...rest] : rest)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // Signs only with keys of the environment, and not with a certificate in the keychain of this machine.
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...(smoke ? { CONCILIADOR_HUMO: '1' } : {}) },
  },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
