import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Runs a file of bench/ in a new process with some options of Node, and gives its output. */
export function runPart(name: string, args: readonly string[], options: readonly string[] = []): string {
  const script = path.join(import.meta.dirname, '..', name);
  const { status, stdout } = spawnSync(process.execPath, [...options, script, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${name}: exit ${String(status)}`);
  return stdout;
}

/** Waits for the next message of a process. Throws when the process ends before. */
export async function waitForMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const end = (): void => {
    ended.abort(new Error('a process of the benchmark ended without an answer'));
  };
  child.once('exit', end);
  const [message]: unknown[] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', end);
  return message;
}
