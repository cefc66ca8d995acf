/** The thread that writes a cache, on a connection of its own: what is written holds up neither the screens nor the reading of the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { abrirSana } from './abrir.ts';
import { toThread } from '../thread-error.ts';
import type { Pedido, Respuesta } from './escritor-mensajes.ts';
import type { WritableCache } from './tipos.ts';

const port = parentPort;
const { ruta }: { readonly ruta: string } = workerData;
let cache: WritableCache | undefined;

function atender(pedido: Pedido): unknown {
  if (pedido.que === 'cerrar') {
    cache?.close();
    return undefined;
  }
  cache ??= abrirSana(ruta);
  return Reflect.apply(cache[pedido.que], undefined, pedido.con);
}

port?.on('message', (pedido: Pedido) => {
  const { n } = pedido;
  let respuesta: Respuesta;
  try {
    respuesta = { n, ok: true, valor: atender(pedido) };
  } catch (error) {
    respuesta = { n, ok: false, falla: toThread(error) };
  }
  port.postMessage(respuesta);
  if (pedido.que === 'cerrar') port.close();
});
