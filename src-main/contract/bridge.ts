import type { HostEvent } from './host-events.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';

/** Why a call failed: a code of the closed list, its sentences for people, and facts that are safe to show. */
export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The English of a message that differs from its code's own sentence, if any. */
  readonly english?: string | undefined;
  readonly detail?: ErrorDetail;
}

/**
 * The answer to every call of every host. `tapados`: the number of typed texts with a whole card number, which was masked before any work; absent if
 * zero.
 */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly tapados?: number }
  | { readonly ok: false; readonly error: CallError };

/** A request of the screens to a host. HTTP and the preload bridge use the same form, so that one client serves both. */
export type HostRequest =
  /** A call of the contract; returns its `Answer`. */
  | { readonly tipo: 'llamar'; readonly llamada: string; readonly metodo: string; readonly entrada: unknown }
  | { readonly tipo: 'cancelar'; readonly llamada: string }
  /** Answers a `clave` event. Null: the person cancelled. */
  | { readonly tipo: 'contestar'; readonly pregunta: string; readonly clave: string | null }
  /** Saves and opens a report that a call wrote (window only: the browser downloads it); `guardado`: its saved name, or null. */
  | { readonly tipo: 'abrir'; readonly archivo: string };

/** The only object that the preload exposes, as `window.conciliador` (docs/architecture.md, "Security"). */
export interface Bridge {
  /** Sends a request and returns its answer; rejects when the host is gone. */
  invoke(request: HostRequest): Promise<unknown>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** The handle of a file that the person dropped, picked or pasted. Separate from `invoke`, because a `File` crosses only as an argument of its own. */
  giveFile(file: File): Promise<string>;
}
