// @ts-check
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readLanguage } from '../src-main/hosts/cli/terminal.js';
import { MEMORY } from './memory.js';
import { tellInterrupted } from './early.js';

/** @returns {string | undefined} the path of the Node 24 that the `node` package installed; undefined without that package */
function installedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
    return [join(folder, 'bin', 'node'), join(folder, 'bin', 'node.exe')].find((path) => existsSync(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Runs the same command on Node 24. This process sends the child a message at each Ctrl-C; a terminal signals the child too, and the child counts both as
 * one Ctrl-C. The child ends when this process is killed, because the channel closes (src-main/hosts/cli/main.ts).
 * @param {string[]} argv script and arguments
 * @param {() => void} [onListening] called once this function listens for Ctrl-C
 * @returns {Promise<number>} the child's exit code
 */
export async function relaunch(argv, onListening) {
  const node = installedNode();
  if (node === undefined) {
    process.stderr.write(
      readLanguage(process.env) === 'es'
        ? 'Falta Node 24, que se instala con el programa. No se hizo nada. Corré «npm install» y probá de nuevo.\n'
        : 'Node 24 is missing, which is installed with the program. Nothing was done. Run “npm install” and try again.\n',
    );
    return 3;
  }
  const child = spawn(node, [...MEMORY, ...argv], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const interrupt = () => {
    if (child.connected) child.send('interrumpir');
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  onListening?.();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // Ctrl-C of a terminal kills the child by its signal only before the child listens.
      if (signal === 'SIGINT') tellInterrupted(argv.includes('--json'));
      resolve(code ?? (signal === 'SIGINT' ? 130 : 3));
    });
  });
}
