import type { Bridge } from '#contract/bridge.ts';
import type { Transport } from './transport.ts';

/** The window: the preload's functions. */
export function createBridgeTransport(puente: Bridge): Transport {
  return {
    enviar: (request) => puente.invoke(request),
    listen: (onEvent, onConnection, signal) => {
      const release = puente.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    file: (file) => puente.giveFile(file),
    // The host leaves the text that goes beside it with it.
    hand: async (archivo) => {
      await puente.invoke({ tipo: 'abrir', archivo });
    },
  };
}
