import type { Freshness } from './freshness.svelte.ts';

/**
 * Calls `read` when a screen opens, and again whenever the local data or any state that `read` reads changes, until the screen closes. A reading
 * is aborted when the next one begins, so that its late answer does not take the place of the newer one. To be called while the screen is
 * created. Returns the signal that aborts when the screen closes.
 */
export function readWithData(
  freshness: Pick<Freshness, 'rounds'>,
  read: (signal: AbortSignal) => Promise<void>,
): AbortSignal {
  const life = new AbortController();
  $effect(() => {
    void freshness.rounds;
    const round = new AbortController();
    void read(AbortSignal.any([life.signal, round.signal])); // the screen shows its failure
    return () => {
      round.abort();
    };
  });
  $effect(() => () => {
    life.abort();
  });
  return life.signal;
}
