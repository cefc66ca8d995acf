import { spawnSync } from 'node:child_process';

/** A pipe that nobody writes to: whoever opens it waits. */
export function makePipe(file: string): string {
  if (spawnSync('mkfifo', [file]).status !== 0) throw new Error('no mkfifo');
  return file;
}
