import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findFileInside, MIME_TYPES } from '../page/files-of-page.ts';
import { HEADERS, buildPolicy } from '../page/policy.ts';
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

/** Serves the built renderer as `app://conciliador/…`. Each document has its own policy and nonce, as in the browser. */
export function serveScreens(protocol: ElectronApi['protocol'], folder: string): void {
  protocol.handle(SCHEME, async ({ url, method }) => {
    if (!isOwnAddress(url)) return refuse(404);
    if (method !== 'GET' && method !== 'HEAD') return refuse(405);
    const file = await findFileInside(folder, new URL(url).pathname);
    const type = file === undefined ? undefined : MIME_TYPES[path.extname(file)];
    if (file === undefined || type === undefined) return refuse(404);
    const content = await readFile(file);
    const headers = { ...HEADERS, 'content-type': type };
    if (path.extname(file) !== '.html') return new Response(new Uint8Array(content), { headers });
    const nonce = randomBytes(18).toString('base64');
    return new Response(content.toString('utf8').replaceAll('__NONCE__', nonce), {
      headers: { ...headers, 'content-security-policy': buildPolicy(nonce) },
    });
  });
}
