/** Longest wait, since a hidden page is never painted. */
const DEADLINE_MS = 200;

/**
 * Resolves once the latest change of the page is painted: the next frame draws it, and it is visible in the one after. Totals that are asked for
 * before that make rows appear a quarter later (docs/measurements.md).
 */
export const waitForPaint = (): Promise<void> =>
  new Promise((keepGoing) => {
    setTimeout(keepGoing, DEADLINE_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(keepGoing, 0)));
  });
