import { spawnSync } from 'node:child_process';

if (process.platform === 'win32') process.stderr.write('Skipped: there are no named pipes on Windows.\n');

/** A named pipe without a writer: opening it for reading blocks. */
export function makePipe(file: string): string {
  if (spawnSync('mkfifo', [file]).status !== 0) throw new Error('no mkfifo');
  return file;
}
