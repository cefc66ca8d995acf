import { readPageFile, HEADERS } from '../screens/files-of-page.ts';
import type { ElectronApi } from './electron-api.ts';

/** The scheme of the screens' addresses. Not `file:`, with which a page could read the disk. */
const SCHEME = 'app';
const HOST = 'conciliador';
export const ORIGIN = `${SCHEME}://${HOST}`;
export const HOME = `${ORIGIN}/`;

/** Whether an address belongs to the screens. Compares its parts, because a common beginning would also accept `app://conciliador.example`. */
export function isOwnAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === `${SCHEME}:` &&
    url.host === HOST && // the host includes the port, and an address of the screens has none
    url.username === '' &&
    url.password === ''
  );
}

/** Makes `app://` an origin like https, without policy exceptions or a service worker, which would survive updates. Call before the application is ready. */
export function registerScheme(protocol: ElectronApi['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

const refuse = (status: number): Response => new Response(null, { status, headers: HEADERS });

export function serveScreens(protocol: ElectronApi['protocol'], folder: string): void {
  protocol.handle(SCHEME, async ({ url, method }) => {
    if (!isOwnAddress(url)) return refuse(404);
    if (method !== 'GET' && method !== 'HEAD') return refuse(405);
    const file = await readPageFile(folder, new URL(url).pathname);
    return file === undefined ? refuse(404) : new Response(file.content, { headers: { ...HEADERS, ...file.headers } });
  });
}

type Session = ReturnType<ElectronApi['session']['fromPartition']>;

/** Refuses all permissions (camera, notifications, location, devices, screen) without asking; the screens need none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/**
 * Blocks all requests of pages except those to the screens, even if a document's policy allowed them: only the core talks to the service. Developer tools,
 * which are pages too, are allowed when run from the sources. The spelling checker is off, because it would download dictionaries.
 */
export function cutNetwork(session: Session, isPackaged: boolean): void {
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isOwnAddress(url) && (isPackaged || URL.parse(url)?.protocol !== 'devtools:') }),
  );
  session.on('will-download', (event) => {
    event.preventDefault(); // reports are written by the core and saved through `shell.ts`
  });
}

/** Lets pages go only to addresses of the screens, which have no external links; forbids new windows, webviews and going anywhere inside a frame. */
export function lockNavigation(app: ElectronApi['app']): void {
  app.on('web-contents-created', (_created, contents) => {
    const preventLeaving = (event: { readonly url: string; preventDefault(): void }): void => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    };
    contents.on('will-navigate', preventLeaving);
    contents.on('will-redirect', preventLeaving);
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault(); // the screens have no frames
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}
