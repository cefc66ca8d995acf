import type { HostEvent } from '#contract/host-events.ts';
import type { HostPedido } from '#contract/bridge.ts';

/** How the screens reach the host. Two of them: `http.ts` (the browser) and `puente.ts` (the window). */
export interface Transporte {
  /** Rejects only when the host cannot be reached; what the core refuses is in the answer. */
  enviar(pedido: HostPedido): Promise<unknown>;
  /** Events until the signal; `onConexion` says when the host stops and starts being there. */
  escuchar(onEvento: (event: HostEvent) => void, onConexion: (hay: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; answers the handle that calls use. */
  archivo(file: File, signal: AbortSignal): Promise<string>;
  /** Saves a report where the person keeps downloads, or opens it; with the text that goes beside it, where there is one. */
  entregar(archivo: string, leeme?: string): Promise<void>;
}
