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

/** A person's decisions about coupons: `decisiones.*`. Amounts are decimal strings with a dot, days ISO, times local date and time. */

export type { DecidedCupon };
/** The kinds of decision that a person takes. Undoing a decision is an event of the ledger, but no decision. */
export type DecisionKind = Exclude<LedgerDecisionKind, 'deshecha'>;

/** Who took a decision and when. `n`: its number, for `decisiones.deshacer`. */
interface Stamp {
  readonly n: number;
  readonly quien: string;
  readonly cuando: string;
}

export interface Contradiction {
  readonly codigo: ContradictionCode;
  /** The operation that contradicts the decision; null if unknown. */
  readonly operacion: string | null;
  readonly texto: string;
}

export interface CuponPlace {
  /** The reconciliation whose result has the coupon; null in an unsent file. */
  readonly conciliacion: string | null;
  /** The coupon's number in the stored result (`conciliaciones.cupones`); null for an unsent file. */
  readonly n: number | null;
  /** The coupon's number in our upload; null if this PC did not upload the coupon. */
  readonly seq: number | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** The id of the row under review (`revision.*`); absent for other coupons. */
  readonly id?: number;
}

/** The decisions about a coupon that were not undone. */
export interface StatedDecision {
  /** One line for grids and workbooks: "Vinculado con 5519903 · Reclamado". */
  readonly texto: string;
  /** True if a person settled the coupon: linked or explained it, or wrote off its difference. At the service the coupon stays unmatched. */
  readonly resuelto: boolean;
  /** True if a person has to handle the coupon today: its day to look again came, data contradicts the decision, or it is open and waits for nothing. */
  readonly pendiente: boolean;
  readonly vinculo:
    | (Stamp & {
        readonly operaciones: readonly string[];
        /** All coupons of the link, including this coupon. */
        readonly cupones: readonly DecidedCupon[];
        /** The sum of the coupons minus the sum of the operations. */
        readonly diferencia: string;
        readonly tolerancia: string;
        readonly nota: string | null;
      })
    | null;
  readonly rechazadas: readonly (Stamp & { readonly operaciones: readonly string[]; readonly nota: string | null })[];
  readonly explicado: (Stamp & { readonly motivo: string }) | null;
  readonly ajuste: (Stamp & { readonly importe: string; readonly motivo: string }) | null;
  readonly notas: readonly (Stamp & { readonly texto: string })[];
  /** `abierto`: true while the claim has no outcome. */
  readonly reclamo:
    | (Stamp & { readonly estado: ClaimState; readonly abierto: boolean; readonly nota: string | null })
    | null;
  /** The day on which to look at the coupon again. `llego`: true from that day on. */
  readonly mirar: (Stamp & { readonly fecha: string; readonly llego: boolean; readonly nota: string | null }) | null;
  readonly reemplazo: (Stamp & { readonly por: DecidedCupon }) | null;
  readonly contradicciones: readonly Contradiction[];
}

export interface CuponWithDecision extends DecidedCupon {
  readonly decision: StatedDecision;
}

export interface TakenDecisions {
  /** The numbers of the saved decisions, in input order; empty with `probar`. */
  readonly ns: readonly number[];
  /** The coupons of the decisions, with the decisions in force afterwards. */
  readonly cupones: readonly CuponWithDecision[];
  /** With `parcial`: the refused decisions, by their index in the input (from 0), and why. Without `parcial`, one refused decision refuses all. */
  readonly rechazadas: readonly { readonly lugar: number; readonly codigo: ErrorCode; readonly mensaje: string }[];
}

/** A row of a workbook in which *Decisión* is filled. */
export interface DecisionOfWorkbook {
  readonly fila: number;
  /** What the row has in *N.º de cupón* and *Decisión*. */
  readonly cupon: string;
  readonly decision: string;
  /** Values of the coupon, as the row has them: day as `YYYY-MM-DD`, amount as decimal text; empty for an empty cell. */
  readonly comprobante: string;
  readonly fecha: string;
  readonly importe: string;
  /** `igual`: the coupon already has this decision. */
  readonly estado: 'se_aplica' | 'rechazada' | 'igual';
  /** The effect of the decision, with the present decisions about the coupon; or why it is refused. */
  readonly texto: string;
  readonly codigo?: ErrorCode;
}

