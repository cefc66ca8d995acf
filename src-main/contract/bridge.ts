import type { HostEvent } from './host-events.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';

export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The English message, if it is not the usual sentence of the code. */
  readonly english?: string | undefined;
  readonly detail?: ErrorDetail;
}

/** The answer to a call, for every host. `tapados`: how many typed texts had a whole card number, which was masked before anything else; absent if none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly tapados?: number }
  | { readonly ok: false; readonly error: CallError };

/** A request of the screens to a host: the same over HTTP and over the preload, so that one client serves both. */
export type HostRequest =
  | { readonly tipo: 'llamar'; readonly llamada: string; readonly metodo: string; readonly entrada: unknown }
  | { readonly tipo: 'cancelar'; readonly llamada: string }
  /** Answers a `clave` event. Null: the person cancelled. */
  | { readonly tipo: 'contestar'; readonly pregunta: string; readonly clave: string | null }
  /** Window only (a browser downloads): saves and opens a report that a call wrote. In the answer, `guardado` names the saved file, or is null. */
  | { readonly tipo: 'abrir'; readonly archivo: string };

/** The only object that the preload exposes, as `window.conciliador` (docs/architecture.md, "Security"). */
export interface Bridge {
  /** Sends a request and returns its answer; rejects when the host is gone. */
  invoke(request: HostRequest): Promise<unknown>;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** Gives the handle of a file that the person dropped, picked or pasted. Separate from `invoke`, because Electron passes a `File` only as an own argument. */
  giveFile(file: File): Promise<string>;
}
