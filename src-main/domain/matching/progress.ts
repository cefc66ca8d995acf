/** The progress of long work, which can stop between pieces. */
export interface Progress {
  readonly stage: 'datos' | 'indice' | 'conciliados' | 'comparacion' | 'asignacion' | 'explicacion';
  readonly done: number;
  readonly total: number;
}

export type Steps<T> = Generator<Progress, T>;

/** Runs steps to their end. `onStep` may throw after a piece to stop the work, which leaves nothing to undo. */
export function runToEnd<T, S>(steps: Generator<S, T>, onStep?: (step: S) => void): T {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      onStep?.(step.value);
    }
  } finally {
    // Abandoned steps also release what they hold open.
    steps[Symbol.dispose]();
  }
}
