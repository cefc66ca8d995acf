/** The uploads of one account: one at a time, in the order in which they were asked for, whichever call asks. */
export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  /** Ends when every job that was asked for has ended. */
  let last: Promise<unknown> = Promise.resolve();
  let jobs = 0;
  return {
    /** What stops the upload that runs now. */
    inProgress: new Map(),
    /** Runs the job when every earlier one has ended. Gives `left` without running it when the signal is aborted while it waits. */
    take: <T>(job: () => Promise<T>, signal: AbortSignal): Promise<T | 'left'> => {
      const before = last;
      const isMine = jobs === 0 ? Promise.resolve(true) : comesBefore(before, signal);
      const run = async (): Promise<T | 'left'> => ((await isMine) ? job() : 'left');
      const turn = run();
      jobs += 1;
      // The failure goes to whoever asked; the next job only needs to know that the turn is over.
      last = Promise.allSettled([before, turn]).then(() => (jobs -= 1));
      return turn;
    },
  };
}

/** Whether the promise ends before the signal is aborted. */
async function comesBefore(promise: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const stopped = new AbortController();
  try {
    return await Promise.race([
      promise.then(() => true),
      new Promise<false>((resolve) => {
        const leave = (): void => resolve(false);
        signal.addEventListener('abort', leave, { signal: stopped.signal });
        if (signal.aborted) leave();
      }),
    ]);
  } finally {
    stopped.abort();
  }
}

/** The turns of each account, by its id. */
export type TurnsOf = (account: string) => Turns;

export function createTurnsOf(): TurnsOf {
  const turns = new Map<string, Turns>();
  return (account) => {
    const known = turns.get(account) ?? createTurns();
    turns.set(account, known);
    return known;
  };
}
