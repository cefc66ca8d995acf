/** The promise's outcome, or the signal's reason when it is aborted first. The work itself goes on for the others. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** What must not happen twice at once: callers that arrive while it runs share it; one who leaves does not cancel it. */
export function singleFlight<T>(run: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let flight: Promise<T> | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    flight ??= run().finally(() => {
      flight = undefined;
    });
    return abortable(flight, signal);
  };
}
