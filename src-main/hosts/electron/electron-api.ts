import type * as electron from 'electron';
import { fileURLToPath } from 'node:url';
import { getPlainEnvironment, type StartAside } from '#platform/aside.ts';
import { getSystemCode } from '#platform/disk-error.ts';

/** The parts of Electron that the window uses. They are passed in, so that tests can give others. */
export type ElectronApi = Pick<
  typeof electron,
  | 'app'
  | 'autoUpdater'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;

/** The kinds of proxy as Chromium writes them, and the URL schemes that they become. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks'],
  ['SOCKS4', 'socks4'],
  ['SOCKS5', 'socks5'],
]);

/** The first proxy of a list such as `PROXY proxy.example:8080; DIRECT`, as a URL; undefined without one. */
function findFirstProxy(list: string): string | undefined {
  const [kind = '', place] = (list.split(';')[0] ?? '').trim().split(/\s+/);
  const scheme = SCHEMES.get(kind.toUpperCase());
  return scheme === undefined || place === undefined ? undefined : `${scheme}://${place}`;
}

/**
 * The proxy that the desktop's settings name for an address, with automatic configuration. It is asked for each request: the settings may
 * change meanwhile.
 */
export const desktopProxyOf =
  ({ session }: Pick<ElectronApi, 'session'>) =>
  async (url: string): Promise<string | undefined> =>
    findFirstProxy(await session.defaultSession.resolveProxy(url));

/** How the window starts a process of ours: a packaged program cannot run as Node (electron-builder.ts, `runAsNode`). */
export const asideOf =
  ({ utilityProcess }: Pick<ElectronApi, 'utilityProcess'>): StartAside =>
  (program, args) => {
    const child = utilityProcess.fork(fileURLToPath(program), [...args], {
      serviceName: 'Conciliador: revisar un archivo',
      stdio: 'ignore',
      env: getPlainEnvironment(process.env),
    });
    let ended = false;
    child.once('exit', () => (ended = true));
    return {
      onEnd: (told) => {
        child.once('message', told);
        child.once('exit', () => told(undefined));
      },
      kill: () => {
        if (!ended && child.pid !== undefined) killNow(child.pid);
      },
    };
  };

/** Kills at once: Electron's `kill` only asks, and code inside SQLite does not hear it. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (getSystemCode(error) !== 'ESRCH') throw error; // it ended meanwhile
  }
}
