import type { CallError } from '#contract/answer.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';

/**
 * What happened between a page and its program, which has no code: the program does not answer, it is another one than the page's, or the page
 * is of an earlier version of it.
 */
export type DeLaPagina = 'sin_respuesta' | 'pagina_vieja' | 'actualizado';

/** What a call answered instead of a value. `ui/errores.ts` has the words. */
export class Falla extends Error {
  override readonly name = 'Falla';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** Of the page, and not of what was asked: undefined for everything that the core answers. */
  readonly deLaPagina: DeLaPagina | undefined;

  constructor({ code, message, detail }: CallError, deLaPagina?: DeLaPagina) {
    super(message);
    this.code = code;
    this.detail = detail ?? {};
    this.deLaPagina = deLaPagina;
  }
}

/** Thrown when this page was never let in, or no longer is. */
export class SinSesion extends Error {
  override readonly name = 'SinSesion';
}
/** Thrown when the program did not answer at all: it was closed, or the PC slept. */
export class SinRespuesta extends Error {
  override readonly name = 'SinRespuesta';
}

/** What is thrown for a file of the screens that is no longer there: the words of each browser, and those of whoever reads its styles. */
const esArchivoPerdido = (error: unknown): boolean =>
  error instanceof Error && /imported module|importing a module|^unable to preload/i.test(error.message);

function deLaPagina(error: unknown): DeLaPagina | undefined {
  if (error instanceof SinSesion) return 'pagina_vieja';
  if (error instanceof SinRespuesta) return 'sin_respuesta';
  return esArchivoPerdido(error) ? 'actualizado' : undefined;
}

/** Any thrown thing as a `Falla`: what is not one means that the host could not be reached, that it changed, or a fault of the screens. */
export function comoFalla(error: unknown): Falla {
  if (error instanceof Falla) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Falla({ code: 'INTERNO', message }, deLaPagina(error));
}
