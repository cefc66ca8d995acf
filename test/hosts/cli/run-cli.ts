import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));

export interface Output {
  readonly codigo: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly entrada?: string;
  readonly cwd?: string;
  /** A file that takes its standard output. */
  readonly stdout?: string;
  /** Gets the child as soon as it runs: to signal or kill it. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** Runs the command line as a person's shell does, in a process of its own, and gives what it said. */
export function runCli(
  args: readonly string[],
  { env = {}, entrada = '', cwd, stdout: into, onSpawn }: Options = {},
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const file = into === undefined ? undefined : openSync(into, 'w');
    const child = spawn(process.execPath, [SCRIPT, ...args], {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['pipe', file ?? 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    if (file !== undefined) closeSync(file);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ codigo: code, stdout, stderr });
    });
    child.stdin?.end(entrada);
    onSpawn?.(child);
  });
}
