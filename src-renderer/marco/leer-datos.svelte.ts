import type { Frescura } from './frescura.svelte.ts';

/**
 * Reads what a screen shows of the local data when it opens, again whenever that data changed or what `leer` looks at did, and no more once
 * it closed. To be called while the screen is made. Gives the signal of its life.
 */
export function leerConLosDatos(
  frescura: Pick<Frescura, 'vuelta'>,
  leer: (signal: AbortSignal) => Promise<void>,
): AbortSignal {
  const vida = new AbortController();
  $effect(() => {
    void frescura.vuelta;
    void leer(vida.signal); // the screen shows its failure
  });
  $effect(() => () => {
    vida.abort();
  });
  return vida.signal;
}
