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
