/**
 * `npm run dist`: builds the installers for the system on which it runs. Further arguments are for electron-builder (`-- --dir`: without installers).
 * `--humo`: makes a test build in dist/humo, which differs only in a fuse that allows a debugger.
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
    // Signs only with keys from the environment, never with a certificate of this machine's keychain.
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...(smoke ? { CONCILIADOR_HUMO: '1' } : {}) },
  },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
