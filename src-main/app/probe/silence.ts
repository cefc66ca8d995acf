import { isAppError, type AppError } from '#contract/errors.ts';

/** A service that was silent so often in a row is not asked for the rest. */
const MAX_SILENCES = 2;
const SILENT = ['SIN_CONEXION', 'TIEMPO_AGOTADO'] as const;

/** Follows whether the service answers after the login. */
export interface Silence {
  /** Notes an answer, or why none came. Any error but a silence is an answer. */
  note(failure: AppError | undefined): void;
  /** The last silence, once the service was silent too often: it is then asked nothing more. Undefined before that. */
  ended(): AppError | undefined;
}

export function createSilence(): Silence {
  let hasAnswered = false;
  let silences = 0;
  let last: AppError | undefined;
  return {
    note(failure) {
      if (isAppError(failure, ...SILENT)) {
        // Somebody waits: where nothing was answered yet, one whole time limit is enough.
        silences = failure.code === 'TIEMPO_AGOTADO' && !hasAnswered ? MAX_SILENCES : silences + 1;
        last = failure;
        return;
      }
      hasAnswered = true;
      silences = 0;
    },
    ended: () => (silences >= MAX_SILENCES ? last : undefined),
  };
}
