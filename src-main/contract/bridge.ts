import type { HostEvent } from './host-events.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';

export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The English message, if it is not the usual sentence of the code. */
  readonly english?: string | undefined;
  readonly detail?: ErrorDetail;
}

/** The answer of every host to a call. `tapados`: in how many typed texts of the input a whole card number was masked; absent if in none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly tapados?: number }
  | { readonly ok: false; readonly error: CallError };

/** A request of the screens to a host. HTTP and the preload carry the same requests, so that the screens need only one client. */
export type HostRequest =
  | { readonly tipo: 'llamar'; readonly llamada: string; readonly metodo: string; readonly entrada: unknown }
  | { readonly tipo: 'cancelar'; readonly llamada: string }
  /** Answers a `clave` event: `clave` is the secret, or null if the person cancelled. */
  | { readonly tipo: 'contestar'; readonly pregunta: string; readonly clave: string | null }
  /** Saves and opens a report that a call wrote; only in the window, because a browser downloads reports. The answer's `guardado` is the saved file or null. */
  | { readonly tipo: 'abrir'; readonly archivo: string };

/** The only object that the preload exposes, as `window.conciliador` (docs/architecture.md, "Security"). */
export interface Bridge {
  /** Sends a request and returns its answer; rejects when the host is gone. */
  invoke(request: HostRequest): Promise<unknown>;
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** Returns the handle of a file that the person dropped, picked or pasted. `invoke` cannot do this: Electron passes a `File` only as a separate argument. */
  giveFile(file: File): Promise<string>;
}
