import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createHandles, toFileName, type Handles } from '../screens/handles.ts';

const DOWNLOAD = z.strictObject({ archivo: z.string().max(300) });

interface FilesDeps {
  readonly folder: string;
  readonly maxBytes: number;
}

/** Registers `POST /api/archivos` (a file's bytes, into the private folder) and `POST /api/descargas`, on a guarded server. Both use `handles.ts`. */
export function serveFiles(server: FastifyInstance, { folder, maxBytes }: FilesDeps): Handles {
  const handles = createHandles(folder);

  void server.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    bytes.post('/api/archivos', { bodyLimit: maxBytes }, async (request, reply) => {
      const header = request.headers['x-conciliador-nombre'];
      const name = typeof header === 'string' ? decodeName(header) : undefined;
      if (name === undefined || !(request.body instanceof Readable)) return reply.code(400).send({ error: 'forma' });
      const { handle, ruta } = await handles.createNew(name);
      try {
        await pipeline(request.body, limitTo(maxBytes), createWriteStream(ruta, { mode: 0o600, flags: 'wx' }));
      } catch (error) {
        handles.forget(handle);
        await rm(path.dirname(ruta), { recursive: true, force: true });
        if (error instanceof TooLarge) return reply.code(413).send({ error: 'tamano' });
        throw error;
      }
      return { archivo: handle };
    });
  });

  server.post('/api/descargas', async (request, reply) => {
    const parsed = DOWNLOAD.safeParse(request.body);
    const path = parsed.success ? handles.pathOf(parsed.data.archivo) : undefined;
    if (path === undefined) return reply.code(404).send({ error: 'no_existe' });
    const { size } = await stat(path);
    return reply.header('content-length', size).type('application/octet-stream').send(createReadStream(path));
  });

  return handles;
}

function decodeName(header: string): string | undefined {
  try {
    return toFileName(decodeURIComponent(header));
  } catch {
    return undefined; // our page encodes every name, so another program sent this
  }
}

class TooLarge extends Error {}

function limitTo(max: number): Transform {
  let seen = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      seen += chunk.length;
      if (seen > max) done(new TooLarge());
      else done(null, chunk);
    },
  });
}
