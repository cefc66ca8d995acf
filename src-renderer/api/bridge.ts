import type { Bridge } from '#contract/bridge.ts';
import type { Transport } from './transport.ts';

/** The transport of the window: the functions of the preload. */
export function createBridgeTransport(puente: Bridge): Transport {
  return {
    enviar: (request) => puente.invoke(request),
    listen: (onEvent, onConnection, signal) => {
      const release = puente.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    file: (file) => puente.giveFile(file),
    // The host keeps the accompanying text together with the file: only the file has to be named.
    hand: async (file) => {
      await puente.invoke({ tipo: 'abrir', archivo: file });
    },
  };
}
