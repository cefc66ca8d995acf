/** Waits for work, but rejects with the signal's reason if the signal aborts first. The work goes on for its other callers. */
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

interface Flight<T> {
  readonly work: Promise<T>;
  readonly abandoned: AbortController;
  callers: number;
}

/** Runs work once at a time: callers share the present run. `isAbandoned`: aborts the run once all callers were aborted; a single caller never does. */
export function createSingleFlight<T>(
  run: (abandoned: AbortSignal) => Promise<T>,
  { isAbandoned }: { readonly isAbandoned: boolean },
): (signal: AbortSignal) => Promise<T> {
  let flight: Flight<T> | undefined;
  function begin(): Flight<T> {
    const abandoned = new AbortController();
    const end = (): void => {
      if (flight === begun) flight = undefined;
    };
    const begun: Flight<T> = { work: run(abandoned.signal).finally(end), abandoned, callers: 0 };
    return begun;
  }
  return async (signal) => {
    signal.throwIfAborted();
    const joined = (flight ??= begin());
    joined.callers += 1;
    try {
      return await withAbort(joined.work, signal);
    } finally {
      joined.callers -= 1;
      if (isAbandoned && joined.callers === 0 && signal.aborted) {
        if (flight === joined) flight = undefined;
        joined.abandoned.abort(signal.reason);
      }
    }
  };
}

export interface Progress {
  readonly stage: 'datos' | 'indice' | 'conciliados' | 'comparacion' | 'asignacion' | 'explicacion';
  readonly done: number;
  readonly total: number;
}

export type Steps<T> = Generator<Progress, T>;

/** Runs a generator to its end. `onStep` may throw after a step to stop the generator. */
export function runToEnd<T, S>(steps: Generator<S, T>, onStep?: (step: S) => void): T {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      onStep?.(step.value);
    }
  } finally {
    // Also closes a generator that was stopped, so that its `finally` blocks run.
    steps[Symbol.dispose]();
  }
}

/** A value that is made at the first call. If making it fails, the next call tries again. */
export interface Once<T> {
  (): Promise<T>;
  /** The promise of the value; undefined before the first call and after a failure. */
  started(): Promise<T> | undefined;
}

export function createOnce<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.assign(get, { started: () => made });
}
