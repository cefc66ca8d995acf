/** The progress of a long piece of work. The work can be stopped between pieces, never inside one. */
export interface Progress {
  readonly stage: 'datos' | 'indice' | 'conciliados' | 'comparacion' | 'asignacion' | 'explicacion';
  readonly done: number;
  readonly total: number;
}

export type Steps<T> = Generator<Progress, T>;

/** Runs steps to their end. `onStep` may throw after a piece, which stops the work; there is nothing to undo then. */
export function runToEnd<T, S>(steps: Generator<S, T>, onStep?: (step: S) => void): T {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      onStep?.(step.value);
    }
  } finally {
    // The steps release what they hold open, also when they are abandoned in the middle.
    steps[Symbol.dispose]();
  }
}
