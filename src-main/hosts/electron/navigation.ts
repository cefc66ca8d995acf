import type { ElectronApi } from './electron-api.ts';
import { isOwnAddress } from './origin.ts';

interface NavigationDeps {
  readonly app: ElectronApi['app'];
  /** Opens an address in the browser if it is on the allow-list; otherwise does nothing. */
  readonly openLink: (url: string) => void;
}

/**
 * Every page of the process stays where it is, opens no window and has no webview. A link that leaves opens in the person's browser, if it is
 * on the allow-list.
 */
export function lockNavigation({ app, openLink }: NavigationDeps): void {
  app.on('web-contents-created', (_created, contents) => {
    const preventLeaving = (event: { readonly url: string; preventDefault(): void }): void => {
      if (isOwnAddress(event.url)) return;
      event.preventDefault();
      openLink(event.url);
    };
    contents.on('will-navigate', preventLeaving);
    contents.on('will-redirect', preventLeaving);
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault(); // the screens have no frames
    });
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: 'deny' };
    });
  });
}

/** The pages that the program names, by exact host and beginning of path: the licences of the icons and of the typeface (menu.ts). */
const LINKS: readonly { readonly host: string; readonly ruta: string }[] = [
  { host: 'lucide.dev', ruta: '/license' },
  { host: 'openfontlicense.org', ruta: '/' },
];

/**
 * The address to open in the person's browser, rebuilt from its parts; undefined when it is not on the list. Only https without user, password or
 * port. Comparing the beginning of the text would let `https://lucide.dev@other.example` and `https://lucide.dev.other.example` through.
 */
export function getAllowedLink(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return LINKS.some(({ host, ruta }) => url.hostname === host && url.pathname.startsWith(ruta)) ? url.href : undefined;
}
