/** The progress of a long piece of work. The work can be stopped between pieces, never inside one. */
export interface Progress {
  readonly stage: 'datos' | 'indice' | 'conciliados' | 'comparacion' | 'asignacion' | 'explicacion';
  readonly done: number;
  readonly total: number;
}

export type Steps<T> = Generator<Progress, T>;

export interface Driver {
  readonly signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Lets other work run (messages of the worker's owner). Called after each piece. */
  breathe(): Promise<void>;
}

/** Runs steps to their end, piece by piece. Throws the signal's reason when it is aborted; there is nothing to undo then. */
export async function runInPieces<T>(steps: Steps<T>, { signal, onProgress, breathe }: Driver): Promise<T> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = steps.next();
      if (step.done === true) return step.value;
      onProgress?.(step.value);
      await breathe();
    }
  } finally {
    // The steps release what they hold open, also when they are abandoned in the middle.
    steps[Symbol.dispose]();
  }
}

/** Runs steps to their end at once. */
export function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
