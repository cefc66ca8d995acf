import type { HostEvent } from '#contract/host-events.ts';
import type { HostRequest } from '#contract/bridge.ts';

/** How the screens reach the host. Two of them: `http.ts` (the browser) and `bridge.ts` (the window). */
export interface Transport {
  /** Rejects only when the host cannot be reached; what the core refuses is in the answer. */
  enviar(request: HostRequest): Promise<unknown>;
  /** Events until the signal; `onConnection` says when the host stops and starts being there. */
  listen(onEvent: (event: HostEvent) => void, onConnection: (hay: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; answers the handle that calls use. */
  file(file: File, signal: AbortSignal): Promise<string>;
  /** Saves a report where the person keeps downloads, or opens it; with the text that goes beside it, where there is one. */
  hand(archivo: string, leeme?: string): Promise<void>;
}
