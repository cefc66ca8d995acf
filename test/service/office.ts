import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endServer, listen } from './loopback.ts';

const pem = (name: string): string => readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8');

/** The authority that no system knows, and what a server shows that it signed (tls/README.md). */
export const AUTHORITY = pem('authority');
export const AUTHORITY_FILE = new URL('tls/authority.pem', import.meta.url);
export const certificateOf = (name: 'good' | 'expired' | 'another') => ({ cert: pem(name), key: pem('server-key') });

/** A name that resolves nowhere: only a proxy gets there. */
export const SERVICE = 'https://servicio.invalid';

/** A proxy of an office on loopback: opens a way to `to`, whatever it is asked for; or answers `status`; or says nothing. */
export async function startProxy({
  to,
  status = 200,
  silent,
}: {
  to?: string;
  status?: number;
  silent?: (client: Duplex) => void;
}) {
  /** Where it was asked to open a way to: `servicio.invalid:443`. */
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const open = new Set<Socket>();
  let seen = '';
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (request, client, head) => {
    asked.push(request.url ?? '');
    headers.push(request.headers);
    if (silent !== undefined) return void silent(client.resume());
    if (status !== 200 || to === undefined) {
      client.end(`HTTP/1.1 ${String(status)} No\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
      return;
    }
    const service = connect(Number(new URL(to).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      service.write(head);
      client.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
      client.pipe(service).pipe(client);
    });
    service.on('error', () => client.destroy());
    client.on('error', () => service.destroy());
    client.once('close', () => service.destroy());
  });
  const host = `127.0.0.1:${String(await listen(server))}`;
  return {
    url: `http://${host}`,
    host,
    asked,
    headers,
    /** Everything that went through it towards the service, as it saw it. */
    seen: () => seen,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await endServer(server);
    },
  };
}
