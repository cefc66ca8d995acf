import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endServer, listen } from './loopback.ts';

const pem = (name: string): string => readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8');

/** The certificate of an authority that no system trusts, and the certificates that it signed (tls/README.md). */
export const AUTHORITY = pem('authority');
export const AUTHORITY_FILE = new URL('tls/authority.pem', import.meta.url);
export const certificateOf = (name: 'good' | 'expired' | 'another') => ({ cert: pem(name), key: pem('server-key') });

/** A name that resolves nowhere: only a proxy reaches it. */
export const SERVICE = 'https://servicio.invalid';

/** An office's proxy on loopback: opens a tunnel to `to`, whatever was asked; or answers `status`; or never answers (`silent`). */
export async function startProxy({
  to,
  status = 200,
  silent,
}: {
  to?: string;
  status?: number;
  silent?: (client: Duplex) => void;
}) {
  /** The targets of the requested tunnels, as `servicio.invalid:443`. */
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
    /** Everything sent through the tunnels towards the service, as the proxy sees it. */
    seen: () => seen,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await endServer(server);
    },
  };
}
