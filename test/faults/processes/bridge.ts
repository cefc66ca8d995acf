import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endServer, listen, passOn } from '../../service/loopback.ts';

export const UPLOAD = 'POST /v2/conciliar-operaciones';

/** What happens at the n-th matching request: the client or the service is killed. */
export interface Blow {
  /** "POST /v2/conciliar-operaciones": method and the beginning of the path. */
  readonly pedido: string;
  readonly n: number;
  /** `antes`: before the service sees the request. `despues`: the request was done and no answer left. `a_medias`: half of the answer left. */
  readonly cuando: 'antes' | 'despues' | 'a_medias';
  readonly quien: 'cliente' | 'servicio';
}

const DOWN_MS = 1_200;

/**
 * Stands between the command line and the sandbox, on a fixed port, while the service behind "dies" (its sockets are cut, its port refuses for DOWN_MS)
 * and comes back with its data.
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
    // The client may be gone: no answer is sent.
    handle(requested, answer).catch(() => answer.destroy());
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${String(port)}`,
    /** Arms one blow; a blow on the client calls `kill`. */
    arm(fresh: Blow, kill: () => void): void {
      blow = fresh;
      onBlow = kill;
      seen = 0;
    },
    wasHit: (): boolean => blow === undefined,
    close: () => endServer(server),
  };
}
