/** What goes to the thread that explains and what comes back. Plain data. */
import type { CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { MeasuredError } from '#domain/matching/decoys.ts';
import type { CuponFacts, OperacionFacts } from '#domain/decisions/contradictions.ts';
import type { DecidedOperacion } from '#domain/decisions/events.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import type { Certainty, Explanation, MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { LevelWeight, Pesos } from '#domain/matching/explain/weights.ts';
import type { CandidatoCupon } from '#domain/matching/explain/reverse.ts';
import type { Progress } from '#domain/matching/progress.ts';
import type { Packed } from '#storage/thread-error.ts';
import type { ExplanationOrder, OnlyOfPreview } from '#contract/explanations.ts';

/** A coupon of a file that was not sent. */
export interface FileCoupon {
  readonly archivo: string;
  readonly fila: number;
  readonly cupon: Cupon;
  /** Of a row under review. */
  readonly id?: number;
}

/** The rows under review: the thread reads them itself. */
export interface ReviewedRows {
  readonly revision: string;
  readonly file: string;
  /** Names of its files, by their number in the ids of the rows. */
  readonly archivos: readonly string[];
}

/** Whose coupons are explained: all those of the account's kept readings that did not match, or those that were not sent. */
export type Source =
  | { readonly kind: 'account' }
  | { readonly kind: 'files'; readonly name: string; readonly cupones: readonly FileCoupon[] }
  | ({ readonly kind: 'review' } & ReviewedRows);

/** An upload of which the ledger knows more than a kept result does. */
export interface LedgerUpload {
  readonly carga: string;
  readonly conciliacion: string | null;
}

/** What a person decided, by the sale that each one is about (`domain/decisions/sale-key.ts`). */
export interface ScopeDecisions {
  readonly linked: readonly { readonly sale: string; readonly operaciones: readonly DecidedOperacion[] }[];
  readonly refused: readonly { readonly sale: string; readonly operaciones: readonly DecidedOperacion[] }[];
  readonly explained: readonly string[];
  /** Nothing is left to do with these. */
  readonly settled: readonly string[];
}

/** All that an explanation depends on, but for the rows of the files. */
export interface Scope {
  /** Files of the account; null where there is none yet. */
  readonly cache: string | null;
  readonly results: string | null;
  readonly ledger: string | null;
  /** Their coupons are read from the ledger, and not from the result of that reconciliation. */
  readonly uploads: readonly LedgerUpload[];
  readonly source: Source;
  readonly decisions: ScopeDecisions;
  /** The sales that somebody decided about, and their amounts in centavos. */
  readonly decided: readonly { readonly sale: string; readonly importe: number }[];
  readonly today: CivilDate;
  readonly covered: readonly { readonly desde: CivilDate; readonly hasta: CivilDate }[];
}

export interface ItemFilter {
  /** Of one reconciliation; all of them when it is left out. Causes are sought among these. */
  readonly conciliacion?: string | undefined;
  readonly motivo?: MotivoCode | undefined;
  readonly certeza?: Certainty | undefined;
  readonly causa?: number | undefined;
  readonly ns?: readonly number[] | undefined;
  /** What would not match; or that and without a systematic cause. */
  readonly solo?: OnlyOfPreview | undefined;
  /** Rows under review that are shown with those of `solo`, whatever they say by now. */
  readonly ids?: readonly number[] | undefined;
  /** Only rows that can take what their operation says. */
  readonly fixable?: boolean | undefined;
  readonly decididos?: 'pendientes' | 'resueltos' | undefined;
  readonly orden?: ExplanationOrder | undefined;
  readonly desde: number;
  readonly limite: number;
}

/** Where a coupon stands. */
export interface CouponPlace {
  readonly conciliacion: string | null;
  readonly n: number | null;
  /** Known of a coupon of the ledger; of another one it is looked for afterwards. */
  readonly seq: number | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** Names it in the review; absent elsewhere. */
  readonly id?: number;
}

/** A coupon and why it did not match. */
export interface ExplainedItem extends CouponPlace {
  readonly cupon: Cupon;
  readonly explicacion: Explanation;
  readonly causa: number | null;
  /** The coupon that it repeats, or that has its operation. */
  readonly otro: CouponPlace | null;
  /** The sale that it is, as decisions name it; null in a file that was not sent. */
  readonly sale: string | null;
}

/** What is known now of a sale that somebody decided about. Operations by the identifier of the decision. */
export interface DecidedFacts {
  readonly sale: string;
  readonly cupon: CuponFacts;
  readonly operaciones: readonly { readonly id: string; readonly facts: OperacionFacts }[];
}

/** A coupon as a person names it. `of`: its reconciliation, or its upload while that has none; then either its place in the reading, or what our upload says. */
export interface AskedCoupon {
  readonly of: string;
  readonly n: number | null;
  readonly seq: number | null;
  readonly archivo: string | null;
  readonly fila: number | null;
  /** What its sale says (`saleKeyOf`). */
  readonly key: string | null;
}

export type FoundCoupon =
  | {
      readonly estado: 'abierto';
      readonly sale: string;
      readonly vez: number;
      readonly place: CouponPlace;
      readonly cupon: Cupon;
      /** Its first candidate. */
      readonly primera: string | null;
      readonly conciliado: boolean;
    }
  | { readonly estado: 'conciliado' }
  | { readonly estado: 'no_esta' };

export interface Resolved {
  readonly cupones: readonly FoundCoupon[];
  /** `de`: the matched coupon that has it. */
  readonly operaciones: readonly { readonly id: string; readonly de: CouponPlace | null }[];
}

export interface ReasonCount {
  readonly motivo: MotivoCode;
  readonly cupones: number;
  /** Centavos. */
  readonly importe: bigint;
}

export interface ExplainedPage {
  readonly items: readonly ExplainedItem[];
  readonly total: number;
  readonly resumen: readonly ReasonCount[];
  readonly causas: readonly Cause[];
  readonly error: MeasuredError | null;
  /** Coupons of days that were not downloaded, and the first and the last of those days; null without any. */
  readonly outside: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly cupones: number } | null;
  /** First and last day of sale of what is explained; null without any. */
  readonly days: { readonly desde: CivilDate; readonly hasta: CivilDate } | null;
  /** Of the items that somebody decided about. */
  readonly facts: readonly DecidedFacts[];
  /** Of the review that was explained; null of other coupons. */
  readonly version: number | null;
  readonly fixable: FixableFields;
}

