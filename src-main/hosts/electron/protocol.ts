import { readPageFile } from '../page/files-of-page.ts';
import { HEADERS } from '../page/policy.ts';
import type { ElectronApi } from './electron-api.ts';
import { SCHEME, isOwnAddress } from './origin.ts';

/**
 * Makes `app://` an origin of its own for Chromium, as safe as https. Must be called before the application is ready. It gets no other
 * privilege: it does not bypass the page's policy, and has no service worker, which would outlive a version.
 */
export function registerScheme(protocol: ElectronApi['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

const refuse = (status: number): Response => new Response(null, { status, headers: HEADERS });

/** Serves the built renderer as `app://conciliador/…`. */
export function serveScreens(protocol: ElectronApi['protocol'], folder: string): void {
  protocol.handle(SCHEME, async ({ url, method }) => {
    if (!isOwnAddress(url)) return refuse(404);
    if (method !== 'GET' && method !== 'HEAD') return refuse(405);
    const file = await readPageFile(folder, new URL(url).pathname);
    return file === undefined ? refuse(404) : new Response(file.content, { headers: { ...HEADERS, ...file.headers } });
  });
}
