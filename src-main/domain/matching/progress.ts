/** Where a long piece of work is. It stops between pieces, and never inside one. */
export interface Progress {
  readonly stage:
    'lectura' | 'indice' | 'conciliados' | 'aprendizaje' | 'comparacion' | 'asignacion' | 'senuelos' | 'explicacion';
  readonly done: number;
  readonly total: number;
}

export type Steps<T> = Generator<Progress, T>;

export interface Driver {
  readonly signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Lets other work through (messages of the worker's owner); called after each piece. */
  breathe(): Promise<void>;
}

/** Runs steps to their end, piece by piece. Throws the reason of the signal when it is aborted; nothing was changed that has to be undone. */
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
    // What the steps hold open is let go of also when they are given up in the middle.
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
