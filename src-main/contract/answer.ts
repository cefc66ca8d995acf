import type { ErrorCode, ErrorDetail } from './errors.ts';

/** Why a call failed: a code of the closed list, its sentences for people, and facts that are safe to show. */
export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail?: ErrorDetail;
}

/** What every call of every host is answered with. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError };
