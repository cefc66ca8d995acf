/** The promise's outcome, or the signal's reason when it is aborted first. The work itself goes on for the others. */
function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Wraps work that must not run twice at once: callers that arrive while it runs share the run, and a caller that leaves does not cancel it. */
export function createSingleFlight<T>(run: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let flight: Promise<T> | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    flight ??= run().finally(() => {
      flight = undefined;
    });
    return withAbort(flight, signal);
  };
}
