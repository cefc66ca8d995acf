import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '#contract/errors.ts';
import type { Io } from './io.ts';
import { writeText } from './terminal.js';

/** The first line of standard input: a secret that a script passes (`--clave-por-stdin`). */
export async function readSecretFromInput({ stdin }: Pick<Io, 'stdin'>): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  return line;
}

/** Asks on the terminal without echo; undefined when there is nobody to ask. Throws `CANCELADO` for Ctrl-C. */
export async function promptSecret(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (stdin.isTTY !== true) return undefined;
  const silent = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  const terminal = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    writeText(stderr, question);
    return await terminal.question('', { signal });
  } catch (error) {
    // The prompt reads Ctrl-C as a key: the error comes from here, and no signal is sent.
    throw error instanceof Error && error.name === 'AbortError' ? new AppError('CANCELADO', { cause: error }) : error;
  } finally {
    writeText(stderr, '\n');
    terminal.close();
  }
}
