import type { HostEvent } from '#contract/host-events.ts';
import type { HostRequest } from '#contract/bridge.ts';

/** How the screens reach the host. There are two transports: `http.ts` (the browser) and `bridge.ts` (the window). */
export interface Transport {
  /** Rejects only when the host cannot be reached; what the core refuses is in the answer. */
  send(request: HostRequest): Promise<unknown>;
  /** Passes events on until `signal` aborts. `onConnection` is told when the host goes away and when it is back. */
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; resolves with the handle that calls use. */
  file(file: File, signal: AbortSignal): Promise<string>;
  /** Saves a report where the person keeps downloads, or opens it. `leeme`: the text file that accompanies the report, if there is one. */
  hand(file: string, readme?: string): Promise<void>;
}
