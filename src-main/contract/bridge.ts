import type { HostEvent } from './host-events.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';

/** Why a call failed: a code of the closed list, its sentences for people, and facts that are safe to show. */
export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The English of a message that is not the code's own sentence, where there is one. */
  readonly english?: string | undefined;
  readonly detail?: ErrorDetail;
}

/**
 * What every call of every host is answered with. `tapados`: how many texts that a person typed came with a whole card number, which was masked before
 * anything was done; absent where none did.
 */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly tapados?: number }
  | { readonly ok: false; readonly error: CallError };

/** A request of the screens to a host. HTTP and the preload bridge carry the same shape, so that one client serves both. */
export type HostRequest =
  /** A call of the contract; answered with its `Answer`. */
  | { readonly tipo: 'llamar'; readonly llamada: string; readonly metodo: string; readonly entrada: unknown }
  | { readonly tipo: 'cancelar'; readonly llamada: string }
  /** Answers a `clave` event. Null: the person declined. */
  | { readonly tipo: 'contestar'; readonly pregunta: string; readonly clave: string | null }
  /** Saves and opens a report that a call wrote (the window only: the browser downloads it); `guardado`: the name it was saved under, or null. */
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
