import type { Clock } from '#domain/clock.ts';

/** As long as a person who stops an upload is willing to wait. */
const GRACE_MS = 5_000;

/**
 * A signal that aborts a while after `signal` does: a send that is on its way is waited for. Cut off, nobody knows whether it arrived, and
 * whoever goes on has to wait for D to find out (docs/upload.md). Call `release` when it is no longer needed.
 */
export function withGrace(signal: AbortSignal, clock: Clock): { readonly signal: AbortSignal; release(): void } {
  const control = new AbortController();
  const cut = (): void => {
    clock.timeout(GRACE_MS).addEventListener(
      'abort',
      () => {
        control.abort(signal.reason);
      },
      { once: true },
    );
  };
  signal.addEventListener('abort', cut, { once: true });
  return {
    signal: control.signal,
    release: () => {
      signal.removeEventListener('abort', cut);
    },
  };
}
