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

/** A person's decisions about coupons, `decisiones.*`. Amounts are decimal strings with a dot, days ISO, instants local date and time. */

export type { DecidedCupon };
/** The kinds of decision that a person takes. Undoing one is an event of the ledger, but no decision. */
export type DecisionKind = Exclude<LedgerDecisionKind, 'deshecha'>;

/** Who took a decision and when. `decisiones.deshacer` takes its number `n`. */
interface Stamp {
  readonly n: number;
  readonly quien: string;
  readonly cuando: string;
}

/** Data that contradicts a decision. */
export interface Contradiction {
  readonly codigo: ContradictionCode;
  /** The operation of the contradiction; null if unknown. */
  readonly operacion: string | null;
  readonly texto: string;
}

/** Where people find a coupon. */
export interface CuponPlace {
  /** The reconciliation whose result has the coupon; null in an unsent file. */
  readonly conciliacion: string | null;
  /** The coupon's number in the kept reading, as in `conciliaciones.cupones`; null in an unsent file. */
  readonly n: number | null;
  /** Its number in our upload; null if the upload was not ours, or if nothing was sent. */
  readonly seq: number | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** The row's id in `revision.*`; absent elsewhere. */
  readonly id?: number;
}

/** The decisions in force about a coupon. */
export interface StatedDecision {
  /** One line for grids and workbooks: "Vinculado con 5519903 · Reclamado". */
  readonly texto: string;
  /** The coupon needs no more work: it is linked or explained, or its difference is written off. It stays unmatched. */
  readonly resuelto: boolean;
  /** Whether it is work for today: it is unsettled and waits for nothing, its day to look again came, or the data contradicts it. */
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
  /** Operations that were refused for the coupon. */
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
  /** The correction that was sent instead of the coupon. */
  readonly reemplazo: (Stamp & { readonly por: DecidedCupon }) | null;
  readonly contradicciones: readonly Contradiction[];
}

export interface CuponWithDecision extends DecidedCupon {
  readonly decision: StatedDecision;
}

export interface TakenDecisions {
  /** The numbers of the written decisions, in input order; empty with `probar`. */
  readonly ns: readonly number[];
  /** The coupons of the decisions, with the decisions in force afterwards. */
  readonly cupones: readonly CuponWithDecision[];
  /** With `parcial`: the refused decisions, by their place in the input (from 0), and why. Without it one refusal refuses all. */
  readonly rechazadas: readonly { readonly lugar: number; readonly codigo: ErrorCode; readonly mensaje: string }[];
}

/** A row of a workbook with a filled *Decisión*. */
export interface DecisionOfWorkbook {
  /** Its row in the workbook. */
  readonly fila: number;
  /** The row's *N.º de cupón* and *Decisión*. */
  readonly cupon: string;
  readonly decision: string;
  /** Values of its coupon as in the row: the day as `YYYY-MM-DD`, the amount as decimal text; empty if the cell is. */
  readonly comprobante: string;
  readonly fecha: string;
  readonly importe: string;
  /** `igual`: already decided so. */
  readonly estado: 'se_aplica' | 'rechazada' | 'igual';
  /** What it decides, with what is decided about its coupon now; or why it is refused. */
  readonly texto: string;
  /** Only for a refused row. */
  readonly codigo?: ErrorCode;
}

export interface DecisionsOfWorkbook {
  readonly filas: readonly DecisionOfWorkbook[];
  /** The number of coupons in the workbook without a decision. */
  readonly sinDecision: number;
  /** The decisions of the rows with `se_aplica`, in their order, for `decisiones.tomar`. */
  readonly decisiones: readonly z.output<typeof decisionOfInput>[];
}

export interface UndoneDecisions {
  readonly deshechas: readonly number[];
  /** The coupons of the undone decisions, with the decisions in force afterwards; `decision` is null without any. */
  readonly cupones: readonly (DecidedCupon & { readonly decision: StatedDecision | null })[];
}

