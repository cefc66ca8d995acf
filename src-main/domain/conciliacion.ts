import type { z } from 'zod';
import type { CivilDate } from './civil-date.ts';
import type { Cupon } from './cupon.ts';
import type { conciliacionForm, countersForm } from './forms.ts';
import type { ShapeProblem } from './row.ts';

/** A reconciliation of the service (API description, "Reconciliation"). `existe`/`existen` are one field here. */
export type Conciliacion = Readonly<z.infer<typeof conciliacionForm>>;

/** One coupon of a reconciliation's result (API description, "Reconciliation result"). */
export interface ResultCupon {
  /** The returned fields as trimmed text; absent when null or empty. Compare canonical values, never raw ones. */
  readonly cupon: Cupon;
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly liquidacionesId: string | null;
  readonly fechaLiq: CivilDate | null;
}

/** Where one of our coupons ended, in the order of reports; every coupon has exactly one (docs/upload.md, I7). */
export const DISPOSITIONS = [
  'conciliado',
  'sin_conciliar',
  'no_informado',
  'existente',
  'rechazado',
  'no_enviado',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
/** Dispositions of coupons that the service's result does not list. */
export const OUT_OF_RESULT: readonly Disposition[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];

/** The counters of an upload's answer (API description, "Reconciliation"). Per batch or cumulative, so they prove nothing alone. */
export type Counters = Readonly<z.infer<typeof countersForm>>;

/** The answer to one batch; the state machine judges it (docs/upload.md, "What an answer means"). */
export type SendingResponse =
  /** A complete 2xx with a JSON body of the upload's shape, whatever its `estado` and id. */
  | { readonly kind: 'respuesta'; readonly estado: boolean; readonly id: string; readonly contadores: Counters }
  /** A complete 400, 401, 403, 413, 422 or 429; or the login was refused before the batch left (401 if without such a status). */
  | {
      readonly kind: 'rechazo';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
    }
  /** No answer, a cut one, 5xx, HTML, a redirect, a 2xx of another shape. The send may have been applied. */
  | {
      readonly kind: 'perdida';
      readonly motivo: string;
      /** Of a complete answer in which the service failed (5xx). */
      readonly status?: number;
    };

/** A whole reading of the list of reconciliations. */
export interface ListReading {
  readonly conciliaciones: readonly Conciliacion[];
  /** False when rows and `total` disagree or an id repeats: then it does not prove absence (I5). */
  readonly completa: boolean;
  /** Why a row was unreadable, by field and never by value. Absent without unreadable rows. */
  readonly ilegible?: readonly ShapeProblem[];
}

/** One page of a result. `cuarentena` counts the rows that did not parse, which are in the quarantine with their raw text. */
export interface ResultPage {
  readonly encabezado: Conciliacion;
  readonly cupones: readonly ResultCupon[];
  readonly cuarentena: number;
}

export type Removal = 'borrada' | 'ausente' | 'perdida';

/**
 * The methods that an upload uses. A failed read throws `AppError`; `send` and `remove` never retry. `service/` implements it; `test/faults/`
 * simulates it.
 */
export interface ConciliacionesService {
  /** The service's civil date, from the `Date` header of its newest answer; null before any answer. */
  getServiceDate(): CivilDate | null;
  /** Reads every page of the list between two dates, both included. */
  list(from: CivilDate, to: CivilDate, signal: AbortSignal): Promise<ListReading>;
  /** undefined when a complete answer says that there is no such reconciliation. */
  show(id: string, signal: AbortSignal): Promise<Conciliacion | undefined>;
  /** At least one page, of at most 100 coupons each. No page when a complete answer says that there is no such reconciliation. */
  readResult(id: string, signal: AbortSignal): AsyncIterable<ResultPage>;
  /** Sends a body once. Throws only when aborted. Renews the token first when it has less than five minutes left. */
  send(body: Uint8Array, signal: AbortSignal): Promise<SendingResponse>;
  /** `ausente` for "not found"; `perdida` without a complete answer. */
  remove(id: string, signal: AbortSignal): Promise<Removal>;
  /** Renews the token of the last send, unless a read has renewed it since. */
  renew(signal: AbortSignal): Promise<void>;
}
