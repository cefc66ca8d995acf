import type { Freshness } from './freshness.svelte.ts';

/** A signal that aborts when the component that calls this is destroyed. */
export function lifeOfComponent(): AbortSignal {
  const life = new AbortController();
  $effect(() => () => life.abort());
  return life.signal;
}

interface Reading {
  readonly life: AbortSignal;
  /** Aborts a running reading and reads again. */
  readonly readAgain: () => Promise<void>;
}

/**
 * Calls `read` when a screen opens, and again when the data of this PC or any state that `read` uses changes, until the screen closes. Each reading
 * aborts the one before, so that a late answer never replaces a newer one. Must be called while the component is being created.
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
