import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The kinds of file in a built renderer; no other kind is served. */
export const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** The file that a URL path names inside `folder`; undefined when there is none, or when the path leaves the folder in any way. */
export async function findFileInside(folder: string, urlPath: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined; // not a path that a browser would send
  }
  if (/[\0\\]/.test(decoded) || decoded.split('/').includes('..')) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, decoded === '/' ? 'index.html' : decoded));
    return file.startsWith(root + path.sep) ? file : undefined;
  } catch {
    return undefined; // no such file: the answer is 404 whatever the reason
  }
}
