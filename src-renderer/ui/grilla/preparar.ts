/** Long enough for the screen that is opening to be painted and answered. */
const LUEGO_MS = 600;

/** Reads the code of the grid while nobody waits for it, for a screen that will soon need one: it is most of what a first grid takes. */
export function prepararGrilla(): () => void {
  const timer = setTimeout(() => {
    import('./control.ts').catch(() => undefined); // whoever needs it asks again, and is told
  }, LUEGO_MS);
  return () => {
    clearTimeout(timer);
  };
}
