import type * as electron from 'electron';
import { fileURLToPath } from 'node:url';
import { getPlainEnvironment, type StartAside } from '#platform/aside.ts';
import { getSystemCode } from '#platform/disk-error.ts';

/** The parts of Electron that the window uses. They are passed in, so that tests can replace them. */
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
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;

/** The URL scheme of each kind of proxy, by Chromium's name. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks'],
  ['SOCKS4', 'socks4'],
  ['SOCKS5', 'socks5'],
]);

/** The first entry of a list such as `PROXY proxy.example:8080; DIRECT`, as a URL; undefined for `DIRECT` and unknown kinds. */
function findFirstProxy(list: string): string | undefined {
  const [kind = '', place] = (list.split(';')[0] ?? '').trim().split(/\s+/);
  const scheme = SCHEMES.get(kind.toUpperCase());
  return scheme === undefined || place === undefined ? undefined : `${scheme}://${place}`;
}

/** Gives the proxy that the desktop's settings name for an address, including automatic configuration. Asked anew for each request, because settings change. */
export const desktopProxyOf =
  ({ session }: Pick<ElectronApi, 'session'>) =>
  async (url: string): Promise<string | undefined> =>
    findFirstProxy(await session.defaultSession.resolveProxy(url));

/** Starts another process of the program as a utility process, because a packaged program cannot run as Node (electron-builder.ts, `runAsNode`). */
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

/** Kills a process at once. Electron's own `kill` only asks, and code inside SQLite would not notice. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (getSystemCode(error) !== 'ESRCH') throw error; // it has already ended
  }
}
