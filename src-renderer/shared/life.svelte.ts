import type { Freshness } from './freshness.svelte.ts';

/** Gives a signal that aborts when the calling component is destroyed. */
export function lifeOfComponent(): AbortSignal {
  const life = new AbortController();
  $effect(() => () => life.abort());
  return life.signal;
}

interface Reading {
  readonly life: AbortSignal;
  readonly readAgain: () => Promise<void>;
}

/**
 * Calls `read` when a screen opens, after each update of the data, and when state that `read` uses changes, until the screen closes. Each reading aborts the
 * one before, so that a late answer replaces no newer one. Call it while the component is being created.
 */
export function readWithData(
  freshness: Pick<Freshness, 'rounds'>,
  read: (signal: AbortSignal) => Promise<void>,
): Reading {
  const life = lifeOfComponent();
  let round = new AbortController();
  const readAgain = (): Promise<void> => {
    round.abort();
    round = new AbortController();
    return read(AbortSignal.any([life, round.signal]));
  };
  $effect(() => {
    void freshness.rounds;
    void readAgain(); // the screen shows its failure
  });
  return { life, readAgain };
}
