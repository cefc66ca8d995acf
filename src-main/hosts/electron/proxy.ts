import type { ElectronApi } from './electron-api.ts';

/** The kinds of proxy as Chromium writes them, and the URL schemes that they become. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks'],
  ['SOCKS4', 'socks4'],
  ['SOCKS5', 'socks5'],
]);

/** The first proxy of a list such as `PROXY proxy.example:8080; DIRECT`, as a URL; undefined when there is none. */
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