/** Coupons whose fields can take what their operation says: the very likely ones that are in no cause, and those of each cause. */
export interface FixableFields {
  readonly likely: number;
  readonly ofCauses: readonly number[];
}

export interface Weights {
  readonly levels: readonly LevelWeight[];
  readonly learntFrom: number;
  readonly none: number;
}

/** Operations without a coupon in a till and a day. */
export interface MissingGroup {
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  readonly dia: CivilDate | null;
  readonly operaciones: number;
  /** Centavos. */
  readonly importe: bigint;
  readonly de: number;
  readonly untouched: boolean;
}

export interface Missing {
  readonly groups: readonly MissingGroup[];
  readonly operaciones: readonly {
    readonly id: string;
    readonly cupones: readonly (CandidatoCupon & { readonly place: CouponPlace })[];
  }[];
}

/** Days of sale, both included. */
export interface MissingFilter {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** Only the operations of this group, by its place; those of tills that somebody uploads when it is left out. */
  readonly group?: number | undefined;
  readonly limit?: number | undefined;
}

export type Question =
  | { readonly kind: 'page'; readonly filter: ItemFilter }
  | {
      readonly kind: 'waterfall';
      readonly conciliacion: string;
      readonly n: number;
      readonly operacion: string;
    }
  | { readonly kind: 'weights' }
  | { readonly kind: 'facts'; readonly sales: readonly string[] }
  | { readonly kind: 'resolve'; readonly cupones: readonly AskedCoupon[]; readonly operaciones: readonly string[] }
  | ({ readonly kind: 'missing' } & MissingFilter);

/** What each question is answered with. */
export interface Answers {
  page: ExplainedPage;
  waterfall: Pesos | null;
  weights: Weights;
  facts: readonly DecidedFacts[];
  resolve: Resolved;
  missing: Missing;
}

export type ToThread =
  | { readonly kind: 'ask'; readonly id: number; readonly scope: Scope; readonly question: Question }
  | { readonly kind: 'give_up'; readonly id: number }
  | { readonly kind: 'end' };

export type FromThread =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Partial<Answers> }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Packed };
