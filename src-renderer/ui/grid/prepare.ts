/** Long enough for the screen that is opening to be painted and answered. */
const LATER_MS = 600;

/** Reads and warms the code of the grid while nobody waits for it, for a screen that will soon need one: it is most of what a first grid takes. */
export function prepareGrid(): () => void {
  const fin = new AbortController();
  const timer = setTimeout(() => {
    import('./warm.ts').then(({ warmGrid }) => warmGrid(document, fin.signal)).catch(() => undefined); // whoever needs it asks again, and is told
  }, LATER_MS);
  return () => {
    clearTimeout(timer);
    fin.abort();
  };
}
