import type * as electron from 'electron';
import { fileURLToPath } from 'node:url';
import { getPlainEnvironment, type StartAside } from '#platform/aside.ts';
import { getSystemCode } from '#platform/disk-error.ts';

/** The parts of Electron that the window uses, passed in so that tests can replace them. */
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

/** Chromium's names of proxy kinds, and their URL schemes. */
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

/** The proxy of the desktop's settings for an address, with automatic configuration. Asked for each request, because the settings may change. */
export const desktopProxyOf =
  ({ session }: Pick<ElectronApi, 'session'>) =>
  async (url: string): Promise<string | undefined> =>
    findFirstProxy(await session.defaultSession.resolveProxy(url));

/** Starts a process for the window: a packaged program cannot run as Node (electron-builder.ts, `runAsNode`). */
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

/** Kills at once: Electron's `kill` only asks, which code inside SQLite ignores. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (getSystemCode(error) !== 'ESRCH') throw error; // it ended meanwhile
  }
}
