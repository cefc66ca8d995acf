import type { Cupon } from '#domain/cupon.ts';
import type { ArchivoCodigo, ArchivoIlegible, ValidacionResumen } from '#domain/hallazgo.ts';
import type { ErrorCode } from './errors.ts';

/** What the methods answer: the JSON documents of CLI.md, key by key. A public interface: add to it, do not change it. */

export interface CuentaListada {
  readonly nombre: string;
  readonly url: string;
  readonly tipo: 'api' | 'usuario';
  readonly predeterminada: boolean;
}

export interface CuentaAgregada {
  readonly nombre: string;
  /** False when there is no keychain: the secret is asked for in each session. */
  readonly claveGuardada: boolean;
}

export interface CuentaQuitada {
  readonly nombre: string;
  /** False when the service could not be reached to revoke; the secrets were deleted all the same. */
  readonly revocada: boolean;
  readonly datosBorrados: boolean;
}

export interface CuentaProbada {
  readonly nombre: string;
  readonly comercios: readonly { readonly id: string; readonly nombre: string }[];
}

export interface Validacion extends ValidacionResumen {
  /** Every valid row in file order with exactly the text that would be sent; only when asked for. */
  readonly cupones?: readonly { readonly fila: number; readonly cupon: Cupon }[];
}
export type ValidacionDocumento = Validacion | ArchivoIlegible;

/** An upload whose result was read. */
export interface CargaTerminada {
  /** The reconciliation; null in an upload that was abandoned before the service had one. */
  readonly id: string | null;
  readonly carga: string;
  readonly estado: string;
  readonly filas: number;
  readonly enviados: number;
  readonly tandas: number;
  readonly nuevos: number;
  readonly existen: number;
  readonly error: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  readonly noInformados: number;
  readonly completo: boolean;
  readonly informe: string | null;
  /** Decimal strings with a dot: what the matched and the unmatched coupons add up to. */
  readonly importeConciliado: string;
  readonly importeSinConciliar: string;
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
  readonly decision?: Decision;
}

export interface Decision {
  readonly pregunta: string;
  readonly opciones: readonly { readonly clave: string; readonly texto: string }[];
}

/** An upload that stopped: kept, and resumable. `codigo` says why, and with it the exit code. */
export interface CargaDetenida {
  readonly carga: string | null;
  readonly estado: string;
  readonly codigo: ErrorCode | ArchivoCodigo;
  readonly mensaje: string;
  readonly enviados: number;
  readonly pendientes: number;
  readonly decision?: Decision;
  /** What `validar` says, when the file was refused: one document, or one for each of several files. */
  readonly validacion?: ValidacionDocumento | readonly ValidacionDocumento[];
}
export type CargaDocumento = CargaTerminada | CargaDetenida;

/** A reconciliation of the service; the counts as numbers. `carga` names our upload, when it was ours. */
export interface ConciliacionDocumento {
  readonly id: string;
  readonly fecha: string | null;
  readonly origen_desde: string | null;
  readonly origen_hasta: string | null;
  readonly total: number;
  readonly nuevos: number;
  readonly existentes: number;
  readonly error: number;
  readonly conciliados: number;
  readonly sin_conciliar: number;
  readonly estado: string;
  readonly carga: string | null;
}

export interface CargaListada {
  readonly carga: string;
  readonly estado: string;
  readonly archivo: string;
  readonly filas: number;
  readonly enviados: number;
  readonly id: string | null;
}

export interface ConciliacionesListadas {
  readonly conciliaciones: readonly ConciliacionDocumento[];
  readonly cargas: readonly CargaListada[];
}

/** A coupon of a result with the API's field names; `conciliado` as a boolean; `fila` when the upload was ours. */
export type OperacionResultado = Cupon & {
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nro_liquidacion: string | null;
  readonly liquidaciones_id: string | null;
  readonly fecha_liq: string | null;
  readonly fila: number | null;
};

export interface ResultadoDocumento extends ConciliacionDocumento {
  readonly operaciones: readonly OperacionResultado[];
  /** The workbook that was written, when it was asked for. */
  readonly exportado?: string;
}

export interface ConciliacionBorrada {
  readonly id: string;
  readonly borrada: true;
}

/** The example, ready: the name of its account and a workbook to reconcile with it. */
export interface EjemploIniciado {
  readonly nombre: string;
  readonly archivo: string;
}

/** The answer of each method. */
export interface Outputs {
  'cuentas.listar': readonly CuentaListada[];
  'cuentas.agregar': CuentaAgregada;
  'cuentas.quitar': CuentaQuitada;
  'cuentas.probar': CuentaProbada;
  'cuentas.usar': { readonly nombre: string };
  'archivos.validar': readonly ValidacionDocumento[];
  'cargas.conciliar': CargaDocumento;
  'cargas.retomar': readonly CargaDocumento[];
  'ejemplo.iniciar': EjemploIniciado;
  'conciliaciones.listar': ConciliacionesListadas;
  'conciliaciones.ver': ConciliacionDocumento;
  'conciliaciones.resultado': ResultadoDocumento;
  'conciliaciones.borrar': ConciliacionBorrada;
}
