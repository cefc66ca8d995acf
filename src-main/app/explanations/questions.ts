/** Questions to the thread that explains, and its answers. Plain data. */
import type { CuponPlace } from '#contract/decisions.ts';
import type { CivilDate, DateWindow } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { CuponFacts, OperacionFacts } from '#domain/decisions/contradictions.ts';
import type { DecidedCupon, DecidedOperacion } from '#domain/decisions/events.ts';
import type { DecidedSale } from '#domain/decisions/sales.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import type { Covered } from '#domain/matching/explain/explain.ts';
import type { Certainty, Explanation, MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { CandidatoCupon } from '#domain/matching/explain/other-cupones.ts';
import type { MissingSaid } from '#domain/texts/cause-sentences.ts';
import type { ExplanationOrder, OnlyOfPreview } from '#contract/explanations.ts';

/** A coupon of a file that was not sent. */
export interface FileCupon {
  readonly archivo: string;
  readonly fila: number;
  readonly cupon: Cupon;
  /** The row under review that it is. */
  readonly id?: number;
}

/** The rows under review: the thread reads them itself. */
export interface ReviewedRows {
  readonly revision: string;
  readonly file: string;
  /** Names of the files, by their number in the ids of the rows. */
  readonly archivos: readonly string[];
}

/** The coupons to explain: the unmatched ones of the account's kept readings, or coupons that were not sent. */
export type CuponSource =
  | { readonly kind: 'account' }
  | { readonly kind: 'files'; readonly name: string; readonly cupones: readonly FileCupon[] }
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
  /** Sales with which nothing is left to do. */
  readonly settled: readonly string[];
  /** Sales of reconciliations that are gone: what was decided about one rests while no reading has it. */
  readonly gone: readonly string[];
}

/** Everything that an explanation depends on, except the rows of the files. */
export interface Scope {
  /** Files of the account; null before the first. */
  readonly cache: string | null;
  readonly ledger: string | null;
  /** Uploads whose coupons are read from the ledger and not from a kept result. */
  readonly uploads: readonly LedgerUpload[];
  readonly source: CuponSource;
  readonly decisions: ScopeDecisions;
  readonly decided: readonly DecidedSale[];
  readonly today: CivilDate;
  readonly covered: readonly Covered[];
}

export interface ItemFilter {
  /** Only coupons of one reconciliation, among which causes are sought; of all when it is left out. */
  readonly conciliacion?: string | undefined;
  readonly motivo?: MotivoCode | undefined;
  readonly certeza?: Certainty | undefined;
  readonly causa?: number | undefined;
  readonly ns?: readonly number[] | undefined;
  /** Only coupons that would not match; or only those of them that are in no systematic cause. */
  readonly solo?: OnlyOfPreview | undefined;
  /** Rows under review that are shown besides those of `solo`, whatever their reason is by now. */
  readonly ids?: readonly number[] | undefined;
  /** Only rows that can take the values of their operation. */
  readonly fixable?: boolean | undefined;
  readonly decididos?: 'pendientes' | 'resueltos' | undefined;
  readonly orden?: ExplanationOrder | undefined;
  readonly desde: number;
  readonly limite: number;
}

/** The place of another coupon. Its amount, in centavos, tells apart rows of the same number in two sheets. */
export type OtherPlace = CuponPlace & { readonly importe: number };

/** A coupon and why it did not match. */
export interface ExplainedItem extends CuponPlace {
  readonly cupon: Cupon;
  readonly explicacion: Explanation;
  readonly causa: number | null;
  /** The coupon that this one repeats, or that holds its operation. */
  readonly otro: OtherPlace | null;
  /** The sale of the coupon, as decisions name it; null in a file that was not sent. */
  readonly sale: string | null;
  /** A row of a file that an earlier upload sent, and the service matched. */
  readonly sentAgain: boolean;
}

