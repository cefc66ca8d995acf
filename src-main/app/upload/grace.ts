import type { Clock } from '#domain/clock.ts';

/** How long a person who stops an upload waits at most for the send that is on its way. */
const GRACE_MS = 5_000;

/**
 * A signal that aborts a while after `signal` does, so that a send that is on its way can still be answered. When a send is cut off, nobody knows
 * whether it arrived, and the next run has to wait for D to find out (docs/upload.md). Call `release` when it is no longer needed.
 */
export function withGrace(signal: AbortSignal, clock: Clock): { readonly signal: AbortSignal; release(): void } {
  const control = new AbortController();
  const cut = (): void =>
    clock.timeout(GRACE_MS).addEventListener(
      'abort',
      () => {
        control.abort(signal.reason);
      },
      { once: true },
    );
  signal.addEventListener('abort', cut, { once: true });
  return {
    signal: control.signal,
    release: () => signal.removeEventListener('abort', cut),
  };
}
