import type { Clock } from '#domain/clock.ts';

/** As long as a person who stops an upload is willing to wait. */
const GRACIA_MS = 5_000;

/**
 * A signal that aborts a while after `signal` does: a send that is on its way is waited for. Cut off, nobody knows whether it arrived, and
 * whoever goes on has to wait for D to find out (docs/upload.md). `soltar` when it is no longer needed.
 */
export function conGracia(signal: AbortSignal, clock: Clock): { readonly signal: AbortSignal; soltar(): void } {
  const control = new AbortController();
  const cortar = (): void => {
    clock.timeout(GRACIA_MS).addEventListener(
      'abort',
      () => {
        control.abort(signal.reason);
      },
      { once: true },
    );
  };
  signal.addEventListener('abort', cortar, { once: true });
  return {
    signal: control.signal,
    soltar: () => {
      signal.removeEventListener('abort', cortar);
    },
  };
}
