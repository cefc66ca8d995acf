import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTS_ROUTE } from './guards.ts';
import { buildPolicy } from './policy.ts';

/** What a built renderer holds; anything else is not served. */
export const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The file that a URL path names inside `folder`; undefined when there is none, or when it would leave the folder by any road. */
export async function fileInside(folder: string, urlPath: string): Promise<string | undefined> {
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

/** Serves the built renderer, each document with a policy and a nonce of its own. */
export function serveStatic(server: FastifyInstance, folder: string): void {
  server.get(DOCUMENTS_ROUTE, async (request, reply) => {
    const file = await fileInside(folder, request.url.split('?', 1)[0] ?? '/');
    const type = file === undefined ? undefined : MIME_TYPES[path.extname(file)];
    if (file === undefined || type === undefined) return reply.code(404).send({ error: 'no_existe' });
    const content = await readFile(file);
    if (path.extname(file) !== '.html') {
      // Names carry a hash of the content, but the port is reused by other programs: nothing is kept.
      return reply.header('content-type', type).send(content);
    }
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-type', type)
      .header('content-security-policy', buildPolicy(nonce))
      .send(content.toString('utf8').replaceAll('__NONCE__', nonce));
  });
}
