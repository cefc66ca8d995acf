import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chooseIn, type Choose } from '#domain/texts/language.ts';

/** The download of Electron, some 120 MB, may take so long. */
const DEADLINE_MS = 5 * 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** The reason why there can be no window on this machine now, for a person; undefined when none is known. */
export function explainNoScreen(env: Environment, platform: string, say: Choose = chooseIn()): string | undefined {
  if (platform === 'win32' || platform === 'darwin') return undefined;
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((value) => value !== undefined && value !== '');
  return hasDisplay ? undefined : say('esta sesión no tiene pantalla gráfica', 'this session has no graphic screen');
}

const folderOf = (root: string): string | undefined => {
  try {
    return path.dirname(createRequire(path.join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    return undefined; // installed without development dependencies
  }
};

/** The installed Electron, if its binary was already downloaded. This function never downloads. */
export function findElectronBinary(root: string, env: Environment): string | undefined {
  const folder = folderOf(root);
  if (folder === undefined) return undefined;
  const note = path.join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(folder, 'dist');
  const binary = path.join(dist, readFileSync(note, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

/**
 * The installed Electron. If its binary is missing, its own package downloads it now (it has no install script). Undefined when that fails: no
 * network, no permission, or longer than five minutes.
 */
export async function fetchElectron(
  root: string,
  env: Environment,
  { signal, say }: { readonly signal: AbortSignal; readonly say: Choose },
): Promise<string | undefined> {
  const there = findElectronBinary(root, env);
  const folder = folderOf(root);
  if (there !== undefined || folder === undefined) return there;
  const downloading = say(
    'Bajando la ventana (Electron), solo la primera vez…',
    'Downloading the window (Electron), only the first time…',
  );
  process.stderr.write(`${downloading}\n`);
  const ended = await new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [path.join(folder, 'install.js')], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 2, 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  return ended ? findElectronBinary(root, env) : undefined;
}

/** How the window ended; `nunca` when the process ended before there was a window. */
export type WindowEnd = { readonly fin: 'cerrada' } | { readonly fin: 'falla' | 'nunca'; readonly codigo: string };

interface Launch {
  readonly binary: string;
  /** The checkout, whose package.json says what to run. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks the window to close. */
  readonly signal: AbortSignal;
}

/** Runs the window and resolves when it is closed. */
export function launchWindow({ binary, root, env, signal }: Launch): Promise<WindowEnd> {
  // Editors that are Electron programs set it: the window would then run as Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = env;
  return new Promise((resolve) => {
    let open = false;
    // Standard output belongs to the command that started the window.
    const child = spawn(binary, [root], { env: rest, stdio: ['ignore', 2, 2, 'ipc'] });
    const close = () => child.kill('SIGTERM');
    signal.addEventListener('abort', close, { once: true });
    const end = (code: string, clean: boolean): void => {
      signal.removeEventListener('abort', close);
      if (clean || signal.aborted) resolve({ fin: 'cerrada' });
      else resolve({ fin: open ? 'falla' : 'nunca', codigo: code });
    };
    child.on('message', (message) => (open ||= message === 'ventana-abierta'));
    child.once('error', (error) => end(error.message, false));
    child.once('exit', (code, killedBy) => end(killedBy ?? String(code), code === 0));
    if (signal.aborted) close();
  });
}
