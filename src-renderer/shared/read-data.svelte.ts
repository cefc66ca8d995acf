import type { Freshness } from './freshness.svelte.ts';

/**
 * Calls `read` when a screen opens, and again whenever the local data or any state that `read` reads changes, until the screen closes. To be called
 * while the screen is created. Returns the signal that aborts when the screen closes.
 */
export function readWithData(
  freshness: Pick<Freshness, 'rounds'>,
  read: (signal: AbortSignal) => Promise<void>,
): AbortSignal {
  const life = new AbortController();
  $effect(() => {
    void freshness.rounds;
    void read(life.signal); // the screen shows its failure
  });
  $effect(() => () => {
    life.abort();
  });
  return life.signal;
}