export interface DecisionsOfWorkbook {
  readonly filas: readonly DecisionOfWorkbook[];
  /** How many coupons of the workbook have no decision. */
  readonly sinDecision: number;
  /** The decisions of the rows that are `se_aplica`, in their order, for `decisiones.tomar`. */
  readonly decisiones: readonly z.output<typeof decisionOfInput>[];
}

export interface UndoneDecisions {
  readonly deshechas: readonly number[];
  /** The coupons of the undone decisions. `decision`: the decisions still in force about a coupon; null if there are none. */
  readonly cupones: readonly (DecidedCupon & { readonly decision: StatedDecision | null })[];
}

export interface ListedDecisions {
  /** The coupon with the newest decision comes first. */
  readonly cupones: readonly CuponWithDecision[];
  /** The number of filtered coupons, also beyond the limit. */
  readonly total: number;
}

export interface PastDecision extends Stamp {
  readonly tipo: DecisionKind;
  readonly texto: string;
  readonly deshecha: Stamp | null;
}

const said = typedUpTo(2000);
const importe = z.string().regex(/^-?\d{1,13}(?:\.\d{1,2})?$/, 'se espera un importe como 1234.50');

/** A coupon: `seq` in an upload (`carga`: its name or its reconciliation), or `n` in a stored result (`conciliaciones.cupones`). */
const cupon = z.union([
  z.strictObject({ carga: id, seq: z.number().int().min(1) }),
  z.strictObject({ conciliacion: id, n: z.number().int().min(1) }),
]);

/** A decision in a person's words; card numbers in its texts are masked. */
export const decisionOfInput = z.discriminatedUnion('tipo', [
  /** Links one coupon with operations, or several coupons with one operation. The sums may differ by `tolerancia`, by default zero. */
  z.strictObject({
    tipo: z.literal('vinculo'),
    cupones: z.array(cupon).min(1).max(100),
    operaciones: z.array(id).min(1).max(100),
    tolerancia: importe.optional(),
    nota: said.optional(),
  }),
  /** Refuses operations for a coupon: by default its linked operations or, without a link, the operation of its first candidate. */
  z.strictObject({
    tipo: z.literal('no_es'),
    cupon,
    operaciones: z.array(id).min(1).max(100).optional(),
    nota: said.optional(),
  }),
  z.strictObject({ tipo: z.literal('explicado'), cupon, motivo: said }),
  z.strictObject({ tipo: z.literal('ajuste'), cupon, importe, motivo: said }),
  z.strictObject({ tipo: z.literal('nota'), cupon, texto: said }),
  z.strictObject({ tipo: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: said.optional() }),
  z.strictObject({ tipo: z.literal('mirar'), cupon, fecha: date, nota: said.optional() }),
]);

const type = z.enum(['vinculo', 'no_es', 'explicado', 'ajuste', 'nota', 'reclamo', 'mirar', 'reemplazo']);

export const DECISIONS_INPUTS = {
  /** Takes all decisions, or none if one is refused. `probar`: only returns their effects. `parcial`: takes the valid decisions, and lists the refused ones. */
  'decisiones.tomar': withInput({
    cuenta,
    idioma,
    decisiones: z.array(decisionOfInput).min(1).max(5000),
    probar: z.boolean().optional(),
    parcial: z.boolean().optional(),
  }).answers<TakenDecisions>(),
  /** Reads the decisions that a person wrote in an exported workbook of the queue, and returns what each would do. `decisiones.tomar` takes them. */
  'decisiones.leer_planilla': withInput({ cuenta, idioma, planilla: place }).answers<DecisionsOfWorkbook>(),
  /** Undoes decisions by their numbers, all or none; or the last decision of a kind about a coupon. */
  'decisiones.deshacer': withInput({
    cuenta,
    idioma,
    que: z.union([
      z.strictObject({ ns: z.array(z.number().int().min(1)).min(1).max(5000) }),
      z.strictObject({ cupon, tipo: type }),
    ]),
  }).answers<UndoneDecisions>(),
  'decisiones.listar': withInput({
    cuenta,
    idioma,
    /** Only coupons whose day to look again has come, or for which data contradicts a decision. */
    solo: z.literal('pendientes').optional(),
    limite: z.number().int().min(1).max(500).optional(),
  }).answers<ListedDecisions>(),
  /** Every decision about a coupon, undone or not, oldest first. */
  'decisiones.historia': withInput({ cuenta, idioma, cupon }).answers<readonly PastDecision[]>(),
} as const;
