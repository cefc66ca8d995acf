/** Work that several callers wait for at once. */

/** The outcome of work, or the signal's reason when it is aborted first. The work itself continues for the others. */
export async function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Runs work once at a time: callers that arrive meanwhile share the run, and a caller that leaves does not cancel it. */
export function createSingleFlight<T>(run: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let flight: Promise<T> | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    flight ??= run().finally(() => (flight = undefined));
    return withAbort(flight, signal);
  };
}
