import { spawn } from 'node:child_process';

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
    const close = (): void => {
      child.kill('SIGTERM');
    };
    signal.addEventListener('abort', close, { once: true });
    const end = (code: string, clean: boolean): void => {
      signal.removeEventListener('abort', close);
      if (clean || signal.aborted) resolve({ fin: 'cerrada' });
      else resolve({ fin: open ? 'falla' : 'nunca', codigo: code });
    };
    child.on('message', (message) => {
      open ||= message === 'ventana-abierta';
    });
    child.once('error', (error) => {
      end(error.message, false);
    });
    child.once('exit', (code, killedBy) => {
      end(killedBy ?? String(code), code === 0);
    });
    if (signal.aborted) close();
  });
}
