import type { CivilDate } from '../civil-date.ts';
import type { Conciliacion, Counters, Removal, SendingResponse, ListReading } from '../conciliacion.ts';
import type { AuxiliaryField } from '../cupon.ts';

/** The four counts of a reconciliation that are judged together. */
export interface Count {
  readonly total: number;
  readonly nuevos: number;
  readonly existentes: number;
  readonly error: number;
}

/** `primero` opens with one coupon, `cierre` closes with one, `unico` is a file of one coupon. */
export type SendingKind = 'unico' | 'primero' | 'tanda' | 'cierre';
/** The form of number fields on the wire. A change of form is a new generation. */
export type NumberForm = 'texto' | 'numero';

/** One send as it was made durable before it left: an ATTEMPT. Coupons are `desde`…`hasta` less the refused ones. */
export interface Sending {
  readonly tipo: SendingKind;
  readonly generacion: number;
  /** Number of the batch in its generation; a repeated send of the same range keeps it, and its bytes. */
  readonly n: number;
  readonly desde: number;
  readonly hasta: number;
  readonly cupones: number;
  /** `0` in the first send. */
  readonly id: string;
  /** SHA-256 of the body, hex. */
  readonly hash: string;
  readonly conNumeros: boolean;
  /** The header's counts just before; null for a first send. */
  readonly antes: Count | null;
}

export interface Marker {
  readonly campo: AuxiliaryField;
  readonly nonce: string;
}

/** Facts about an account's server; null: not known yet, which proves nothing. */
export interface LearnedFacts {
  /** Whether the list shows a reconciliation that is `PENDIENTE`. */
  readonly lista: boolean | null;
  readonly numeros: NumberForm | null;
  /** The largest batch that passed where a larger one was refused. */
  readonly tamano: number | null;
}

/** Times in milliseconds. */
export interface Settings {
  /** D of docs/upload.md. */
  readonly patienceMs: number;
  readonly porTanda: number;
  readonly esperaMs: number;
  readonly settledMs: number;
}

export type Motivo = 'no_explica' | 'desaparecida' | 'cierre_rechazado' | 'numeros' | 'duplicada' | 'a_pedido';

/** A question for a person; `decision.ts` makes its texts. */
export type UploadQuestion =
  | { readonly tipo: 'primero_incierto'; readonly candidatas: readonly string[] }
  | { readonly tipo: 'cierre_crecido'; readonly id: string }
  | { readonly tipo: 'reinicios_agotados'; readonly id: string; readonly motivo: Motivo }
  | { readonly tipo: 'propiedad_incierta'; readonly id: string; readonly huerfana: boolean }
  | { readonly tipo: 'no_borrable'; readonly id: string }
  | { readonly tipo: 'duplicacion'; readonly id: string; readonly sobran: number }
  | { readonly tipo: 'desaparecida'; readonly id: string }
  | { readonly tipo: 'rechazo_sistematico'; readonly detalle: string }
  /** The service failed (5xx) each time for this coupon, sent alone. */
  | { readonly tipo: 'cupon_fallido'; readonly seq: number }
  | { readonly tipo: 'huerfana_incierta'; readonly ids: readonly string[] }
  /** After restoring a ledger: reconciliations that only the service has. `propias`: all of them have our marker. */
  | { readonly tipo: 'recuperada'; readonly ids: readonly string[]; readonly propias: boolean };

/** What follows a send that was proven not applied. */
export type Diagnosis =
  | { readonly que: 'repetir' }
  | { readonly que: 'token' }
  | { readonly que: 'espera'; readonly ms: number }
  | { readonly que: 'tamano'; readonly tamano: number }
  | { readonly que: 'numeros' }
  | { readonly que: 'cupon'; readonly seq: number; readonly detalle: string }
  | { readonly que: 'detener'; readonly codigo: Exclude<StopCode, 'RESPUESTA_INVALIDA'> };

export type StopCode =
  | 'TOKEN_RECHAZADO'
  | 'DEMASIADOS_PEDIDOS'
  | 'CARGA_INTERRUMPIDA'
  | 'LECTURA_INESTABLE'
  | 'RESPUESTA_INVALIDA'
  | 'ESPERA_AGOTADA';

/** A complete reading of the result, after comparing multisets. */
export interface ReadingOutcome {
  /** The header around the reading. `quieto`: false when the header changed meanwhile, or texts came back as others. */
  readonly encabezado: Conciliacion;
  readonly quieto: boolean;
  readonly filas: number;
  /** Sent coupons that this reading lacks. */
  readonly faltan: number;
  /** Rows of this reading that no sent coupon explains. */
  readonly sobran: number;
  readonly cuarentena: number;
  /** Fingerprint of the missing and the surplus coupons. Two equal ones count as proof. */
  readonly huella: string;
}

