import type { UploadQuestionDocument } from '#contract/documents.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Clock } from '#domain/clock.ts';
import type { ConciliacionesService, ResultCupon } from '#domain/conciliacion.ts';
import type { ReadingOutcome, Settings } from '#domain/upload/types.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Turns } from './index.ts';
import type { advanceOf, UploadSummary } from './summary.ts';
import { observe } from '#domain/upload/observe.ts';
import { fold } from '#domain/upload/apply.ts';
import { chooseAction } from '#domain/upload/next.ts';

export type UploadState = 'PREPARADA' | 'ENVIANDO' | 'ESPERANDO' | 'DECISION' | 'TERMINADA' | 'ABANDONADA';

/** Points at which a test may stop the process (`onBoundary`). `antes`, `despues`: before and after a durable write; `envio_en_curso`: a request just left. */
export const BOUNDARIES = [
  'congelada_antes',
  'congelada_despues',
  'base_leida',
  'intento_antes',
  'intento_despues',
  'envio_en_curso',
  'envio_respondido',
  'aplicado_despues',
  'encabezado_leido',
  'verificacion_inicio',
  'pagina_leida',
  'lectura_terminada',
  'disposicion_despues',
  'terminada_antes',
] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** Stores a result while it is read. Other code sees the result only after `end`; `discard` removes it. */
export interface ResultKeeper {
  add(cupones: readonly ResultCupon[]): void;
  /** All pages came, and the ledger has the disposition of each coupon. `cuarentena`: the number of unreadable rows. */
  end(read: Pick<ReadingOutcome, 'encabezado' | 'cuarentena'>): void;
  discard(): void;
}

export interface UploadsDeps {
  readonly ledger: Ledger;
  readonly service: ConciliacionesService;
  readonly clock: Clock;
  readonly random: () => number;
  readonly account: string;
  /** The queue that runs one upload of the account at a time. All callers in the process pass the same one; by default `createUploads` makes one. */
  readonly turns?: Turns | undefined;
  readonly settings?: Partial<Settings>;
  readonly onProgress?: (progress: Progress) => void;
  /** Whether the reconciliation of an upload was deleted, or found to be missing, after the upload's last event. */
  readonly isGone?: (upload: string, id: string) => boolean;
  /** Begins to store the result that the verification reads. Without it, the result is read again when somebody opens it. */
  readonly keepResult?: (of: { readonly id: string; readonly carga: string }) => ResultKeeper;
  /** Called after each run, even after a failed run. Must not throw. */
  readonly afterRun?: () => void;
  /** Called at each boundary with the number of applied tandas. Tests kill the process there. */
  readonly onBoundary?: (name: Boundary, tanda: number) => void;
  /** The state machine. Tests pass a broken state machine, to check that they fail then. */
  readonly protocol?: Protocol;
}

type Advance = ReturnType<typeof advanceOf>;

/** How an upload ended, or why it stopped. All outcomes except `terminada` and `abandonada` can be resumed. */
export type UploadResult =
  | ({ readonly estado: 'terminada'; readonly resumen: UploadSummary } & Advance)
  | ({ readonly estado: 'abandonada'; readonly resumen: UploadSummary } & Advance)
  | ({
      readonly estado: 'necesita_decision';
      readonly codigo: 'DECISION_NECESARIA' | 'DUPLICACION_DETECTADA';
      /** The counts, if the question is about doubled coupons: the result was then read. Else null. */
      readonly resumen: UploadSummary | null;
      /** In words, the rows for which the service failed each time. */
      readonly filas?: string;
      /** The service's answer, if the question is about its refusals. */
      readonly detalle?: ErrorDetail;
    } & UploadQuestionDocument &
      Advance)
  | ({
      readonly estado: 'interrumpida';
      readonly codigo: ErrorCode;
      readonly mensaje: string;
      readonly detalle: Readonly<Record<string, string | number | boolean | null>>;
    } & Advance);

export interface Protocol {
  readonly fold: typeof fold;
  readonly chooseAction: typeof chooseAction;
  readonly observe: typeof observe;
}

export const PROTOCOL: Protocol = { fold, chooseAction, observe };
