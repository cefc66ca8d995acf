import type { FileErrorCode, ForeignFormat } from '#domain/finding.ts';

export interface FileError {
  readonly codigo: FileErrorCode;
  /** For people, in Spanish: what happened, what was kept, what to do. */
  readonly mensaje: string;
  /** What the file is instead, where that was recognised. */
  readonly formato?: ForeignFormat | undefined;
}

const MESSAGES = {
  FORMATO_DESCONOCIDO:
    'El archivo no es una planilla que sepamos leer. No se tomó nada; el original quedó igual. Guardalo como .xlsx y traelo de nuevo.',
  ARCHIVO_DANADO:
    'No se puede leer el archivo: está incompleto o dañado. No se tomó nada; el original quedó igual. Abrilo en Excel y guardalo como .xlsx.',
  ARCHIVO_PROTEGIDO:
    'El archivo tiene contraseña. No leímos nada; el original quedó igual. Abrilo, guardalo sin contraseña y traelo de nuevo.',
  ARCHIVO_DEMASIADO_GRANDE:
    'El archivo es demasiado grande para leerlo. No se tomó nada; el original quedó igual. Partilo en archivos más chicos y traelos.',
  ARCHIVO_INEXISTENTE: 'No existe ningún archivo con ese nombre. No se leyó nada. Revisá el nombre y la carpeta.',
} as const satisfies Partial<Record<FileErrorCode, string>>;

export type ProblemCode = keyof typeof MESSAGES | 'HOJA_INEXISTENTE';

/**
 * Why a file cannot be read. Thrown inside this folder (a reader is several streams deep when it finds out) and turned into a
 * `Result` by `readWorkbook`, the only place that catches it.
 */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly codigo: ProblemCode;
  readonly formato: ForeignFormat | undefined;

  /** `mensaje` replaces the usual sentence where the case can say more. */
  constructor(codigo: ProblemCode, options: { cause?: unknown; mensaje?: string; formato?: ForeignFormat } = {}) {
    super(options.mensaje ?? (codigo === 'HOJA_INEXISTENTE' ? '' : MESSAGES[codigo]), { cause: options.cause });
    this.codigo = codigo;
    this.formato = options.formato;
  }
}

/** A damaged file; `what` is for the log and the tests, a person reads the usual sentence. */
export const damaged = (what: string): FileProblem => new FileProblem('ARCHIVO_DANADO', { cause: new Error(what) });

/** A file beyond a bound; `what` names the bound. */
export const tooBig = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DEMASIADO_GRANDE', { cause: new Error(what) });
