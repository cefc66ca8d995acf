import { z } from 'zod';
import type { Instant } from '../clock.ts';
import { civilDate, cuponForm } from '../forms.ts';
import { toCentavos } from '../money.ts';

const text = z.string();
const maybe = text.nullable();
const money = z.number().int().transform(toCentavos);
const number = z.number().int();

/** A sale of ours, named by values that survive another reading, another upload and another cache. */
const cupon = z.strictObject({
  /** Our upload and the coupon's number in it; null where the upload was not ours. */
  carga: maybe,
  seq: number.nullable(),
  /** The reconciliation that showed it; null where its upload had none at the decision. */
  conciliacion: maybe,
  archivo: maybe,
  fila: number.nullable(),
  /** Its number among the equal sales of its upload, from 1. */
  vez: number,
  /** Without our marker. */
  cupon: cuponForm.readonly(),
});
export type DecidedCupon = Readonly<z.infer<typeof cupon>>;

/** A coupon as a person names it: by its number in our upload (or in the upload of that reconciliation), or in a kept reading. */
export type CuponRef =
  | { readonly carga: string; readonly seq: number }
  | { readonly conciliacion: string; readonly n: number };

/** An operation at the time of the decision: its identifier, and its natural key in case the service changes the identifier. */
const operacion = z.strictObject({
  id: text,
  fecha_venta: civilDate,
  importe: money,
  establecimiento: maybe,
  terminal: maybe,
  lote: maybe,
  comprobante: maybe,
  tarjeta_nro: maybe,
  autorizacion: maybe,
  referencia: maybe,
});
export type DecidedOperacion = Readonly<z.infer<typeof operacion>>;

export const CLAIM_STATES = ['por_reclamar', 'reclamado', 'aceptado', 'rechazado', 'cobrado'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

const cupones = z.array(cupon).readonly();
const operaciones = z.array(operacion).readonly();

/** The coupons are the operations, 1–1, 1–N or N–1. `diferencia`: sum of coupons less sum of operations, at most `tolerancia` either way. */
const link = z.strictObject({
  kind: z.literal('vinculo'),
  cupones,
  operaciones,
  tolerancia: money,
  diferencia: money,
  nota: maybe,
});
export type LinkEvent = z.infer<typeof link>;

/** The coupon is none of these operations, which ends its link with them. */
const refusal = z.strictObject({ kind: z.literal('no_es'), cupon, operaciones, nota: maybe });

/**
 * How each kind of decision of a person is written. Kinds and members are persisted: add, never rename. A form that some ledger may have is never
 * edited: a change is a further version (`domain/upload/types.ts`).
 */
export const DECISION_FORMS = {
  vinculo: [link],
  no_es: [refusal],
  /** The coupon needs no more research, for this reason. */
  explicado: [z.strictObject({ kind: z.literal('explicado'), cupon, motivo: text })],
  /** Writes off `importe` of the coupon, for this reason. */
  ajuste: [z.strictObject({ kind: z.literal('ajuste'), cupon, importe: money, motivo: text })],
  nota: [z.strictObject({ kind: z.literal('nota'), cupon, texto: text })],
  reclamo: [z.strictObject({ kind: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: maybe })],
  mirar: [z.strictObject({ kind: z.literal('mirar'), cupon, fecha: civilDate, nota: maybe })],
  /** The coupon was corrected, and `por` was sent instead: it is done once `por` matched. */
  reemplazo: [z.strictObject({ kind: z.literal('reemplazo'), cupon, por: cupon })],
  deshecha: [z.strictObject({ kind: z.literal('deshecha'), de: number })],
} as const;
export type DecisionEvent = z.infer<(typeof DECISION_FORMS)[keyof typeof DECISION_FORMS][number]>;

export type DecisionKind = DecisionEvent['kind'];

/** A decision with its number in the ledger, its author and time. */
export interface DecisionEntry {
  readonly n: number;
  readonly at: Instant;
  readonly quien: string;
  readonly decision: DecisionEvent;
}

export function cuponesOf(decision: DecisionEvent): readonly DecidedCupon[] {
  if (decision.kind === 'deshecha') return [];
  return decision.kind === 'vinculo' ? decision.cupones : [decision.cupon];
}
