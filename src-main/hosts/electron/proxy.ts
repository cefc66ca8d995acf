import type { ElectronApi } from './electron-api.ts';

/** As Chromium writes them, and as a URL begins. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks'],
  ['SOCKS4', 'socks4'],
  ['SOCKS5', 'socks5'],
]);

/** The first of a list such as `PROXY proxy.example:8080; DIRECT`, as a URL; undefined for none. */
function firstProxy(list: string): string | undefined {
  const [kind = '', place] = (list.split(';')[0] ?? '').trim().split(/\s+/);
  const scheme = SCHEMES.get(kind.toUpperCase());
  return scheme === undefined || place === undefined ? undefined : `${scheme}://${place}`;
}

/** The proxy that the desktop's settings name for an address, its automatic configuration included. Asked each time: they may change while we run. */
export const desktopProxyOf =
  ({ session }: Pick<ElectronApi, 'session'>) =>
  async (url: string): Promise<string | undefined> =>
    firstProxy(await session.defaultSession.resolveProxy(url));
