import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Starts a server on a free port of this PC; gives the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a web server with the connections that it has, also where nobody listens any more. */
export async function endServer(server: {
  closeAllConnections(): void;
  close(ended: () => void): void;
}): Promise<void> {
  server.closeAllConnections();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => void resolve(undefined));
  await promise;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Passes a request on to the service that it is for. A GET carries a body here (API description), which `fetch` refuses. */
export const passOn = (
  to: string | URL,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(url, to), { method, headers });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      buffer(answer).then((read) => {
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: read });
      }, reject);
    });
    sent.end(body);
  });
