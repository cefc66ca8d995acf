import {
  CLAIM_STATES,
  type ClaimState,
  type DecidedCupon,
  type DecisionKind as LedgerDecisionKind,
} from '#domain/decisions/events.ts';
import type { ContradictionCode } from '#domain/decisions/contradictions.ts';
import type { ErrorCode } from './errors.ts';
import type { MethodParsed } from './inputs.ts';

/** What the methods `decisiones.*` answer. Amounts are decimal strings with a dot, days ISO, instants local date and time. A public interface: add keys, change none. */

export { CLAIM_STATES, type DecidedCupon };
/** The kinds of decision that a person takes. An undoing is an event of the ledger, and no decision. */
export type DecisionKind = Exclude<LedgerDecisionKind, 'deshecha'>;

/** Who took a decision and when. `n` is its number, which `decisiones.deshacer` takes. */
interface Stamp {
  readonly n: number;
  readonly quien: string;
  readonly cuando: string;
}

/** What the data says against a decision. */
export interface Contradiction {
  readonly codigo: ContradictionCode;
  /** The operation that the contradiction is about; null where it is not known which one. */
  readonly operacion: string | null;
  readonly texto: string;
}

/** Where people find a coupon. */
export interface CuponPlace {
  /** The reconciliation whose result has the coupon; null in a file that was not sent. */
  readonly conciliacion: string | null;
  /** Names the coupon within the kept reading, as `conciliaciones.cupones` does; null in a file that was not sent. */
  readonly n: number | null;
  /** Its number in our upload; null where the upload was not ours, or nothing was sent. */
  readonly seq: number | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** Names the row in `revision.*`; absent elsewhere. */
  readonly id?: number;
}

/** The decisions of a person about a coupon that hold now. */
export interface StatedDecision {
  /** One line for grids and workbooks: "Vinculado con 5519903 · Reclamado". */
  readonly texto: string;
  /** Nothing is left to do with the coupon: it is linked or explained, or its difference is written off. It stays among the unmatched ones. */
  readonly resuelto: boolean;
  /** True when it is work for today: it is not settled and waits for nothing, or its day to look again came, or the data contradicts it. */
  readonly pendiente: boolean;
  readonly vinculo:
    | (Stamp & {
        readonly operaciones: readonly string[];
        /** All coupons of the link, this one included. */
        readonly cupones: readonly DecidedCupon[];
        /** Sum of the coupons less sum of the operations. */
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
  /** `abierto`: the claim is not finished yet. */
  readonly reclamo:
    | (Stamp & { readonly estado: ClaimState; readonly abierto: boolean; readonly nota: string | null })
    | null;
  /** The day on which to look again. `llego`: that day is today or before. */
  readonly mirar: (Stamp & { readonly fecha: string; readonly llego: boolean; readonly nota: string | null }) | null;
  /** The coupon that was sent in its place, corrected. */
  readonly reemplazo: (Stamp & { readonly por: DecidedCupon }) | null;
  readonly contradicciones: readonly Contradiction[];
}

/** A coupon and the decisions that hold for it. */
export interface CuponWithDecision extends DecidedCupon {
  readonly decision: StatedDecision;
}

export interface TakenDecisions {
  /** The numbers of what was written, in the order in which it was asked; empty with `probar`. */
  readonly ns: readonly number[];
  /** The coupons that the decisions are about, with what holds after them. */
  readonly cupones: readonly CuponWithDecision[];
  /** With `parcial`: those that cannot be, by their place in what was asked (from 0), and why. Empty without it: one of them refuses them all. */
  readonly rechazadas: readonly { readonly lugar: number; readonly codigo: ErrorCode; readonly mensaje: string }[];
}

/** A row of a workbook in which *Decisión* is filled in. */
export interface DecisionOfWorkbook {
  /** Its row in the workbook. */
  readonly fila: number;
  /** What the row has in *N.º de cupón* and in *Decisión*. */
  readonly cupon: string;
  readonly decision: string;
  /** `igual`: that holds already. */
  readonly estado: 'se_aplica' | 'rechazada' | 'igual';
  /** What it decides, or why it is refused. */
  readonly texto: string;
  /** Only of a refused row. */
  readonly codigo?: ErrorCode;
}

export interface DecisionsOfWorkbook {
  readonly filas: readonly DecisionOfWorkbook[];
  /** Coupons of the workbook about which nothing is decided. */
  readonly sinDecision: number;
  /** The decisions of the rows with `se_aplica`, in their order, for `decisiones.tomar`. */
  readonly decisiones: readonly MethodParsed<'decisiones.tomar'>['decisiones'][number][];
}

export interface UndoneDecisions {
  readonly deshechas: readonly number[];
  /** The coupons that the undone decisions were about, with what holds after the undoing; `decision` null where nothing does. */
  readonly cupones: readonly (DecidedCupon & { readonly decision: StatedDecision | null })[];
}

export interface ListedDecisions {
  /** The one with the newest decision first. */
  readonly cupones: readonly CuponWithDecision[];
  /** Coupons of the filter, whatever the limit. */
  readonly total: number;
  /** Of all decided coupons: how many have reached their day to look again, and how many the data contradicts. */
  readonly porMirar: number;
  readonly contradichos: number;
}

/** One decision as it was taken, whether or not it holds now. */
export interface PastDecision extends Stamp {
  readonly tipo: DecisionKind;
  readonly texto: string;
  /** Who undid it and when; null where it stands. */
  readonly deshecha: Stamp | null;
}

/** The answer of each method. */
export interface DecisionsOutputs {
  'decisiones.tomar': TakenDecisions;
  'decisiones.leer_planilla': DecisionsOfWorkbook;
  'decisiones.deshacer': UndoneDecisions;
  'decisiones.listar': ListedDecisions;
  'decisiones.historia': readonly PastDecision[];
}
