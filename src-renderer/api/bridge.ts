import type { Bridge } from '#contract/bridge.ts';
import type { Transport } from './transport.ts';

/** The window: the preload's functions. */
export function createBridgeTransport(puente: Bridge): Transport {
  return {
    enviar: (request) => puente.invoke(request),
    escuchar: (onEvent, onConnection, signal) => {
      const release = puente.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    archivo: (file) => puente.giveFile(file),
    // The host leaves the text that goes beside it with it.
    entregar: async (archivo) => {
      await puente.invoke({ tipo: 'abrir', archivo });
    },
  };
}
