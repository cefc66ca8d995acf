import type { HostEvent } from './host-events.ts';

/** A request of the screens to a host. HTTP and the preload bridge carry the same shape, so that one client serves both. */
export type HostRequest =
  /** A call of the contract; answered with its `Answer`. */
  | { readonly tipo: 'llamar'; readonly llamada: string; readonly metodo: string; readonly entrada: unknown }
  | { readonly tipo: 'cancelar'; readonly llamada: string }
  /** Answers a `clave` event. Null: the person declined. */
  | { readonly tipo: 'contestar'; readonly pregunta: string; readonly clave: string | null }
  /** Opens a report that a call wrote (the window only: the browser downloads it). */
  | { readonly tipo: 'abrir'; readonly archivo: string };

/** What the preload exposes as `window.conciliador`, and nothing more (docs/architecture.md, "Security"). */
export interface Bridge {
  /** Answers what `HostRequest` says; rejects when the host is gone. */
  invoke(request: HostRequest): Promise<unknown>;
  /** Gives the function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** The handle of a file that the person dropped, picked or pasted. It is no `invoke`: a `File` crosses only as an argument of its own. */
  giveFile(file: File): Promise<string>;
}
