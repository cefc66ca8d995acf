import { z } from 'zod';
import {
  CLAIM_STATES,
  type ClaimState,
  type DecidedCupon,
  type DecisionKind as LedgerDecisionKind,
} from '#domain/decisions/events.ts';
import type { ContradictionCode } from '#domain/decisions/check.ts';
import type { ErrorCode } from './errors.ts';
import { cuenta, date, id, idioma, place, withInput, typedUpTo } from './common-inputs.ts';

/** What a person decides about coupons, `decisiones.*`. Amounts are decimal strings with a dot, days ISO, instants local date and time. */

export type { DecidedCupon };
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

export interface CuponWithDecision extends DecidedCupon {
  readonly decision: StatedDecision;
}

export interface TakenDecisions {
  /** The numbers of what was written, in the order in which it was asked; empty with `probar`. */
  readonly ns: readonly number[];
  /** The coupons that the decisions are about, with what holds after them. */
  readonly cupones: readonly CuponWithDecision[];
  /** With `parcial`: the refused decisions, by their place in the input (from 0), and why. Without it one refusal refuses all. */
  readonly rechazadas: readonly { readonly lugar: number; readonly codigo: ErrorCode; readonly mensaje: string }[];
}

/** A row of a workbook in which *Decisión* is filled in. */
export interface DecisionOfWorkbook {
  /** Its row in the workbook. */
  readonly fila: number;
  /** What the row has in *N.º de cupón* and in *Decisión*. */
  readonly cupon: string;
  readonly decision: string;
  /** Of its coupon, as the row has them: the day as `YYYY-MM-DD`, the amount as decimal text; empty where the cell is. */
  readonly comprobante: string;
  readonly fecha: string;
  readonly importe: string;
  /** `igual`: already decided so. */
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
  readonly decisiones: readonly z.output<typeof decisionOfInput>[];
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
}

/** One decision as it was taken, whether or not it holds now. */
export interface PastDecision extends Stamp {
  readonly tipo: DecisionKind;
  readonly texto: string;
  /** Who undid it and when; null where it stands. */
  readonly deshecha: Stamp | null;
}

const said = typedUpTo(2000);
const importe = z.string().regex(/^-?\d{1,13}(?:\.\d{1,2})?$/, 'se espera un importe como 1234.50');

/** A coupon: by its number in our upload (or in the upload of that reconciliation), or by `n`, its number in a kept reading (`conciliaciones.cupones`). */
const cupon = z.union([
  z.strictObject({ carga: id, seq: z.number().int().min(1) }),
  z.strictObject({ conciliacion: id, n: z.number().int().min(1) }),
]);

/** A decision as a person says it; card numbers in its texts are masked. */
export const decisionOfInput = z.discriminatedUnion('tipo', [
  /** The coupons are the operations: 1–1, 1–N or N–1. Their amounts differ by `tolerancia` at most; it is zero when left out. */
  z.strictObject({
    tipo: z.literal('vinculo'),
    cupones: z.array(cupon).min(1).max(100),
    operaciones: z.array(id).min(1).max(100),
    tolerancia: importe.optional(),
    nota: said.optional(),
  }),
  /** The coupon is none of these operations. When they are left out: those that it is linked with, else its first candidate. */
  z.strictObject({
    tipo: z.literal('no_es'),
    cupon,
    operaciones: z.array(id).min(1).max(100).optional(),
    nota: said.optional(),
  }),
  z.strictObject({ tipo: z.literal('explicado'), cupon, motivo: said }),
  /** `importe` of the coupon is written off. */
  z.strictObject({ tipo: z.literal('ajuste'), cupon, importe, motivo: said }),
  z.strictObject({ tipo: z.literal('nota'), cupon, texto: said }),
  z.strictObject({ tipo: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: said.optional() }),
  /** The day on which to look again. */
  z.strictObject({ tipo: z.literal('mirar'), cupon, fecha: date, nota: said.optional() }),
]);

const type = z.enum(['vinculo', 'no_es', 'explicado', 'ajuste', 'nota', 'reclamo', 'mirar', 'reemplazo']);

export const DECISIONS_INPUTS = {
  /**
   * Takes decisions, all of them or none. `probar`: answers what would hold, and writes nothing. `parcial`: the decisions that cannot be taken are listed
   * in `rechazadas`, and the others are taken.
   */
  'decisiones.tomar': withInput({
    cuenta,
    idioma,
    decisiones: z.array(decisionOfInput).min(1).max(5000),
    probar: z.boolean().optional(),
    parcial: z.boolean().optional(),
  }).answers<TakenDecisions>(),
  /** Reads the decisions that a person wrote in an exported workbook of the queue, and answers what each would do. `decisiones.tomar` takes them. */
  'decisiones.leer_planilla': withInput({ cuenta, idioma, planilla: place }).answers<DecisionsOfWorkbook>(),
  /** Undoes decisions by their numbers, all of them or none; or the last of a kind about a coupon that was not undone. */
  'decisiones.deshacer': withInput({
    cuenta,
    idioma,
    que: z.union([
      z.strictObject({ ns: z.array(z.number().int().min(1)).min(1).max(5000) }),
      z.strictObject({ cupon, tipo: type }),
    ]),
  }).answers<UndoneDecisions>(),
  /** The coupons about which something was decided. */
  'decisiones.listar': withInput({
    cuenta,
    idioma,
    /** Only those whose day to look again came, and those that the data contradicts. */
    solo: z.literal('pendientes').optional(),
    limite: z.number().int().min(1).max(500).optional(),
  }).answers<ListedDecisions>(),
  /** Every decision about a coupon, undone or not, the oldest first. */
  'decisiones.historia': withInput({ cuenta, idioma, cupon }).answers<readonly PastDecision[]>(),
} as const;
