import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to the n-th request that matches: to the client, or to the service as the client sees it. */
export interface Golpe {
  /** "POST /v2/conciliar-operaciones": method and the beginning of the path. */
  readonly pedido: string;
  /** Counted from 1. */
  readonly n: number;
  /** `antes`: the service never saw it. `despues`: it was done, the answer never left. `a_medias`: half of the answer left. */
  readonly cuando: 'antes' | 'despues' | 'a_medias';
  readonly quien: 'cliente' | 'servicio';
}

/** How long a service that was killed is gone: nobody listens on its port. */
const CAIDO_MS = 1_200;

interface Respuesta {
  readonly estado: number;
  readonly cabeceras: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly cuerpo: Buffer;
}

const reenviar = (destino: URL, pedido: IncomingMessage, cuerpo: Buffer): Promise<Respuesta> =>
  new Promise((resolve, reject) => {
    const salida = request(new URL(pedido.url ?? '/', destino), {
      method: pedido.method ?? 'GET',
      headers: pedido.headers,
    });
    salida.once('error', reject);
    salida.once('response', (respuesta) => {
      buffer(respuesta).then((leido) => {
        resolve({ estado: respuesta.statusCode ?? 502, cabeceras: respuesta.headers, cuerpo: leido });
      }, reject);
    });
    salida.end(cuerpo);
  });

/**
 * Stands between the command line and the sandbox, on a port that stays the same while the service behind it "dies" (every socket is cut
 * and nobody listens for a while) and comes back with what it had stored, as a real service does.
 */
export async function crearPuente(destino: string) {
  const base = new URL(destino);
  let golpe: Golpe | undefined;
  let alGolpear: () => void = () => undefined;
  let vistos = 0;

  const caer = (): void => {
    servidor.close(() => {
      setTimeout(() => servidor.listen(puerto, '127.0.0.1'), CAIDO_MS);
    });
    servidor.closeAllConnections();
  };
  const pegar = (respuesta: ServerResponse): void => {
    const quien = golpe?.quien;
    golpe = undefined;
    if (quien === 'servicio') caer();
    else alGolpear();
    respuesta.destroy();
  };
  async function atender(pedido: IncomingMessage, respuesta: ServerResponse): Promise<void> {
    const cuerpo = await buffer(pedido);
    const toca = golpe !== undefined && `${pedido.method ?? ''} ${pedido.url ?? ''}`.startsWith(golpe.pedido);
    if (toca) vistos += 1;
    const ahora = toca && vistos === golpe?.n ? golpe.cuando : undefined;
    if (ahora === 'antes') {
      pegar(respuesta);
      return;
    }
    const { estado, cabeceras, cuerpo: contestado } = await reenviar(base, pedido, cuerpo);
    if (ahora === 'despues') {
      pegar(respuesta);
      return;
    }
    respuesta.writeHead(estado, { ...cabeceras, connection: 'close' });
    if (ahora === undefined) {
      respuesta.end(contestado);
      return;
    }
    respuesta.write(contestado.subarray(0, Math.floor(contestado.length / 2)), () => {
      pegar(respuesta);
    });
  }
  const servidor = createServer((pedido, respuesta) => {
    // A request whose client is gone has nobody to tell.
    atender(pedido, respuesta).catch(() => respuesta.destroy());
  });
  await new Promise<void>((resolve) => servidor.listen(0, '127.0.0.1', resolve));
  const { port: puerto } = servidor.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${String(puerto)}`,
    /** Arms one blow; `alGolpear` is called when it falls on the client. */
    armar(nuevo: Golpe, matar: () => void): void {
      golpe = nuevo;
      alGolpear = matar;
      vistos = 0;
    },
    /** True when no blow is waiting any more. */
    golpeado: (): boolean => golpe === undefined,
    async cerrar(): Promise<void> {
      servidor.closeAllConnections();
      await new Promise<void>((resolve) => {
        servidor.close(() => {
          resolve();
        });
      });
    },
  };
}
export type Puente = Awaited<ReturnType<typeof crearPuente>>;