export interface ListedDecisions {
  /** Newest decision first. */
  readonly cupones: readonly CuponWithDecision[];
  /** The number of filtered coupons, without the limit. */
  readonly total: number;
}

/** A decision as taken, in force or not. */
export interface PastDecision extends Stamp {
  readonly tipo: DecisionKind;
  readonly texto: string;
  /** Who undid it and when; null if it was not undone. */
  readonly deshecha: Stamp | null;
}

const said = typedUpTo(2000);
const importe = z.string().regex(/^-?\d{1,13}(?:\.\d{1,2})?$/, 'se espera un importe como 1234.50');

/** A coupon: by its number in our upload (or in the upload of that reconciliation), or by `n`, its number in a kept reading (`conciliaciones.cupones`). */
const cupon = z.union([
  z.strictObject({ carga: id, seq: z.number().int().min(1) }),
  z.strictObject({ conciliacion: id, n: z.number().int().min(1) }),
]);

/** A decision in a person's words; card numbers in its texts are masked. */
export const decisionOfInput = z.discriminatedUnion('tipo', [
  /** The coupons are the operations: 1–1, 1–N or N–1. Their amounts differ by at most `tolerancia`, by default zero. */
  z.strictObject({
    tipo: z.literal('vinculo'),
    cupones: z.array(cupon).min(1).max(100),
    operaciones: z.array(id).min(1).max(100),
    tolerancia: importe.optional(),
    nota: said.optional(),
  }),
  /** The coupon is none of these operations. By default: the linked ones, else its first candidate. */
  z.strictObject({
    tipo: z.literal('no_es'),
    cupon,
    operaciones: z.array(id).min(1).max(100).optional(),
    nota: said.optional(),
  }),
  z.strictObject({ tipo: z.literal('explicado'), cupon, motivo: said }),
  /** Writes off `importe` of the coupon. */
  z.strictObject({ tipo: z.literal('ajuste'), cupon, importe, motivo: said }),
  z.strictObject({ tipo: z.literal('nota'), cupon, texto: said }),
  z.strictObject({ tipo: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: said.optional() }),
  /** The day on which to look again. */
  z.strictObject({ tipo: z.literal('mirar'), cupon, fecha: date, nota: said.optional() }),
]);

const type = z.enum(['vinculo', 'no_es', 'explicado', 'ajuste', 'nota', 'reclamo', 'mirar', 'reemplazo']);

export const DECISIONS_INPUTS = {
  /**
   * Takes decisions, all or none. `probar`: returns the outcome and writes nothing. `parcial`: lists the impossible decisions in `rechazadas` and
   * takes the others.
   */
  'decisiones.tomar': withInput({
    cuenta,
    idioma,
    decisiones: z.array(decisionOfInput).min(1).max(5000),
    probar: z.boolean().optional(),
    parcial: z.boolean().optional(),
  }).answers<TakenDecisions>(),
  /** Reads the decisions that a person wrote in an exported workbook of the queue, and returns the effect of each. `decisiones.tomar` takes them. */
  'decisiones.leer_planilla': withInput({ cuenta, idioma, planilla: place }).answers<DecisionsOfWorkbook>(),
  /** Undoes decisions by their numbers, all or none; or the last one of a kind about a coupon. */
  'decisiones.deshacer': withInput({
    cuenta,
    idioma,
    que: z.union([
      z.strictObject({ ns: z.array(z.number().int().min(1)).min(1).max(5000) }),
      z.strictObject({ cupon, tipo: type }),
    ]),
  }).answers<UndoneDecisions>(),
  /** The coupons with decisions. */
  'decisiones.listar': withInput({
    cuenta,
    idioma,
    /** Only those whose day to look again came, and those that the data contradicts. */
    solo: z.literal('pendientes').optional(),
    limite: z.number().int().min(1).max(500).optional(),
  }).answers<ListedDecisions>(),
  /** Every decision about a coupon, undone or not, oldest first. */
  'decisiones.historia': withInput({ cuenta, idioma, cupon }).answers<readonly PastDecision[]>(),
} as const;
