import type { Bridge } from '#contract/bridge.ts';
import type { Transport } from './transport.ts';

/** The transport of the window: the functions of the preload. */
export function createBridgeTransport(bridge: Bridge): Transport {
  return {
    send: (request) => bridge.invoke(request),
    listen: (onEvent, onConnection, signal) => {
      const release = bridge.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    file: (file) => bridge.giveFile(file),
    // The host keeps the accompanying text together with the file: only the file has to be named.
    hand: async (file) => {
      await bridge.invoke({ tipo: 'abrir', archivo: file });
    },
  };
}
