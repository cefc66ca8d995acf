import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Writes a page that only the user can read, and that sends the browser to the application with a one-time token. So the token is in no process
 * argument (which every user of the machine can list). As it is in the fragment, it is in no request line either.
 */
export async function writeEntry(folder: string, url: string): Promise<string> {
  const file = path.join(folder, 'abrir.html');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Conciliador</title>`;
  await writeFile(file, page, { mode: 0o600 });
  return file;
}

/** The system's command to open a file in the browser; its only argument is the path of the file. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  win32: ['explorer.exe'],
  darwin: ['open'],
};

/** A command that finds no browser ends sooner; one that becomes the browser keeps running. */
const DEADLINE_MS = 2000;

/**
 * Opens a local page in the user's browser. Resolves to false when the system has no command for it, or when the command found no browser. The
 * exit code on Windows tells nothing.
 */
export function openBrowser(file: string): Promise<boolean> {
  const { platform } = process;
  const [command, ...args] = COMMANDS[platform] ?? ['xdg-open'];
  const target = platform === 'win32' ? file : pathToFileURL(file).href;
  return new Promise((resolve) => {
    const child = spawn(command, [...args, target], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      if (platform === 'win32') resolve(true);
      else setTimeout(resolve, DEADLINE_MS, true).unref();
    });
    child.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}
