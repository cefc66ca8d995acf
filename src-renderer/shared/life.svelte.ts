import type { Freshness } from './freshness.svelte.ts';

/** A signal that aborts when the component that is being created closes. */
export function lifeOfComponent(): AbortSignal {
  const life = new AbortController();
  $effect(() => () => life.abort());
  return life.signal;
}

interface Reading {
  /** Aborts when the screen closes (`lifeOfComponent`). */
  readonly life: AbortSignal;
  /** Reads again; aborts a running reading. */
  readonly readAgain: () => Promise<void>;
}

/**
 * Calls `read` when a screen opens, and again whenever the local data or any state that `read` reads changes, until the screen closes. Each reading
 * aborts the previous one, so that a late answer does not replace a newer one. To be called while the screen is being created.
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
