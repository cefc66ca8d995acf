import type { CivilDate } from '../civil-date.ts';
import type { Instant } from '../clock.ts';
import type { Cupon } from '../cupon.ts';
import type { Money } from '../money.ts';

/** A sale of ours, named by values that survive another reading, another upload and another cache. */
export interface DecidedCupon {
  /** Our upload and the coupon's number in it; null where the upload was not ours. */
  readonly carga: string | null;
  readonly seq: number | null;
  /** The reconciliation that showed it; null where its upload had none at the decision. */
  readonly conciliacion: string | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** Its number among the equal sales of its upload, from 1. */
  readonly vez: number;
  /** Without our marker. */
  readonly cupon: Cupon;
}

/** An operation at the time of the decision: its identifier, and its natural key in case the service changes the identifier. */
export interface DecidedOperacion {
  readonly id: string;
  readonly fecha_venta: CivilDate;
  readonly importe: Money;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  readonly lote: string | null;
  readonly comprobante: string | null;
  readonly tarjeta_nro: string | null;
  readonly autorizacion: string | null;
  readonly referencia: string | null;
}

export const CLAIM_STATES = ['por_reclamar', 'reclamado', 'aceptado', 'rechazado', 'cobrado'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** The coupons are the operations, 1–1, 1–N or N–1. `diferencia`: sum of coupons less sum of operations, at most `tolerancia` either way. */
export interface LinkEvent {
  readonly kind: 'vinculo';
  readonly cupones: readonly DecidedCupon[];
  readonly operaciones: readonly DecidedOperacion[];
  readonly tolerancia: Money;
  readonly diferencia: Money;
  readonly nota: string | null;
}

/** The coupon is none of these operations, which ends its link with them. */
export interface RefusalEvent {
  readonly kind: 'no_es';
  readonly cupon: DecidedCupon;
  readonly operaciones: readonly DecidedOperacion[];
  readonly nota: string | null;
}

/** A decision of a person as the ledger keeps it. Kinds and members are persisted: add, never rename. */
export type DecisionEvent =
  | LinkEvent
  | RefusalEvent
  /** The coupon needs no more research, for this reason. */
  | { readonly kind: 'explicado'; readonly cupon: DecidedCupon; readonly motivo: string }
  /** Writes off `importe` of the coupon, for this reason. */
  | { readonly kind: 'ajuste'; readonly cupon: DecidedCupon; readonly importe: Money; readonly motivo: string }
  | { readonly kind: 'nota'; readonly cupon: DecidedCupon; readonly texto: string }
  | {
      readonly kind: 'reclamo';
      readonly cupon: DecidedCupon;
      readonly estado: ClaimState;
      readonly nota: string | null;
    }
  | { readonly kind: 'mirar'; readonly cupon: DecidedCupon; readonly fecha: CivilDate; readonly nota: string | null }
  /** The coupon was corrected, and `por` was sent instead: it is done once `por` matched. */
  | { readonly kind: 'reemplazo'; readonly cupon: DecidedCupon; readonly por: DecidedCupon }
  | { readonly kind: 'deshecha'; readonly de: number };

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
