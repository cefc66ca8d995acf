/** Resolves in a new turn of the page's thread, so that the page can paint and handle input in between. */
export const waitTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
