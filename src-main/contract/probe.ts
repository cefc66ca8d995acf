import type { ErrorCode } from './errors.ts';

/** What `cuentas.probar_servicio` answers and writes to a file. The file is made to be sent to whoever supports the program. */

/** Why a reading did not show how the service resolves an open point of its description. */
export const UNSEEN_REASONS = {
  sin_filas: 'No vinieron filas que lo muestren.',
  pocas_filas: 'Vinieron muy pocas filas para verlo.',
  sin_acentos: 'No vino ningún texto con acentos.',
  no_ocurrio: 'No pasó mientras se leía; puede pasar otro día.',
  no_se_distingue: 'Las respuestas son las mismas de las dos maneras.',
  sin_respuesta: 'La pregunta que lo muestra no tuvo una respuesta que se entienda.',
  sin_pedir: 'No se llegó a preguntar.',
  solo_con_carga: 'Se ve solo subiendo cupones: es la segunda parte de la prueba.',
  con_otra_carga: 'Se ve repitiendo la prueba con carga, cuando lo de una anterior ya se borró.',
  mas_cupones: 'Para verlo habría que mandar más de un cupón en un pedido, y la prueba no lo hace.',
  cupon_repetido: 'Para verlo habría que mandar de nuevo un cupón que el servicio ya tuvo, y la prueba no lo hace.',
  cupon_que_falla: 'Depende de un cupón con el que el servicio falla, que no se sabe de antemano cuál es.',
  reabrir: 'Para verlo habría que mandar cupones a una conciliación borrada o cerrada, y la prueba no lo hace.',
} as const;
export type UnseenReason = keyof typeof UNSEEN_REASONS;

/** One request and its outcome, without headers and bodies. */
export interface SeenRequest {
  /** `GET v1/operaciones`; identifiers in a path are `{id}`. */
  readonly pedido: string;
  /** The parameters as a form: dates, page, size. */
  readonly parametros: string;
  readonly en: 'cuerpo' | 'consulta' | 'ambos' | 'ninguno';
  /** The HTTP status; null where no complete answer came (`codigo` says why). */
  readonly estado: number | null;
  readonly codigo: ErrorCode | null;
  readonly ms: number;
  readonly bytes: number | null;
  readonly cuerpo: 'json' | 'html' | 'vacio' | 'ilegible' | null;
}

/** A field of an answer that is not as the description has it. `vino` is the shape of its value: digits as 9, letters as a, lengths kept. */
export interface FieldDifference {
  readonly campo: string;
  readonly esperado: string;
  readonly vino: string;
  readonly veces: number;
}

export interface TriedMethod {
  readonly metodo: string;
  /** `descripto`: the answer is as described. `sin_pedir`: it was not asked for, because of an earlier failure. */
  readonly resultado: 'descripto' | 'distinto' | 'falla' | 'sin_pedir';
  readonly codigo: ErrorCode | null;
  readonly filas: number;
  /** The `total` of the answer; null where it has none. */
  readonly total: number | null;
  readonly diferencias: readonly FieldDifference[];
  /** Fields that the description does not name. */
  readonly camposNuevos: readonly string[];
  readonly pedidos: readonly SeenRequest[];
}

/** One open point of the description. `visto`: the value of the sandbox's switch of that name that the service behaves like. `motivo`: why none was seen. */
export interface OpenPoint {
  readonly rasgo: string;
  readonly visto: string | null;
  readonly motivo: UnseenReason | null;
}

/** In days, the longest window that the service accepted and the shortest that it refused; null when there was none. */
export interface TriedWindow {
  readonly metodo: string;
  readonly aceptada: number | null;
  readonly rechazada: number | null;
}

/** The second part: two invented coupons, uploaded and deleted. */
export interface TestUpload {
  /** The name of the upload in the ledger of this PC. */
  readonly carga: string;
  /** `sin_borrar`: the service still has the reconciliation, or may have it. `sin_terminar`: the same command goes on with it. */
  readonly estado: 'borrada' | 'sin_borrar' | 'sin_terminar';
  /** True when an earlier trial had begun this upload. */
  readonly retomada: boolean;
  readonly codigo: ErrorCode | null;
  readonly mensaje: string | null;
  readonly pedidos: readonly SeenRequest[];
}

export interface ServiceTrial {
  /** The version of this document's form. */
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
  /** The requests that were made to settle open points. */
  readonly preguntas: readonly SeenRequest[];
  /** Only where a test upload was asked for. */
  readonly carga?: TestUpload;
  /** Why the service refused the account, or what came when it stopped answering and the rest was not asked. */
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
