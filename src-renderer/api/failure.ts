import type { CallError } from '#contract/bridge.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';

/**
 * A problem between this page and the program. `sin_respuesta`: the program does not answer. `pagina_vieja`: the page has no valid session. `actualizado`: the
 * program was updated while the page was open.
 */
export type PageProblem = 'sin_respuesta' | 'pagina_vieja' | 'actualizado';

/** The error of a call that the core refused, or any thrown value that `toFailure` converted. `ui/errors.ts` has the sentences for it. */
export class Failure extends Error {
  override readonly name = 'Falla';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  readonly english: string | undefined;
  /** Set when the problem is between the page and the program; undefined for an error of the core. */
  readonly ofPage: PageProblem | undefined;

  constructor({ code, message, detail, english }: CallError, pageProblem?: PageProblem) {
    super(message);
    this.code = code;
    this.detail = detail ?? {};
    this.english = english;
    this.ofPage = pageProblem;
  }
}

export class NoSession extends Error {
  override readonly name = 'SinSesion';
}
/** Thrown when the program does not answer at all: it was closed, or the PC slept. */
export class NoResponse extends Error {
  override readonly name = 'SinRespuesta';
}

/** True for the browser's error about a script or style that no longer exists; its wording depends on the browser and on the kind of file. */
const isLostFile = (error: unknown): boolean =>
  error instanceof Error && /imported module|importing a module|^unable to preload/i.test(error.message);

function getPageProblem(error: unknown): PageProblem | undefined {
  if (error instanceof NoSession) return 'pagina_vieja';
  if (error instanceof NoResponse) return 'sin_respuesta';
  return isLostFile(error) ? 'actualizado' : undefined;
}

/**
 * Converts any thrown value to a `Failure`. An error that is no `Failure` means that the host is unreachable or was updated, or that the screens have a bug.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure({ code: 'INTERNO', message }, getPageProblem(error));
}
