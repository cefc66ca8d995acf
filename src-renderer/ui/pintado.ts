/** A page that nobody sees is not painted: it is waited for no longer than this. */
const PLAZO_MS = 200;

/** Resolves once what was just put in the page is painted: what is drawn in the next turn is seen in the frame after. */
export const pintado = (): Promise<void> =>
  new Promise((seguir) => {
    setTimeout(seguir, PLAZO_MS);
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        setTimeout(seguir, 0);
      });
    });
  });
