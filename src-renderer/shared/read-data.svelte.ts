import type { Freshness } from './freshness.svelte.ts';

/**
 * Reads what a screen shows of the local data when it opens, again whenever that data changed or what `leer` looks at did, and no more once
 * it closed. To be called while the screen is made. Gives the signal of its life.
 */
export function readWithData(
  freshness: Pick<Freshness, 'vuelta'>,
  leer: (signal: AbortSignal) => Promise<void>,
): AbortSignal {
  const life = new AbortController();
  $effect(() => {
    void freshness.vuelta;
    void leer(life.signal); // the screen shows its failure
  });
  $effect(() => () => {
    life.abort();
  });
  return life.signal;
}
