/** What comes after it runs in a turn of its own: the page is painted and answered meanwhile. */
export const waitTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
