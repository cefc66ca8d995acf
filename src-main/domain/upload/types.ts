import { z } from 'zod';
import type { CivilDate } from '../civil-date.ts';
import type { Conciliacion, Removal, SendingResponse, ListReading } from '../conciliacion.ts';
import { AUXILIARIES } from '../cupon.ts';
import { civilDate, conciliacionForm, countersForm } from '../forms.ts';

const text = z.string();
const number = z.number();
const texts = z.array(text).readonly();

const countForm = z.strictObject({ total: number, nuevos: number, existentes: number, error: number });
export type Count = z.infer<typeof countForm>;

/** How number fields are written in requests. Changing the form begins a new generation. */
const numberForm = z.enum(['texto', 'numero']);
export type NumberForm = z.infer<typeof numberForm>;

/** A send as it was stored before it left. It sends the coupons `desde` to `hasta`, except refused coupons. */
const sendingForm = z.strictObject({
  /** `primero`: one coupon that opens the reconciliation. `cierre`: one coupon that closes it. `unico`: the only coupon, which does both. `tanda`: a batch. */
  tipo: z.enum(['unico', 'primero', 'tanda', 'cierre']),
  generacion: number,
  /** The number of the send in its generation. If the same range is sent again, it keeps the number and the bytes. */
  n: number,
  desde: number,
  hasta: number,
  cupones: number,
  /** The id in the request; `0` for the first send. */
  id: text,
  /** SHA-256 of the request's body, in hexadecimal. */
  hash: text,
  conNumeros: z.boolean(),
  /** The counts of the header just before the send; null for a first send. */
  antes: countForm.nullable(),
});
export type Sending = z.infer<typeof sendingForm>;

const markerForm = z.strictObject({ campo: z.enum(AUXILIARIES), nonce: text });
export type Marker = Readonly<z.infer<typeof markerForm>>;

const motivo = z.enum(['no_explica', 'desaparecida', 'cierre_rechazado', 'numeros', 'duplicada', 'a_pedido']);
export type Motivo = z.infer<typeof motivo>;

const questionForm = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('primero_incierto'), candidatas: texts }),
  z.strictObject({ tipo: z.literal('cierre_crecido'), id: text }),
  z.strictObject({ tipo: z.literal('reinicios_agotados'), id: text, motivo }),
  z.strictObject({ tipo: z.literal('propiedad_incierta'), id: text, huerfana: z.boolean() }),
  z.strictObject({ tipo: z.literal('no_borrable'), id: text }),
  z.strictObject({ tipo: z.literal('duplicacion'), id: text, sobran: number }),
  z.strictObject({ tipo: z.literal('desaparecida'), id: text }),
  z.strictObject({ tipo: z.literal('rechazo_sistematico'), detalle: text }),
  /** The service failed (5xx) every time for this coupon, sent alone. */
  z.strictObject({ tipo: z.literal('cupon_fallido'), seq: number }),
  z.strictObject({ tipo: z.literal('huerfana_incierta'), ids: texts }),
  /** A restored ledger lacks these reconciliations of the service. `propias`: all of them have our marker. */
  z.strictObject({ tipo: z.literal('recuperada'), ids: texts, propias: z.boolean() }),
]);
export type UploadQuestion = z.infer<typeof questionForm>;

const stopCode = z.enum([
  'TOKEN_RECHAZADO',
  'DEMASIADOS_PEDIDOS',
  'CARGA_INTERRUMPIDA',
  'LECTURA_INESTABLE',
  'ESPERA_AGOTADA',
]);
export type StopCode = z.infer<typeof stopCode> | 'RESPUESTA_INVALIDA';

/** What to do after a send that was proven not to be applied. */
const diagnosisForm = z.discriminatedUnion('que', [
  z.strictObject({ que: z.literal('repetir') }),
  z.strictObject({ que: z.literal('token') }),
  z.strictObject({ que: z.literal('espera'), ms: number }),
  z.strictObject({ que: z.literal('tamano'), tamano: number }),
  z.strictObject({ que: z.literal('numeros') }),
  z.strictObject({ que: z.literal('cupon'), seq: number, detalle: text }),
  z.strictObject({ que: z.literal('detener'), codigo: stopCode }),
]);
export type Diagnosis = z.infer<typeof diagnosisForm>;

/** The outcome of a complete reading of the result, compared as multisets. */
const readingForm = z.strictObject({
  /** The header. `quieto`: false if the header changed during the reading, or if texts came back changed. */
  encabezado: conciliacionForm,
  quieto: z.boolean(),
  filas: number,
  /** How many sent coupons the result lacks. */
  faltan: number,
  /** How many rows of the result are no sent coupon, or the same coupon again. */
  sobran: number,
  cuarentena: number,
  /** A fingerprint of the missing and the surplus coupons, equal for equal readings. */
  huella: text,
});
export type ReadingOutcome = z.infer<typeof readingForm>;

