/** A page that nobody sees is not painted: it is waited for no longer than this. */
const DEADLINE_MS = 200;

/** Resolves once what was just put in the page is painted: what is drawn in the next turn is seen in the frame after. */
export const waitForPaint = (): Promise<void> =>
  new Promise((keepGoing) => {
    setTimeout(keepGoing, DEADLINE_MS);
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        setTimeout(keepGoing, 0);
      });
    });
  });
