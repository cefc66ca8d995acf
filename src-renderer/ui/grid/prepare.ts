/** Long enough for the opening screen to be painted and to get its answers. */
const LATER_MS = 600;

/** Loads and warms the code of the grid before a screen needs it: that is most of the time of a first grid. Returns the function that cancels it. */
export function prepareGrid(): () => void {
  const fin = new AbortController();
  const timer = setTimeout(() => {
    import('./warm.ts').then(({ warmGrid }) => warmGrid(document, fin.signal)).catch(() => undefined); // the first grid loads it again, and reports the failure
  }, LATER_MS);
  return () => {
    clearTimeout(timer);
    fin.abort();
  };
}
