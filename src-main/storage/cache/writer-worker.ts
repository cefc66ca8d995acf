/** The thread that writes a cache, on a connection of its own: writing delays neither the screens nor the reading of the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSound } from './open.ts';
import { toThread } from '../thread-error.ts';
import type { WriterRequest, WriterResponse } from './writer.ts';
import type { WritableCache } from './types.ts';

const port = parentPort;
const { ruta }: { readonly ruta: string } = workerData;
let cache: WritableCache | undefined;

function handle(request: WriterRequest): unknown {
  if (request.que === 'cerrar') {
    cache?.close();
    return undefined;
  }
  cache ??= openSound(ruta);
  return Reflect.apply(cache[request.que], undefined, request.con);
}

port?.on('message', (request: WriterRequest) => {
  const { n } = request;
  let answer: WriterResponse;
  try {
    answer = { n, ok: true, valor: handle(request) };
  } catch (error) {
    answer = { n, ok: false, falla: toThread(error) };
  }
  port.postMessage(answer);
  if (request.que === 'cerrar') port.close();
});
