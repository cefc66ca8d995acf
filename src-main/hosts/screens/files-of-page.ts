import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

interface PageFile {
  readonly content: Buffer<ArrayBuffer> | string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a file of the built renderer by its URL path; undefined if it does not exist or has no known type. Each document gets its own policy and nonce. */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | undefined> {
  const file = await findFileInside(folder, urlPath);
  const extension = path.extname(file ?? '');
  const type = MIME_TYPES[extension];
  if (file === undefined || type === undefined) return undefined;
  const content = await readFile(file);
  if (extension !== '.html') return { content, headers: { 'content-type': type } };
  const nonce = randomBytes(18).toString('base64');
  return {
    content: content.toString('utf8').replaceAll('__NONCE__', nonce),
    headers: { 'content-type': type, 'content-security-policy': buildPolicy(nonce) },
  };
}

/** The file for a URL path inside `folder`; undefined if it does not exist or the path leaves the folder in any way. */
async function findFileInside(folder: string, urlPath: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined; // no browser sends such a path
  }
  if (/[\0\\]/.test(decoded) || decoded.split('/').includes('..')) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, decoded === '/' ? 'index.html' : decoded));
    return file.startsWith(root + path.sep) ? file : undefined;
  } catch {
    return undefined; // no such file: the answer is a 404, whatever the reason
  }
}

export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=(), clipboard-read=(self)',
  // Forbid caching: another program may use this port later.
  'cache-control': 'no-store',
};

/** A document may load only what the host serves, no `data:`, inline scripts or frames, and send no form away. The nonce is for the grid's style elements. */
const buildPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ');
