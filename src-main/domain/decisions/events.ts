import { z } from 'zod';
import type { Instant } from '../clock.ts';
import { civilDate, cuponForm } from '../forms.ts';
import { toCentavos } from '../money.ts';

const text = z.string();
const maybe = text.nullable();
const money = z.number().int().transform(toCentavos);
const number = z.number().int();

/** A coupon of the merchant, described by values that stay the same in later readings, uploads and caches. */
const cupon = z.strictObject({
  /** The upload of this PC and the coupon's number in it; null if another PC uploaded it. */
  carga: maybe,
  seq: number.nullable(),
  /** The reconciliation whose result showed the coupon; null if the upload had no reconciliation when the decision was made. */
  conciliacion: maybe,
  archivo: maybe,
  fila: number.nullable(),
  /** The coupon's place among the equal sales of its upload, from 1. */
  vez: number,
  /** Without the marker. */
  cupon: cuponForm.readonly(),
});
export type DecidedCupon = Readonly<z.infer<typeof cupon>>;

/** How a person names a coupon: by `seq` in an upload of this PC (`carga`: the upload or its reconciliation), or by `n` in a stored reading. */
export type CuponRef =
  | { readonly carga: string; readonly seq: number }
  | { readonly conciliacion: string; readonly n: number };

/** An operation as it was at the time of the decision: its identifier, and the fields by which the operation is found if its identifier changes. */
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

/** Links one coupon with one or several operations, or several coupons with one operation. `diferencia`: the coupons' sum minus the operations' sum. */
const link = z.strictObject({
  kind: z.literal('vinculo'),
  cupones,
  operaciones,
  tolerancia: money,
  diferencia: money,
  nota: maybe,
});
export type LinkEvent = z.infer<typeof link>;

/** The coupon is none of these operations. This ends a link with one of them. */
const refusal = z.strictObject({ kind: z.literal('no_es'), cupon, operaciones, nota: maybe });

/** The stored forms of decisions: add, never rename or edit. A change of a form is a further version (`domain/upload/types.ts`). */
export const DECISION_FORMS = {
  vinculo: [link],
  no_es: [refusal],
  /** The reason is known, so the coupon needs no more work. */
  explicado: [z.strictObject({ kind: z.literal('explicado'), cupon, motivo: text })],
  /** Writes off `importe` of the coupon, for this reason. */
  ajuste: [z.strictObject({ kind: z.literal('ajuste'), cupon, importe: money, motivo: text })],
  nota: [z.strictObject({ kind: z.literal('nota'), cupon, texto: text })],
  reclamo: [z.strictObject({ kind: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: maybe })],
  mirar: [z.strictObject({ kind: z.literal('mirar'), cupon, fecha: civilDate, nota: maybe })],
  /** The coupon was corrected and sent again as `por`; once `por` matches, nothing is left to do. */
  reemplazo: [z.strictObject({ kind: z.literal('reemplazo'), cupon, por: cupon })],
  deshecha: [z.strictObject({ kind: z.literal('deshecha'), de: number })],
} as const;
export type DecisionEvent = z.infer<(typeof DECISION_FORMS)[keyof typeof DECISION_FORMS][number]>;

export type DecisionKind = DecisionEvent['kind'];

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
