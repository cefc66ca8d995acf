/** The questions to the thread that explains coupons, and its answers, as plain data. */
import type { DecidedCupon, ListedDecisions, StatedDecision, CuponPlace } from '#contract/decisions.ts';
import type {
  ExplanationLanguage,
  ExplanationsDocument,
  MissingDocument,
  PreviewDocument,
} from '#contract/explanations.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CivilDate, DateWindow } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { CuponRef, DecidedOperacion, DecisionEvent } from '#domain/decisions/events.ts';
import type { Covered } from '#domain/matching/explain/explain.ts';
import type { Progress } from '#domain/shared-work.ts';
import { createJobThread } from '#platform/job-thread.ts';
import type { createJobs } from './work.ts';

export interface FileCupon {
  readonly archivo: string;
  readonly fila: number;
  readonly cupon: Cupon;
  readonly id?: number;
  /** The coupon as an earlier upload sent it, maybe corrected. */
  readonly sent?: Cupon | undefined;
  /** The upload and the number of the sent coupon. */
  readonly sentAs?: string | undefined;
  /** True if the person chose not to send the coupon again. The coupon is read only to find the rows that repeat it. */
  readonly isLeftOut?: boolean;
}

/** The rows under review, which the thread reads itself. */
export interface ReviewedRows {
  readonly revision: string;
  readonly file: string;
  /** The names of the files, by their number in the row ids. */
  readonly archivos: readonly string[];
}

/** The coupons to explain: unmatched coupons in the stored results of the account, or coupons that were not sent. */
export type CuponSource =
  | { readonly kind: 'account' }
  | { readonly kind: 'files'; readonly name: string; readonly cupones: readonly FileCupon[] }
  | ({ readonly kind: 'review' } & ReviewedRows);

/** What an explanation depends on, except the data of cache, ledger, review. */
export interface Scope {
  readonly cuenta: string;
  /** The path of the account's cache; null if none exists yet. */
  readonly cache: string | null;
  readonly ledger: string | null;
  readonly source: CuponSource;
  readonly today: CivilDate;
  readonly covered: readonly Covered[];
  readonly idioma: ExplanationLanguage | undefined;
}

export interface ItemFilter
  extends
    Pick<MethodParsed<'explicaciones.explicar'>, 'motivo' | 'certeza' | 'causa' | 'ns' | 'orden'>,
    Pick<MethodParsed<'explicaciones.previa'>, 'solo' | 'ids' | 'reenviar'> {
  /** Only the coupons of this reconciliation, also for systematic causes; by default all. */
  readonly conciliacion?: string | undefined;
  /** Only rows that can take the values of their operation. */
  readonly fixable?: boolean | undefined;
  readonly desde: number;
  readonly limite: number;
}

/** A page of explanations. `days`: the first and last day of sale of the explained coupons, for the coverage; null if no coupon has a day of sale. */
export interface ExplainedPage extends Omit<ExplanationsDocument, 'cobertura'> {
  readonly days: DateWindow | null;
  readonly previa: Pick<PreviewDocument, 'conciliarian' | 'enviados' | 'version' | 'arreglables'>;
}

export type NamedCupon =
  | {
      readonly estado: 'abierto';
      readonly sale: string;
      readonly cupon: DecidedCupon;
      readonly primera: string | null;
      /** True if the same sale matched in another result. */
      readonly conciliado: boolean;
    }
  | { readonly estado: 'conciliado' | 'no_esta' | 'sin_carga' }
  /** The upload has only `total` coupons, so none has the number. */
  | { readonly estado: 'sin_numero'; readonly carga: string; readonly total: number };

export interface Named {
  readonly cupones: readonly NamedCupon[];
  /** The named operations and the first candidates of the named coupons. */
  readonly operaciones: readonly {
    readonly id: string;
    /** The operation as decisions store it; null if it was withdrawn, or lacks its day or amount. */
    readonly operacion: DecidedOperacion | null;
    /** The matched coupon that has this operation. */
    readonly de: CuponPlace | null;
  }[];
}

export type MissingFilter = Omit<MethodParsed<'explicaciones.faltantes'>, 'cuenta' | 'idioma'>;

export type Question =
  | { readonly kind: 'page'; readonly filter: ItemFilter }
  | ({ readonly kind: 'missing' } & MissingFilter)
  /** The decisions in force about some coupons. `proposed`: decisions that count as if they were saved. */
  | {
      readonly kind: 'holding';
      readonly cupones: readonly DecidedCupon[];
      readonly proposed: readonly DecisionEvent[];
    }
  | {
      readonly kind: 'decided';
      readonly solo: MethodParsed<'decisiones.listar'>['solo'];
      readonly limite: number;
    }
  /** The unmatched coupons with which nothing is to do now. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'named'; readonly cupones: readonly CuponRef[]; readonly operaciones: readonly string[] };

export interface Answers {
  page: ExplainedPage;
  missing: Omit<MissingDocument, 'cobertura'>;
  holding: readonly (DecidedCupon & { readonly decision: StatedDecision | null })[];
  decided: ListedDecisions;
  /** `idle`: coupons that wait or that another coupon cancels (`nameIdle`). `sales`: sales with decisions and nothing left to do. */
  resting: { readonly idle: readonly string[]; readonly sales: readonly string[] };
  named: Named;
}

/** Names an unmatched coupon. `of`: the id of its reconciliation, or of its upload until the upload has a reconciliation. */
export const nameIdle = (of: string, n: number | null, seq: number | null): string => JSON.stringify([of, n, seq]);

/** A million operations take 100 MB outside of the heap that this limits, and their index half as much. The heap has the answers. */
const MEMORY = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 16 };
/** The thread ends after this time without a question, because its data can be read again within seconds. */
const IDLE_MS = 120_000;

export type ExplainingThread = ReturnType<typeof createExplainingThread>;

/** The thread that matches and explains. Questions run one after the other. */
export function createExplainingThread({ clock }: { readonly clock: Clock }) {
  const url = new URL('./work.ts', import.meta.url);
  const thread = createJobThread<typeof createJobs>(url, { memory: MEMORY, idle: { clock, ms: IDLE_MS } });
  return {
    async ask<K extends Question['kind']>(
      scope: Scope,
      question: Extract<Question, { kind: K }>,
      options: { readonly signal: AbortSignal; readonly onProgress?: (progress: Progress) => void },
    ): Promise<Answers[K]> {
      const answer = await thread.ask('answer', [scope, question], options);
      const found: Answers[K] | undefined = answer[question.kind];
      if (found === undefined) throw new AppError('INTERNO');
      return found;
    },
    /** Ends the thread and waits until it has closed its files. The next question starts another thread. */
    close: (): Promise<void> => thread.close(),
  };
}
