import { FAILURES, sayAtConsole, type FailureWords } from '#domain/texts/failures.ts';
import { wordIn, type Language, type Words } from '#domain/texts/language.ts';

/** Exit codes (docs/cli.md, "Exit codes"): `NOT_VALID` for invalid rows or files, `NOT_DONE` if the service or this PC stopped the work. */
export const NOT_VALID = 1;
export const NOT_DONE = 3;

export type ErrorCode = keyof typeof FAILURES;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(FAILURES, code);
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(FAILURES).filter(isErrorCode);

/** The exit codes of the command line (docs/cli.md, "Exit codes"); every other code exits with `NOT_DONE`. */
const EXITS: Readonly<Partial<Record<ErrorCode, 1 | 2 | 4 | 130>>> = {
  USO: 2,
  ENTRADA_INVALIDA: 2,
  CONFIRMACION_NECESARIA: 2,
  CUENTA_INEXISTENTE: 2,
  CUENTA_AMBIGUA: 2,
  CUENTA_REPETIDA: 2,
  SIN_CUENTA: 2,
  URL_INSEGURA: 2,
  PLANTILLA_INEXISTENTE: 2,
  PLANTILLA_REPETIDA: 2,
  PLANTILLAS_INVALIDAS: 1,
  CARGA_INEXISTENTE: 2,
  CONCILIACION_INEXISTENTE: 1,
  DECISION_INVALIDA: 2,
  CUPON_INEXISTENTE: 2,
  OPERACION_INEXISTENTE: 2,
  CUPON_CONCILIADO: 1,
  CUPON_VINCULADO: 1,
  OPERACION_TOMADA: 1,
  IMPORTES_DISTINTOS: 1,
  NADA_QUE_DESHACER: 1,
  VALIDACION_RECHAZADA: 1,
  SIN_CUPONES: 1,
  ARCHIVO_ILEGIBLE: 1,
  MARCADOR_OCUPADO: 1,
  REVISION_INEXISTENTE: 1,
  REVISION_CAMBIADA: 1,
  SALIDA_EXISTENTE: 1,
  COPIA_INEXISTENTE: 2,
  COPIA_DE_OTRA_CUENTA: 2,
  RESPALDO_CARPETA_ADENTRO: 2,
  ACTUALIZACIONES_SIN_DIRECCION: 2,
  ACTUALIZACION_NO_LISTA: 2,
  ACTUALIZACION_NO_SE_INSTALA: 2,
  CANCELADO: 130,
  HORA_SIN_SENTIDO: 2,
  CARGA_PENDIENTE: 4,
  YA_ENVIADO: 4,
  ARCHIVO_REPETIDO: 4,
  DECISION_NECESARIA: 4,
  DUPLICACION_DETECTADA: 4,
};

/** The sentence of a code for the command line: what happened, what was kept, what to do. Screens have other words (`domain/texts`). */
export const getErrorMessage = (code: ErrorCode): string => sayAtConsole(FAILURES[code]);

export const exitCodeOf = (code: ErrorCode): 1 | 2 | 3 | 4 | 130 => EXITS[code] ?? NOT_DONE;

/** Facts about an error besides its code, for the log and for `detail`. Never secrets. */
export type ErrorDetail = Readonly<Record<string, string | number | boolean | null>>;

/** An object to spread into a document: `detalle` with the facts, or nothing if there are no facts. */
export const keyOfDetail = (detail: ErrorDetail): { readonly detalle?: ErrorDetail } =>
  Object.keys(detail).length === 0 ? {} : { detalle: detail };

/** A sentence that replaces the usual sentence of a code: in Spanish, in both languages, or in parts (what happened, what to do). */
type Saying = string | Words | FailureWords;
const isPair = (said: Saying): said is Words => Array.isArray(said);

/** The sentence in a language. In English, the usual sentence of the code replaces a sentence that exists only in Spanish. */
function sayIn(said: Saying, code: ErrorCode, language: Language): string {
  if (typeof said === 'string') return language === 'es' ? said : sayAtConsole(FAILURES[code], language);
  return isPair(said) ? wordIn(said, language) : sayAtConsole(said, language);
}

/** A failure with a code for the hosts. `mensaje` replaces the usual sentence of the code (`domain/texts/refusals.ts`) and must be safe to show. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** The first part of the message, which says what happened; the whole message if `mensaje` has no parts. */
  readonly what: string;
  /** `mensaje` in English for the screens, if it has both languages. */
  readonly english: string | undefined;
  readonly #said: Saying;

  constructor(code: ErrorCode, options: { cause?: unknown; detail?: ErrorDetail; mensaje?: Saying | undefined } = {}) {
    const said = options.mensaje ?? FAILURES[code];
    super(sayIn(said, code, 'es'), 'cause' in options ? { cause: options.cause } : undefined);
    this.#said = said;
    const inBoth = typeof options.mensaje === 'string' || options.mensaje === undefined ? undefined : options.mensaje;
    this.what = typeof said === 'string' || isPair(said) ? this.message : said.es[0];
    this.english = inBoth === undefined ? undefined : isPair(inBoth) ? inBoth[1] : inBoth.en.join(' ');
    this.code = code;
    this.detail = options.detail ?? {};
  }

  say(language: Language): string {
    return sayIn(this.#said, this.code, language);
  }
}

/** True for an AppError with one of these codes; without codes, for any AppError. */
export const isAppError = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
