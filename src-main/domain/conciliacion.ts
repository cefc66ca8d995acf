import type { CivilDate } from './civil-date.ts';
import type { Cupon } from './cupon.ts';
import type { ShapeProblem } from './shape.ts';

/** A reconciliation of the service, parsed (API description, "Reconciliation"). `existe`/`existen` are one field here. */
export interface Conciliacion {
  readonly id: string;
  readonly fecha: CivilDate | null;
  readonly origenDesde: CivilDate | null;
  readonly origenHasta: CivilDate | null;
  readonly total: number;
  readonly nuevos: number;
  readonly existentes: number;
  readonly error: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  /** `PENDIENTE` or `IMPORTADO`; another value is kept as it came. */
  readonly estado: string;
}

/** One coupon of a reconciliation's result (API description, "Reconciliation result"). */
export interface ResultCupon {
  /** The fields that came back, as text, after trimming; absent when null or empty. Compared by canonical value, never raw. */
  readonly cupon: Cupon;
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly liquidacionesId: string | null;
  readonly fechaLiq: CivilDate | null;
}

/** Where one of our coupons ended, in the order in which reports show them; every coupon has exactly one (docs/upload.md, I7). */
export const DISPOSITIONS = [
  'conciliado',
  'sin_conciliar',
  'no_informado',
  'existente',
  'rechazado',
  'no_enviado',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
/** Dispositions that the service's result does not list: the ledger knows which coupons of ours ended so. */
export const OUT_OF_RESULT: readonly Disposition[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];

/** The counters of an upload's answer (API description, "Reconciliation"). Per batch or cumulative: never trusted alone. */
export interface Counters {
  readonly recibidos: number | null;
  readonly total: number | null;
  readonly nuevos: number | null;
  readonly existentes: number | null;
  readonly error: number | null;
}

/** The answer to one send of a batch; the state machine judges it (docs/upload.md, "What an answer means"). */
export type SendingResponse =
  /** A complete 2xx with a JSON body of the upload's shape, whatever its `estado` and id say. */
  | { readonly kind: 'respuesta'; readonly estado: boolean; readonly id: string; readonly contadores: Counters }
  /**
   * A complete answer with 400, 401, 403, 413, 422 or 429; or the login was refused and the batch never left (401 where there was no such
   * status).
   */
  | {
      readonly kind: 'rechazo';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
    }
  /** Anything else: no answer, a cut one, 5xx, HTML, a redirect, a 2xx of another shape. The send may have been applied. */
  | {
      readonly kind: 'perdida';
      readonly motivo: string;
      /** Only where a complete answer said that the service failed (5xx). */
      readonly status?: number;
    };

/** A whole reading of the list of reconciliations. */
export interface ListReading {
  readonly conciliaciones: readonly Conciliacion[];
  /** False when rows and `total` disagree or an id repeats: no evidence of absence (I5). */
  readonly completa: boolean;
  /** Why a row of the list could not be read; names the field, never a value. Absent where every row could be read. */
  readonly ilegible?: readonly ShapeProblem[];
}

/** One page of a result. `cuarentena` counts rows that did not parse (they are in the quarantine with their raw text). */
export interface ResultPage {
  readonly encabezado: Conciliacion;
  readonly cupones: readonly ResultCupon[];
  readonly cuarentena: number;
}

/** What became of a DELETE. */
export type Removal = 'borrada' | 'ausente' | 'perdida';

/**
 * What the upload needs of the service: reads that throw `AppError` when they fail, and a send that is never retried here. The real one is
 * in service/, the simulated one in test/faults/.
 */
export interface ConciliacionesService {
  /** The service's civil date, from the `Date` header of its newest answer; null before any answer. */
  getServiceDate(): CivilDate | null;
  /** Reads every page of the list between two dates, both included. */
  list(from: CivilDate, to: CivilDate, signal: AbortSignal): Promise<ListReading>;
  /** undefined when the service says, in a complete answer, that there is no such reconciliation. */
  show(id: string, signal: AbortSignal): Promise<Conciliacion | undefined>;
  /**
   * The pages of a result, at most 100 coupons each and at least one page. No page at all when the service says, in a complete answer, that there is no
   * such reconciliation.
   */
  readResult(id: string, signal: AbortSignal): AsyncIterable<ResultPage>;
  /** Sends a body once, as it is. Throws only when aborted. Renews the token first when it has less than five minutes left. */
  send(body: Uint8Array, signal: AbortSignal): Promise<SendingResponse>;
  /** `ausente` when the service says "not found"; `perdida` when no complete answer came. */
  remove(id: string, signal: AbortSignal): Promise<Removal>;
  /** Renews the token of the last send, unless a read has renewed it since. */
  renew(signal: AbortSignal): Promise<void>;
}
