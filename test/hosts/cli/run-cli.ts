import { spawn, type ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '#contract/errors.ts';
import type { Io } from '#hosts/cli/printer.ts';
import { runCommandLine } from '#hosts/cli/main.ts';
import { systemClock } from '#platform/system-clock.ts';

export const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));

export interface Output {
  readonly codigo: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly entrada?: string;
  readonly cwd?: string;
}

class Captured extends Writable {
  text = '';
  readonly #onText: (text: string) => void;
  constructor(onText: (text: string) => void = () => undefined) {
    super();
    this.#onText = onText;
  }
  override _write(chunk: Buffer, _encoding: unknown, done: () => void): void {
    this.text += chunk.toString('utf8');
    this.#onText(this.text);
    done();
  }
}

/** How many runs use this process's working directory at the moment. */
let running = 0;
const HOME = process.cwd();

/**
 * Runs the command line in this process with its own streams, and returns output and exit code. Runs at the same time must share the folder. `stopOn`:
 * stops the command, as Ctrl-C does, once standard error has that text.
 */
export async function runCli(
  args: readonly string[],
  { env = {}, entrada = '', cwd, stopOn, ...io }: Options & Partial<Io> & { readonly stopOn?: RegExp } = {},
): Promise<Output> {
  const stop = new AbortController();
  const stdout = new Captured();
  const stderr = new Captured((text) => {
    if (stopOn?.test(text) === true) stop.abort(new AppError('CANCELADO'));
  });
  if (running > 0 && (cwd ?? HOME) !== process.cwd()) throw new Error('runs at the same time share their folder');
  running += 1;
  process.chdir(cwd ?? HOME);
  try {
    const code = await runCommandLine(args, {
      stdin: Readable.from([entrada]),
      stdout,
      stderr,
      env: { ...process.env, ...env },
      signal: stop.signal,
      clock: systemClock,
      ...io,
    });
    return { codigo: code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    running -= 1;
    if (running === 0) process.chdir(HOME);
  }
}

/** Runs the program as a shell does, in a new process. `onSpawn` gets the child at once, to signal or kill it. */
export function runProgram(
  args: readonly string[],
  { env = {}, entrada = '', cwd, onSpawn }: Options & { readonly onSpawn?: (child: ChildProcess) => void } = {},
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ codigo: code, stdout, stderr });
    });
    child.stdin.end(entrada);
    onSpawn?.(child);
  });
}
