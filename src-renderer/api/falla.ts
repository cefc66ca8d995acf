import type { CallError } from '#contract/answer.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';

/** What a call answered instead of a value. `ui/errores.ts` has the words. */
export class Falla extends Error {
  override readonly name = 'Falla';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor({ code, message, detail }: CallError) {
    super(message);
    this.code = code;
    this.detail = detail ?? {};
  }
}

/** Any thrown thing as a `Falla`: what is not one means that the host could not be reached, or a fault of the screens. */
export function comoFalla(error: unknown): Falla {
  if (error instanceof Falla) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Falla({ code: 'INTERNO', message });
}
