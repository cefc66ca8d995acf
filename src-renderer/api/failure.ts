import type { CallError } from '#contract/answer.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';

/**
 * What happened between a page and its program, which has no code: the program does not answer, it is another one than the page's, or the page
 * is of an earlier version of it.
 */
export type PageProblem = 'sin_respuesta' | 'pagina_vieja' | 'actualizado';

/** What a call answered instead of a value. `ui/errors.ts` has the words. */
export class Failure extends Error {
  override readonly name = 'Falla';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** Of the page, and not of what was asked: undefined for everything that the core answers. */
  readonly ofPage: PageProblem | undefined;

  constructor({ code, message, detail }: CallError, pageProblem?: PageProblem) {
    super(message);
    this.code = code;
    this.detail = detail ?? {};
    this.ofPage = pageProblem;
  }
}

/** Thrown when this page was never let in, or no longer is. */
export class NoSession extends Error {
  override readonly name = 'SinSesion';
}
/** Thrown when the program did not answer at all: it was closed, or the PC slept. */
export class NoResponse extends Error {
  override readonly name = 'SinRespuesta';
}

/** What is thrown for a file of the screens that is no longer there: the words of each browser, and those of whoever reads its styles. */
const isLostFile = (error: unknown): boolean =>
  error instanceof Error && /imported module|importing a module|^unable to preload/i.test(error.message);

function getPageProblem(error: unknown): PageProblem | undefined {
  if (error instanceof NoSession) return 'pagina_vieja';
  if (error instanceof NoResponse) return 'sin_respuesta';
  return isLostFile(error) ? 'actualizado' : undefined;
}

/** Any thrown thing as a `Falla`: what is not one means that the host could not be reached, that it changed, or a fault of the screens. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure({ code: 'INTERNO', message }, getPageProblem(error));
}
