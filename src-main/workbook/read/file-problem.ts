import type { FileErrorCode, ForeignFormat } from '#domain/finding.ts';
import { FILE_FAILURES, FOREIGN_FILES, sayAtConsole } from '#domain/texts/failures.ts';

export interface FileError {
  readonly codigo: FileErrorCode;
  /** For people, in Spanish: what happened, what was kept, what to do. */
  readonly mensaje: string;
  /** What the file really is, if recognised. */
  readonly formato?: ForeignFormat | undefined;
}

/** Without `HOJA_INEXISTENTE`'s sentence: the code that searches for the sheet names it. */
export type ProblemCode = Exclude<keyof typeof FILE_FAILURES, 'SIN_TABLA' | 'COLUMNAS_SIN_MAPEAR'>;

/** Why a file cannot be read. Readers throw it several streams deep; `readWorkbook` alone catches it, as a `Result`. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly codigo: ProblemCode;
  readonly formato: ForeignFormat | undefined;

  /** `mensaje` replaces the usual sentence where the case can say more. */
  constructor(code: ProblemCode, options: { cause?: unknown; mensaje?: string; formato?: ForeignFormat } = {}) {
    const words = options.formato === undefined ? FILE_FAILURES[code] : FOREIGN_FILES[options.formato];
    super(options.mensaje ?? sayAtConsole(words), { cause: options.cause });
    this.codigo = code;
    this.formato = options.formato;
  }
}

/** `what` is for the log and the tests; a person reads the usual sentence. */
export const createDamagedProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DANADO', { cause: new Error(what) });

/** `what` names the bound. */
export const createTooBigProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DEMASIADO_GRANDE', { cause: new Error(what) });
