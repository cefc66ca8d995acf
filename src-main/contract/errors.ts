import { FAILURES, sayAtConsole, type FailureWords } from '#domain/texts/failures.ts';

/** Exit codes of outcomes that are no error (docs/cli.md, "Exit codes"): rows or files that are not valid, and work that this PC did not let end. */
export const NOT_VALID = 1;
export const NOT_DONE = 3;

/** The closed list of error codes, with the exit code of each. */
const EXITS = {
  // The call itself
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

  // The person's files
  VALIDACION_RECHAZADA: 1,
  SIN_CUPONES: 1,
  ARCHIVO_ILEGIBLE: 1,
  MARCADOR_OCUPADO: 1,
  REVISION_INEXISTENTE: 1,
  REVISION_CAMBIADA: 1,
  SALIDA_EXISTENTE: 1,

  // The machine
  EN_USO: 3,
  DISCO_LLENO: 3,
  DISCO_FALLA: 3,
  CARPETA_SIN_PERMISO: 3,
  ARCHIVO_TOMADO: 3,
  CARPETA_COMPARTIDA: 3,
  DATOS_MAS_NUEVOS: 3,
  CARGA_MAS_NUEVA: 3,
  COPIA_INEXISTENTE: 2,
  COPIA_DANADA: 3,
  COPIA_DE_OTRA_CUENTA: 2,
  RESPALDO_CARPETA_ADENTRO: 2,
  RESPALDO_CARPETA_AUSENTE: 3,
  RESPALDO_NO_QUEDO: 3,
  LIBRO_DANADO: 3,
  GUARDADO_ILEGIBLE: 3,
  LLAVERO_NO_DISPONIBLE: 3,
  CLAVE_AUSENTE: 3,
  ACTUALIZACIONES_SIN_DIRECCION: 2,
  ACTUALIZACION_SIN_RESPUESTA: 3,
  ACTUALIZACION_ILEGIBLE: 3,
  ACTUALIZACION_DANADA: 3,
  ACTUALIZACION_NO_LISTA: 2,
  ACTUALIZACION_NO_SE_INSTALA: 2,
  CANCELADO: 130,

  // The service
  SIN_CONEXION: 3,
  TIEMPO_AGOTADO: 3,
  SERVICIO_FALLA: 3,
  RESPUESTA_INVALIDA: 3,
  RESPUESTA_ENORME: 3,
  REDIRECCION: 3,
  CREDENCIALES_RECHAZADAS: 3,
  TOKEN_RECHAZADO: 3,
  SESION_VENCIDA: 3,
  PEDIDO_RECHAZADO: 3,
  DEMASIADOS_PEDIDOS: 3,
  FILTRO_IGNORADO: 3,
  LECTURA_INESTABLE: 3,
  FILAS_DESAPARECIDAS: 3,
  HORA_SIN_SENTIDO: 2,

  // The upload
  CARGA_PENDIENTE: 4,
  YA_ENVIADO: 4,
  ARCHIVO_REPETIDO: 4,
  DECISION_NECESARIA: 4,
  DUPLICACION_DETECTADA: 4,
  ESPERA_AGOTADA: 3,
  CARGA_INTERRUMPIDA: 3,
  INTERNO: 3,
} as const satisfies Record<keyof typeof FAILURES, 1 | 2 | 3 | 4 | 130>;

export type ErrorCode = keyof typeof EXITS;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(EXITS, code);
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(EXITS).filter(isErrorCode);

/** The sentence of a code at the command line: what happened, what was kept, what to do. The screens have words of their own (`domain/texts`). */
export const getErrorMessage = (code: ErrorCode): string => sayAtConsole(FAILURES[code]);

/** The exit code of the command line (docs/cli.md, "Exit codes"). */
export const exitCodeOf = (code: ErrorCode): (typeof EXITS)[ErrorCode] => EXITS[code];

/** Facts that travel with an error besides its code, for the log and for `detail`. Never a secret. */
export type ErrorDetail = Readonly<Record<string, string | number | boolean | null>>;

/** The key `detalle` of a document; no key where there are no facts. */
export const keyOfDetail = (detail: ErrorDetail): { readonly detalle?: ErrorDetail } =>
  Object.keys(detail).length === 0 ? {} : { detalle: detail };

/**
 * A failure of the world (network, disk, keychain). It is thrown; `app/dispatch` turns it into `{ ok: false, error }`.
 * `mensaje` replaces the catalogue's sentence where the case can say more (`domain/texts/refusals.ts`); it must be as safe to show.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** What happened, without what was kept and what to do. */
  readonly what: string;
  /** The English of `mensaje`, where it has both languages. */
  readonly english: string | undefined;

  constructor(
    code: ErrorCode,
    options: { cause?: unknown; detail?: ErrorDetail; mensaje?: string | FailureWords | undefined } = {},
  ) {
    const said: string | FailureWords = options.mensaje ?? FAILURES[code];
    super(
      typeof said === 'string' ? said : sayAtConsole(said),
      'cause' in options ? { cause: options.cause } : undefined,
    );
    this.what = typeof said === 'string' ? said : (said.console ?? said.es)[0];
    this.english = typeof options.mensaje === 'object' ? options.mensaje.en.join(' ') : undefined;
    this.code = code;
    this.detail = options.detail ?? {};
  }
}

/** True for an AppError with one of the codes (any code, when none is named). */
export function isAppError(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}
