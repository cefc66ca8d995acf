import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to the n-th request that matches: to the client, or to the service as the client sees it. */
export interface Blow {
  /** "POST /v2/conciliar-operaciones": method and the beginning of the path. */
  readonly pedido: string;
  /** Counted from 1. */
  readonly n: number;
  /** `antes`: the service never saw it. `despues`: it was done, the answer never left. `a_medias`: half of the answer left. */
  readonly cuando: 'antes' | 'despues' | 'a_medias';
  readonly quien: 'cliente' | 'servicio';
}

/** How long a service that was killed is gone: nobody listens on its port. */
const DOWN_MS = 1_200;

interface BridgeResponse {
  readonly estado: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly cuerpo: Buffer;
}

const forward = (destination: URL, requested: IncomingMessage, cuerpo: Buffer): Promise<BridgeResponse> =>
  new Promise((resolve, reject) => {
    const salida = request(new URL(requested.url ?? '/', destination), {
      method: requested.method ?? 'GET',
      headers: requested.headers,
    });
    salida.once('error', reject);
    salida.once('response', (respuesta) => {
      buffer(respuesta).then((leido) => {
        resolve({ estado: respuesta.statusCode ?? 502, headers: respuesta.headers, cuerpo: leido });
      }, reject);
    });
    salida.end(cuerpo);
  });

/**
 * Stands between the command line and the sandbox, on a port that stays the same while the service behind it "dies" (every socket is cut
 * and nobody listens for a while) and comes back with what it had stored, as a real service does.
 */
export async function createBridge(destination: string) {
  const base = new URL(destination);
  let blow: Blow | undefined;
  let onBlow: () => void = () => undefined;
  let seen = 0;

  const crash = (): void => {
    server.close(() => {
      setTimeout(() => server.listen(puerto, '127.0.0.1'), DOWN_MS);
    });
    server.closeAllConnections();
  };
  const strike = (respuesta: ServerResponse): void => {
    const who = blow?.quien;
    blow = undefined;
    if (who === 'servicio') crash();
    else onBlow();
    respuesta.destroy();
  };
  async function handle(requested: IncomingMessage, respuesta: ServerResponse): Promise<void> {
    const cuerpo = await buffer(requested);
    const isItsTurn = blow !== undefined && `${requested.method ?? ''} ${requested.url ?? ''}`.startsWith(blow.pedido);
    if (isItsTurn) seen += 1;
    const ahora = isItsTurn && seen === blow?.n ? blow.cuando : undefined;
    if (ahora === 'antes') {
      strike(respuesta);
      return;
    }
    const { estado, headers, cuerpo: answered } = await forward(base, requested, cuerpo);
    if (ahora === 'despues') {
      strike(respuesta);
      return;
    }
    respuesta.writeHead(estado, { ...headers, connection: 'close' });
    if (ahora === undefined) {
      respuesta.end(answered);
      return;
    }
    respuesta.write(answered.subarray(0, Math.floor(answered.length / 2)), () => {
      strike(respuesta);
    });
  }
  const server = createServer((requested, respuesta) => {
    // The client may be gone: then nobody gets the answer.
    handle(requested, respuesta).catch(() => respuesta.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: puerto } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${String(puerto)}`,
    /** Arms one blow; `kill` is called when it falls on the client. */
    arm(nuevo: Blow, kill: () => void): void {
      blow = nuevo;
      onBlow = kill;
      seen = 0;
    },
    /** True when no blow is waiting any more. */
    wasHit: (): boolean => blow === undefined,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
export type Bridge = Awaited<ReturnType<typeof createBridge>>;