const formOf = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

/**
 * The events from which the state of an upload follows (docs/upload.md, "Ledger"), each with its forms, the first being version 1. Never edit a form that a
 * ledger may have: a new field or a new word in a list is a further version. Older forms are converted to the newest when they are read. A program that does
 * not know a form refuses the ledger instead of reading a part of it.
 */
export const EVENT_FORMS = {
  congelada: [
    formOf('congelada', {
      total: number,
      marcador: markerForm.nullable(),
      numeros: numberForm,
      /** The requested coupons per batch, if any. The number also applies when the upload is resumed. */
      porTanda: number.exactOptional(),
    }),
  ],
  /** `porTanda`: coupons per batch from here on, if a person asked for another number. */
  reanudada: [formOf('reanudada', { porTanda: number.exactOptional() })],
  base: [formOf('base', { ids: texts, desde: civilDate })],
  intento: [formOf('intento', { envio: sendingForm })],
  /** `status`: the status of a complete answer in which the service failed (5xx). */
  perdida: [formOf('perdida', { motivo: text, status: number.exactOptional() })],
  rechazo: [formOf('rechazo', { status: number, retryAfterMs: number.nullable(), detalle: text })],
  /** `huerfanas`: other reconciliations with our marker, which will be deleted. */
  aplicado: [
    formOf('aplicado', {
      id: text,
      prueba: z.enum(['respuesta', 'marcador', 'encabezado', 'persona']),
      contadores: countersForm.nullable(),
      huerfanas: texts,
    }),
  ],
  no_aplicado: [formOf('no_aplicado', { prueba: z.enum(['rechazo', 'plazo', 'persona']), diagnostico: diagnosisForm })],
  aprendido: [formOf('aprendido', { lista: z.boolean().nullable() })],
  reinicio: [formOf('reinicio', { motivo })],
  huerfanas: [formOf('huerfanas', { ids: texts })],
  intento_borrar: [formOf('intento_borrar', { id: text })],
  borrado_perdido: [formOf('borrado_perdido', { id: text })],
  borrada: [formOf('borrada', { id: text, prueba: z.enum(['respuesta', 'ausente', 'ajena']) })],
  decision_pedida: [formOf('decision_pedida', { decision: questionForm })],
  decidida: [formOf('decidida', { clave: text })],
  leida: [formOf('leida', { lectura: readingForm, leido: text })],
  /** How many ms the upload waited after D for the rows of a new reconciliation; the wait goes on counting after the program restarts. */
  filas_esperadas: [formOf('filas_esperadas', { ms: number })],
  /** Reconciliations that appeared during this upload, although every first send was answered, and whose rows the service does not show. */
  sin_probar: [formOf('sin_probar', { ids: texts })],
  auditoria_pendiente: [formOf('auditoria_pendiente', {})],
  terminada: [formOf('terminada', {})],
  abandonada: [formOf('abandonada', {})],
} as const;
export type UploadEvent = z.infer<(typeof EVENT_FORMS)[keyof typeof EVENT_FORMS][number]>;

/** What is known of an account's service; null: not known yet, which proves nothing. */
export interface LearnedFacts {
  /** Whether lists show reconciliations that are still open (`PENDIENTE`). */
  readonly lista: boolean | null;
  readonly numeros: NumberForm | null;
  /** The largest batch that the service accepted after refusing a larger one. */
  readonly tamano: number | null;
}

export interface Settings {
  /** D of docs/upload.md: how long a send without an answer may still be applied. */
  readonly patienceMs: number;
  readonly porTanda: number;
  readonly esperaMs: number;
  readonly settledMs: number;
}

/** Whose rows the first page of a reconciliation has. */
export interface Ownership {
  /** False if a complete answer said that the reconciliation does not exist. */
  readonly existe: boolean;
  /** The service refused to show the result, so its rows are unknown. */
  readonly ilegible?: boolean;
  readonly marca: number;
  /** Rows without any marker whose dates and numbers equal those of a coupon of this upload. */
  readonly igual: number;
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

export type SendingPlan = Pick<Sending, 'tipo' | 'generacion' | 'n' | 'desde' | 'hasta' | 'id'>;

export type Observation =
  | { readonly tipo: 'lista'; readonly lista: ListReading; readonly desde: CivilDate }
  /** undefined: a complete answer said that the reconciliation does not exist. */
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
