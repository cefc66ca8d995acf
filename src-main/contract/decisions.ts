import { CLAIM_STATES, type ClaimState, type DecisionKind as LedgerDecisionKind } from '#domain/decisions/events.ts';
import type { ContradictionCode } from '#domain/decisions/contradictions.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { ErrorCode } from './errors.ts';
import type { CuponPlace } from './explanations.ts';

/** What the methods `decisiones.*` answer. Amounts are decimal strings with a dot, days ISO, instants local date and time. A public interface: add keys, change none. */

export { CLAIM_STATES };
/** Decisions that a person takes: what was undone is not one of them. */
export type DecisionKind = Exclude<LedgerDecisionKind, 'deshecha'>;

/** Who decided it and when; `n` names it, for `decisiones.deshacer`. */
interface Stamp {
  readonly n: number;
  readonly quien: string;
  readonly cuando: string;
}

/** What the data says against a decision. */
export interface Contradiction {
  readonly codigo: ContradictionCode;
  /** The operation that it is about; null where it is not known which one. */
  readonly operacion: string | null;
  readonly texto: string;
}

/** Where a coupon that was decided about stands. */
export interface DecidedCupon extends Omit<CuponPlace, 'n'> {
  /** Our upload; null where it was not ours. */
  readonly carga: string | null;
  readonly cupon: Cupon;
}

/** All that holds of what a person decided about a coupon. */
export interface StatedDecision {
  /** In a line, for grids and workbooks: "Vinculado con 5519903 · Reclamado". */
  readonly texto: string;
  /** Nothing is left to do with it: linked, explained, or its difference written off. It stays among the unmatched ones. */
  readonly resuelto: boolean;
  /** It is work of today: nothing settles it and it waits for nothing, its day to look again came, or the data contradicts it. */
  readonly pendiente: boolean;
  readonly vinculo:
    | (Stamp & {
        readonly operaciones: readonly string[];
        /** All coupons of the link, this one too. */
        readonly cupones: readonly DecidedCupon[];
        /** Coupons less operations. */
        readonly diferencia: string;
        readonly tolerancia: string;
        readonly nota: string | null;
      })
    | null;
  /** Operations that the coupon is not. */
  readonly rechazadas: readonly (Stamp & { readonly operaciones: readonly string[]; readonly nota: string | null })[];
  readonly explicado: (Stamp & { readonly motivo: string }) | null;
  readonly ajuste: (Stamp & { readonly importe: string; readonly motivo: string }) | null;
  readonly notas: readonly (Stamp & { readonly texto: string })[];
  /** `abierto`: something is still to come of it. */
  readonly reclamo:
    (Stamp & { readonly estado: ClaimState; readonly abierto: boolean; readonly nota: string | null }) | null;
  /** `llego`: the day is today or before. */
  readonly mirar: (Stamp & { readonly fecha: string; readonly llego: boolean; readonly nota: string | null }) | null;
  readonly contradicciones: readonly Contradiction[];
}

/** A coupon and what holds of it. */
export interface CuponConDecision extends DecidedCupon {
  readonly decision: StatedDecision;
}

export interface TakenDecisions {
  /** The numbers of what was written, in the order in which it was asked; empty with `probar`. */
  readonly ns: readonly number[];
  /** The coupons that it is about, as they stand after it. */
  readonly cupones: readonly CuponConDecision[];
  /** With `parcial`: those that cannot be, by their place in what was asked (from 0), and why. Empty without it: one of them refuses them all. */
  readonly rechazadas: readonly { readonly lugar: number; readonly codigo: ErrorCode; readonly mensaje: string }[];
}

export interface UndoneDecisions {
  readonly deshechas: readonly number[];
  /** The coupons that it was about, as they stand after it; `decision` null where nothing holds any more. */
  readonly cupones: readonly (DecidedCupon & { readonly decision: StatedDecision | null })[];
}

export interface ListedDecisions {
  /** The newest decision first. */
  readonly cupones: readonly CuponConDecision[];
  /** Coupons of the filter, whatever the limit. */
  readonly total: number;
  /** Of all of them: whose day to look again came, and which of them the data contradicts. */
  readonly porMirar: number;
  readonly contradichos: number;
}

/** One decision as it was taken, whether it holds or not. */
export interface PastDecision extends Stamp {
  readonly tipo: DecisionKind;
  readonly texto: string;
  /** Who undid it and when; null where nobody did. */
  readonly deshecha: Stamp | null;
}

/** The answer of each method. */
export interface DecisionsOutputs {
  'decisiones.tomar': TakenDecisions;
  'decisiones.deshacer': UndoneDecisions;
  'decisiones.listar': ListedDecisions;
  'decisiones.historia': readonly PastDecision[];
}
