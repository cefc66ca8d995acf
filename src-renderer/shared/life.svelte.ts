/** A signal that aborts when the component that is being created closes. */
export function lifeOfComponent(): AbortSignal {
  const life = new AbortController();
  $effect(() => () => life.abort());
  return life.signal;
}
