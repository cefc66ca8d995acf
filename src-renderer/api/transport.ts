import type { HostEvent } from '#contract/host-events.ts';
import type { HostRequest, Bridge } from '#contract/bridge.ts';

/** How the screens reach the host. There are two transports: `http.ts` (the browser) and `createBridgeTransport` (the window). */
export interface Transport {
  /** Rejects only when the host cannot be reached; what the core refuses is in the answer. */
  send(request: HostRequest): Promise<unknown>;
  /** Passes events on until `signal` aborts. Calls `onConnection` when the host goes away and when it is back. */
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; resolves with the handle that calls use. */
  file(file: File, signal: AbortSignal): Promise<string>;
  /** Saves a report where the person keeps downloads, or opens it. `readme`: the text file that accompanies the report, if there is one. */
  hand(file: string, readme?: string): Promise<void>;
}

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