/** What is known now of a sale with a decision. Operations by the identifier of the decision. */
export interface DecidedFacts {
  readonly sale: string;
  /** Its reconciliation is gone, and no other reading has it: it is no work. */
  readonly gone: boolean;
  readonly cupon: CuponFacts;
  readonly operaciones: readonly { readonly id: string; readonly facts: OperacionFacts }[];
}

/**
 * A coupon as a person names it. `of`: its reconciliation, or its upload while it has no reconciliation. Then its number in the reading, or its
 * row in our upload.
 */
export type AskedCupon = { readonly of: string } & (
  | { readonly n: number }
  | Pick<DecidedCupon, 'seq' | 'archivo' | 'fila' | 'cupon'>
);

export type ResolvedCupon =
  | {
      readonly estado: 'abierto';
      readonly sale: string;
      /** As a decision names it, but for our upload, which the ledger knows. */
      readonly cupon: DecidedCupon;
      /** Its first candidate. */
      readonly primera: string | null;
      readonly conciliado: boolean;
    }
  | { readonly estado: 'conciliado' }
  | { readonly estado: 'no_esta' };

export interface Resolved {
  readonly cupones: readonly ResolvedCupon[];
  /** `de`: the matched coupon that holds the operation. `earlier`: its identifier in the link that has it, where the service gave it another one since. */
  readonly operaciones: readonly {
    readonly id: string;
    readonly de: CuponPlace | null;
    readonly earlier: string | null;
  }[];
}

/** A coupon by its reading: `of` is its reconciliation, or its upload while that has none. */
export interface IdleCupon {
  readonly of: string;
  readonly n: number | null;
  readonly seq: number | null;
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
  /** Coupons of days that were not downloaded, with the first and the last of those days; null without any. */
  readonly outside: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly cupones: number } | null;
  /** First and last day of sale of the explained coupons; null without any. */
  readonly days: DateWindow | null;
  /** Facts of the coupons of the page with a decision. */
  readonly facts: readonly DecidedFacts[];
  /** The version of the explained review; null for other coupons. */
  readonly version: number | null;
  readonly fixable: FixableFields;
  /** Rows that would match, and that an earlier upload sent and the service matched. */
  readonly sentAgain: number;
  /** Coupons, without the filter, that lost unlikely candidates because too many compete. */
  readonly pruned: number;
}

/** Coupons whose fields can take the values of their operation: the very likely ones that are in no cause, and those of each cause. */
export interface FixableFields {
  readonly likely: number;
  readonly ofCauses: readonly number[];
}

/** The operations without a coupon of one till and one day. */
export interface MissingGroup extends MissingSaid {
  readonly dia: CivilDate | null;
}

interface WithoutMatch {
  readonly id: string;
  readonly cupones: readonly (CandidatoCupon & { readonly place: CuponPlace; readonly cupon: Cupon })[];
}

export interface Missing {
  readonly groups: readonly MissingGroup[];
  readonly operaciones: readonly WithoutMatch[];
  /** Operations whose coupon was uploaded and did not match; in no group. */
  readonly unmatched: {
    readonly count: number;
    readonly importe: bigint;
    readonly operaciones: readonly WithoutMatch[];
  };
}

/** Days of sale, both included. */
export interface MissingFilter extends DateWindow {
  /** Only the operations of the group at this place; when left out, those of tills with uploads. */
  readonly group?: number | undefined;
  readonly limit?: number | undefined;
}

export type Question =
  | { readonly kind: 'page'; readonly filter: ItemFilter }
  | { readonly kind: 'facts'; readonly sales: readonly string[] }
  /** Unmatched coupons of the account whose reason leaves nothing to do. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'resolve'; readonly cupones: readonly AskedCupon[]; readonly operaciones: readonly string[] }
  | ({ readonly kind: 'missing' } & MissingFilter);

/** The answer to each kind of question. */
export interface Answers {
  page: ExplainedPage;
  facts: readonly DecidedFacts[];
  idle: readonly IdleCupon[];
  resolve: Resolved;
  missing: Missing;
}
