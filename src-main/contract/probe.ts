import type { ErrorCode } from './errors.ts';

/** What `cuentas.probar_servicio` answers, and the file that it writes: made to be sent to whoever supports the program. */

/** Why a reading does not show how the service takes an open point of its description. */
export const MOTIVOS_SIN_VER = {
  sin_filas: 'No vinieron filas que lo muestren.',
  pocas_filas: 'Vinieron muy pocas filas para verlo.',
  sin_acentos: 'No vino ningún texto con acentos.',
  no_ocurrio: 'No pasó mientras se leía; puede pasar otro día.',
  no_se_distingue: 'Las respuestas son las mismas de las dos maneras.',
  sin_respuesta: 'La pregunta que lo muestra no tuvo una respuesta que se entienda.',
  sin_pedir: 'No se llegó a preguntar.',
  solo_con_carga: 'Se ve solo subiendo cupones: es la segunda parte de la prueba.',
  no_se_prueba: 'Para verlo habría que escribir algo que no se puede deshacer, o mandar más de dos cupones.',
} as const;
export type MotivoSinVer = keyof typeof MOTIVOS_SIN_VER;

/** One request and what came of it. No header, no body. */
export interface SeenRequest {
  /** `GET v1/operaciones`; identifiers in a path are `{id}`. */
  readonly pedido: string;
  /** As a form: dates, page, size. */
  readonly parametros: string;
  readonly en: 'cuerpo' | 'consulta' | 'ambos' | 'ninguno';
  /** Null where no complete answer came: `codigo` says why. */
  readonly estado: number | null;
  readonly codigo: ErrorCode | null;
  readonly ms: number;
  readonly bytes: number | null;
  readonly cuerpo: 'json' | 'html' | 'vacio' | 'ilegible' | null;
}

/** What of an answer is not as the description has it. `vino` is its shape: digits as 9, letters as a, lengths kept. */
export interface FieldDifference {
  readonly campo: string;
  readonly esperado: string;
  readonly vino: string;
  readonly veces: number;
}

export interface TriedMethod {
  readonly metodo: string;
  /** `descripto`: the answer is as described. `sin_pedir`: an earlier failure left it unasked. */
  readonly resultado: 'descripto' | 'distinto' | 'falla' | 'sin_pedir';
  readonly codigo: ErrorCode | null;
  readonly filas: number;
  /** Of the answer's `total`; null where it has none. */
  readonly total: number | null;
  readonly diferencias: readonly FieldDifference[];
  /** Fields that the description does not name. */
  readonly camposNuevos: readonly string[];
  readonly pedidos: readonly SeenRequest[];
}

/** One line of what the description leaves open. `visto` is the value that the sandbox's switch of that name plays; `motivo`, why it was not seen. */
export interface OpenPoint {
  readonly rasgo: string;
  readonly visto: string | null;
  readonly motivo: MotivoSinVer | null;
}

/** Days: the longest window that was taken, and the shortest that was refused; null when none was. */
export interface TriedWindow {
  readonly metodo: string;
  readonly aceptada: number | null;
  readonly rechazada: number | null;
}

/** The second part: two invented coupons, uploaded and deleted. */
export interface TestUpload {
  /** In the ledger of this PC. */
  readonly carga: string;
  /** `sin_borrar`: the service still has it, or may have. `sin_terminar`: the same command goes on with it. */
  readonly estado: 'borrada' | 'sin_borrar' | 'sin_terminar';
  /** An earlier trial had begun it. */
  readonly retomada: boolean;
  readonly codigo: ErrorCode | null;
  readonly mensaje: string | null;
  readonly pedidos: readonly SeenRequest[];
}

export interface ServiceTrial {
  /** Of this document's form. */
  readonly version: 1;
  readonly programa: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecha: string;
  readonly entrada: 'api' | 'usuario';
  readonly desde: string;
  readonly hasta: string;
  readonly metodos: readonly TriedMethod[];
  readonly puntos: readonly OpenPoint[];
  readonly ventanas: readonly TriedWindow[];
  /** The most rows that one answer of each list had. */
  readonly paginas: readonly { readonly metodo: string; readonly filas: number }[];
  /** The questions about open points. */
  readonly preguntas: readonly SeenRequest[];
  /** Only where it was asked for. */
  readonly carga?: TestUpload;
  /** Why the service did not let us in, when it did not. */
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
}

export interface TriedService extends ServiceTrial {
  readonly cuenta: string;
  /** The file that was written, when one was asked for. */
  readonly informe: string | null;
  /** The reconciliation of the trial, where the service still has it. */
  readonly conciliacion?: string;
}

export interface ProbeOutputs {
  'cuentas.probar_con_carga': TriedService;
  'cuentas.probar_servicio': TriedService;
}
