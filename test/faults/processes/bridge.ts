import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endServer, listen, passOn } from '../../service/loopback.ts';

/** The request that sends a batch. */
export const UPLOAD = 'POST /v2/conciliar-operaciones';

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

/**
 * Stands between the command line and the sandbox, on a port that stays the same while the service behind it "dies" (every socket is cut
 * and nobody listens for a while) and comes back with what it had stored, as a real service does.
 */
export async function createBridge(destination: string) {
  let blow: Blow | undefined;
  let onBlow: () => void = () => undefined;
  let seen = 0;

  const crash = (): void => {
    server.close(() => {
      setTimeout(() => server.listen(port, '127.0.0.1'), DOWN_MS);
    });
    server.closeAllConnections();
  };
  const strike = (answer: ServerResponse): void => {
    const who = blow?.quien;
    blow = undefined;
    if (who === 'servicio') crash();
    else onBlow();
    answer.destroy();
  };
  async function handle(requested: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(requested);
    const isItsTurn = blow !== undefined && `${requested.method ?? ''} ${requested.url ?? ''}`.startsWith(blow.pedido);
    if (isItsTurn) seen += 1;
    const now = isItsTurn && seen === blow?.n ? blow.cuando : undefined;
    if (now === 'antes') {
      strike(answer);
      return;
    }
    const { status, headers, body: answered } = await passOn(destination, requested, body);
    if (now === 'despues') {
      strike(answer);
      return;
    }
    answer.writeHead(status, { ...headers, connection: 'close' });
    if (now === undefined) {
      answer.end(answered);
      return;
    }
    answer.write(answered.subarray(0, Math.floor(answered.length / 2)), () => {
      strike(answer);
    });
  }
  const server = createServer((requested, answer) => {
    // The client may be gone: then nobody gets the answer.
    handle(requested, answer).catch(() => answer.destroy());
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${String(port)}`,
    /** Arms one blow; `kill` is called when it falls on the client. */
    arm(fresh: Blow, kill: () => void): void {
      blow = fresh;
      onBlow = kill;
      seen = 0;
    },
    /** True when no blow is waiting any more. */
    wasHit: (): boolean => blow === undefined,
    close: () => endServer(server),
  };
}
