import { z } from 'zod';
import type { CivilDate } from '../civil-date.ts';
import type { Conciliacion, Removal, SendingResponse, ListReading } from '../conciliacion.ts';
import { AUXILIARIES } from '../cupon.ts';
import { civilDate, conciliacionForm, countersForm } from '../forms.ts';

const text = z.string();
const number = z.number();
const texts = z.array(text).readonly();

/** The four counts of a reconciliation that are judged together. */
const countForm = z.strictObject({ total: number, nuevos: number, existentes: number, error: number });
export type Count = z.infer<typeof countForm>;

/** The form of number fields on the wire. A change of form is a new generation. */
const numberForm = z.enum(['texto', 'numero']);
export type NumberForm = z.infer<typeof numberForm>;

/** One send as it was made durable before it left: an ATTEMPT. Coupons are `desde`…`hasta` less the refused ones. */
const sendingForm = z.strictObject({
  /** `primero` opens with one coupon, `cierre` closes with one, `unico` is a file of one coupon. */
  tipo: z.enum(['unico', 'primero', 'tanda', 'cierre']),
  generacion: number,
  /** Number of the batch in its generation; a repeated send of the same range keeps it, and its bytes. */
  n: number,
  desde: number,
  hasta: number,
  cupones: number,
  /** `0` in the first send. */
  id: text,
  /** SHA-256 of the body, hex. */
  hash: text,
  conNumeros: z.boolean(),
  /** The header's counts just before; null for a first send. */
  antes: countForm.nullable(),
});
export type Sending = z.infer<typeof sendingForm>;

const markerForm = z.strictObject({ campo: z.enum(AUXILIARIES), nonce: text });
export type Marker = Readonly<z.infer<typeof markerForm>>;

const motivo = z.enum(['no_explica', 'desaparecida', 'cierre_rechazado', 'numeros', 'duplicada', 'a_pedido']);
export type Motivo = z.infer<typeof motivo>;

/** A question for a person; `decision.ts` makes its texts. */
const questionForm = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('primero_incierto'), candidatas: texts }),
  z.strictObject({ tipo: z.literal('cierre_crecido'), id: text }),
  z.strictObject({ tipo: z.literal('reinicios_agotados'), id: text, motivo }),
  z.strictObject({ tipo: z.literal('propiedad_incierta'), id: text, huerfana: z.boolean() }),
  z.strictObject({ tipo: z.literal('no_borrable'), id: text }),
  z.strictObject({ tipo: z.literal('duplicacion'), id: text, sobran: number }),
  z.strictObject({ tipo: z.literal('desaparecida'), id: text }),
  z.strictObject({ tipo: z.literal('rechazo_sistematico'), detalle: text }),
  /** The service failed (5xx) each time for this coupon, sent alone. */
  z.strictObject({ tipo: z.literal('cupon_fallido'), seq: number }),
  z.strictObject({ tipo: z.literal('huerfana_incierta'), ids: texts }),
  /** After restoring a ledger: reconciliations that only the service has. `propias`: all of them have our marker. */
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

/** What follows a send that was proven not applied. */
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

/** A complete reading of the result, after comparing multisets. */
const readingForm = z.strictObject({
  /** The header around the reading. `quieto`: false when the header changed meanwhile, or texts came back as others. */
  encabezado: conciliacionForm,
  quieto: z.boolean(),
  filas: number,
  /** Sent coupons that this reading lacks. */
  faltan: number,
  /** Rows of this reading that no sent coupon explains. */
  sobran: number,
  cuarentena: number,
  /** Fingerprint of the missing and the surplus coupons. Two equal ones count as proof. */
  huella: text,
});
export type ReadingOutcome = z.infer<typeof readingForm>;

const formOf = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

/**
 * Durable facts, from which the state of an upload follows (docs/upload.md, "Ledger"), each with its forms by version, the first being version 1. A form
 * that some ledger may have is never edited: another field, or another word in a list, is a further version. Older forms are turned into the newest
 * as they are read. A program that does not know a version refuses the ledger instead of folding half of it.
 */
export const EVENT_FORMS = {
  congelada: [
    formOf('congelada', {
      total: number,
      marcador: markerForm.nullable(),
      numeros: numberForm,
      /** The requested coupons per batch, if any; a resumed upload uses the same. */
      porTanda: number.exactOptional(),
    }),
  ],
  /** `porTanda`: the coupons per batch from here on, if a person asked for another number. */
  reanudada: [formOf('reanudada', { porTanda: number.exactOptional() })],
  base: [formOf('base', { ids: texts, desde: civilDate })],
  intento: [formOf('intento', { envio: sendingForm })],
  /** `status`: of a complete answer in which the service failed (5xx). */
  perdida: [formOf('perdida', { motivo: text, status: number.exactOptional() })],
  rechazo: [formOf('rechazo', { status: number, retryAfterMs: number.nullable(), detalle: text })],
  /** `huerfanas`: other reconciliations with our marker, which have to be deleted. */
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
  /** Milliseconds of waiting past D for the rows of a new reconciliation. They still count after a restart of the program. */
  filas_esperadas: [formOf('filas_esperadas', { ms: number })],
  /** Reconciliations that appeared during our sends, although every answer came, and whose rows the service does not show. */
  sin_probar: [formOf('sin_probar', { ids: texts })],
  auditoria_pendiente: [formOf('auditoria_pendiente', {})],
  terminada: [formOf('terminada', {})],
  abandonada: [formOf('abandonada', {})],
} as const;
export type UploadEvent = z.infer<(typeof EVENT_FORMS)[keyof typeof EVENT_FORMS][number]>;

/** Facts about an account's server; null: not known yet, which proves nothing. */
export interface LearnedFacts {
  /** Whether the list shows a reconciliation that is `PENDIENTE`. */
  readonly lista: boolean | null;
  readonly numeros: NumberForm | null;
  /** The largest batch that passed where a larger one was refused. */
  readonly tamano: number | null;
}

export interface Settings {
  /** D of docs/upload.md. */
  readonly patienceMs: number;
  readonly porTanda: number;
  readonly esperaMs: number;
  readonly settledMs: number;
}

/** Who owns the rows of a reconciliation's first page. */
export interface Ownership {
  /** False when a complete answer said that the service has no such reconciliation. */
  readonly existe: boolean;
  /** The result was refused, so its rows are unknown. */
  readonly ilegible?: boolean;
  /** Rows with our marker. */
  readonly marca: number;
  /** Rows without any marker whose content equals coupons of ours. */
  readonly igual: number;
  /** Rows of other senders. */
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
