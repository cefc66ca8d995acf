import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '#contract/errors.ts';
import { writeText } from './terminal.js';

/** The first line of standard input: a secret that a script passes (`--clave-por-stdin`). */
export async function readSecretFromInput(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  return line;
}

/** Asks on the terminal without echo; undefined when there is nobody to ask. Throws `CANCELADO` for Ctrl-C. */
export async function promptSecret(question: string, signal: AbortSignal): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    writeText(process.stderr, question);
    return await terminal.question('', { signal });
  } catch (error) {
    // The prompt reads Ctrl-C as a key: the error comes from here, and no signal is sent.
    throw error instanceof Error && error.name === 'AbortError' ? new AppError('CANCELADO', { cause: error }) : error;
  } finally {
    writeText(process.stderr, '\n');
    terminal.close();
  }
}
