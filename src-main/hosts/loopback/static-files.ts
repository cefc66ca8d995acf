import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findFileInside, MIME_TYPES } from '../page/files-of-page.ts';
import { buildPolicy } from '../page/policy.ts';
import { DOCUMENTS_ROUTE } from './guards.ts';

/** Serves the built renderer. Each document has its own policy and nonce. */
export function serveStatic(server: FastifyInstance, folder: string): void {
  server.get(DOCUMENTS_ROUTE, async (request, reply) => {
    const file = await findFileInside(folder, request.url.split('?', 1)[0] ?? '/');
    const type = file === undefined ? undefined : MIME_TYPES[path.extname(file)];
    if (file === undefined || type === undefined) return reply.code(404).send({ error: 'no_existe' });
    const content = await readFile(file);
    if (path.extname(file) !== '.html') {
      // File names have a hash of their content, but other programs reuse the port: browsers must keep nothing.
      return reply.header('content-type', type).send(content);
    }
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-type', type)
      .header('content-security-policy', buildPolicy(nonce))
      .send(content.toString('utf8').replaceAll('__NONCE__', nonce));
  });
}
