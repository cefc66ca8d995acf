import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Starts a server on a free port of this PC; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a web server and its connections; also one that no longer listens. */
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

/** Passes a request on to the service. Not by `fetch`: here a GET has a body (API description), which `fetch` refuses. */
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