/** Durable facts, from which the state of an upload follows (docs/upload.md, "Ledger"). */
export type UploadEvent =
  | {
      readonly kind: 'congelada';
      readonly total: number;
      readonly marcador: Marker | null;
      readonly numeros: NumberForm;
      /** The requested coupons per batch, if any; a resumed upload uses the same. */
      readonly porTanda?: number;
    }
  /** `porTanda`: the coupons per batch from here on, if a person asked for another number. */
  | { readonly kind: 'reanudada'; readonly porTanda?: number }
  | { readonly kind: 'base'; readonly ids: readonly string[]; readonly desde: CivilDate }
  | { readonly kind: 'intento'; readonly envio: Sending }
  | {
      readonly kind: 'perdida';
      readonly motivo: string;
      /** The status of a complete answer in which the service failed (5xx). */
      readonly status?: number;
    }
  | {
      readonly kind: 'rechazo';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
    }
  | {
      readonly kind: 'aplicado';
      readonly id: string;
      readonly prueba: 'respuesta' | 'marcador' | 'encabezado' | 'persona';
      readonly contadores: Counters | null;
      /** Other reconciliations with our marker, which have to be deleted. */
      readonly huerfanas: readonly string[];
    }
  | {
      readonly kind: 'no_aplicado';
      readonly prueba: 'rechazo' | 'plazo' | 'persona';
      readonly diagnostico: Diagnosis;
    }
  | { readonly kind: 'aprendido'; readonly lista: boolean | null }
  | { readonly kind: 'reinicio'; readonly motivo: Motivo }
  | { readonly kind: 'huerfanas'; readonly ids: readonly string[] }
  | { readonly kind: 'intento_borrar'; readonly id: string }
  | { readonly kind: 'borrado_perdido'; readonly id: string }
  | {
      readonly kind: 'borrada';
      readonly id: string;
      readonly prueba: 'respuesta' | 'ausente' | 'ajena';
    }
  | { readonly kind: 'decision_pedida'; readonly decision: UploadQuestion }
  | { readonly kind: 'decidida'; readonly clave: string }
  | { readonly kind: 'leida'; readonly lectura: ReadingOutcome; readonly leido: string }
  /** Milliseconds of waiting past D for the rows of a new reconciliation. They still count after a restart of the program. */
  | { readonly kind: 'filas_esperadas'; readonly ms: number }
  /** Reconciliations that appeared during our sends, although every answer came, and whose rows the service does not show. */
  | { readonly kind: 'sin_probar'; readonly ids: readonly string[] }
  | { readonly kind: 'auditoria_pendiente' }
  | { readonly kind: 'terminada' }
  | { readonly kind: 'abandonada' };

/** To whom the rows of a reconciliation's first page belong. */
export interface Ownership {
  /** False when a complete answer said that the service has no such reconciliation. */
  readonly existe: boolean;
  /** The result was refused, so its rows are unknown. */
  readonly ilegible?: boolean;
  /** Rows with our marker. */
  readonly marca: number;
  /** Rows without any marker whose content equals coupons of ours. */
  readonly igual: number;
  /** Rows of others. */
  readonly otras: number;
}

export type Action =
  | { readonly tipo: 'listar'; readonly desde: CivilDate | null }
  | { readonly tipo: 'ver'; readonly id: string }
  | { readonly tipo: 'pertenencia'; readonly ids: readonly string[]; readonly seq: number | null }
  | { readonly tipo: 'preparar'; readonly envio: SendingPlan }
  | { readonly tipo: 'enviar'; readonly envio: Sending }
  | { readonly tipo: 'borrar'; readonly id: string }
  | { readonly tipo: 'renovar' }
  | { readonly tipo: 'esperar'; readonly ms: number }
  | { readonly tipo: 'leer'; readonly id: string }
  | { readonly tipo: 'concluir' }
  | { readonly tipo: 'detenerse'; readonly codigo: StopCode }
  | { readonly tipo: 'preguntar'; readonly decision: UploadQuestion }
  | { readonly tipo: 'nada' };

/** A planned send without its bytes. */
export type SendingPlan = Pick<Sending, 'tipo' | 'generacion' | 'n' | 'desde' | 'hasta' | 'id'>;

export type Observation =
  | { readonly tipo: 'lista'; readonly lista: ListReading; readonly desde: CivilDate }
  /** undefined: a complete answer said that the service has no such reconciliation. */
  | { readonly tipo: 'encabezado'; readonly encabezado: Conciliacion | undefined }
  | { readonly tipo: 'pertenencia'; readonly porId: Readonly<Record<string, Ownership>> }
  | { readonly tipo: 'preparado'; readonly hash: string; readonly cupones: number; readonly conNumeros: boolean }
  | { readonly tipo: 'respuesta'; readonly respuesta: SendingResponse }
  | { readonly tipo: 'borrado'; readonly resultado: Removal }
  | { readonly tipo: 'renovado' }
  | { readonly tipo: 'esperado' }
  | { readonly tipo: 'lectura'; readonly lectura: ReadingOutcome; readonly leido: string }
  | { readonly tipo: 'concluido' };

export type Seen<T extends Observation['tipo']> = Extract<Observation, { tipo: T }>;
