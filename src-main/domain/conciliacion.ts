import type { z } from 'zod';
import type { CivilDate } from './civil-date.ts';
import type { Cupon } from './cupon.ts';
import type { conciliacionForm, countersForm } from './forms.ts';
import type { ShapeProblem } from './row.ts';

/** A reconciliation of the service (API description, "Reconciliation"). The counter `existe` or `existen` of the API is the field `existentes` here. */
export type Conciliacion = Readonly<z.infer<typeof conciliacionForm>>;

/** One coupon of a reconciliation's result (API description, "Reconciliation result"). */
export interface ResultCupon {
  /** The returned coupon, with trimmed texts and without empty fields. Services change zeros and case, so compare its `getComparableKey`. */
  readonly cupon: Cupon;
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly liquidacionesId: string | null;
  readonly fechaLiq: CivilDate | null;
}

/** What became of a coupon of an upload; every coupon has exactly one disposition (docs/upload.md, I7). Reports list dispositions in this order. */
export const DISPOSITIONS = [
  'conciliado',
  'sin_conciliar',
  'no_informado',
  'existente',
  'rechazado',
  'no_enviado',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
export const OUT_OF_RESULT: readonly Disposition[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];

/** The counters in the answer to an upload. Alone they prove nothing: some services count one batch, others all so far (API description, "Reconciliation"). */
export type Counters = Readonly<z.infer<typeof countersForm>>;

/** What came back for one sent batch. The state machine decides what follows (docs/upload.md, "What an answer means"). */
export type SendingResponse =
  /** A complete 2xx with JSON of the expected form, whatever `estado` and id say. */
  | { readonly kind: 'respuesta'; readonly estado: boolean; readonly id: string; readonly contadores: Counters }
  /** A complete answer with 400, 401, 403, 413, 422 or 429. Also a login that was refused before the batch was sent; 401 stands for other statuses. */
  | {
      readonly kind: 'rechazo';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
    }
  /** No answer, a cut answer, 5xx, HTML, a redirect, or a 2xx of another form. The service may have stored the batch. */
  | {
      readonly kind: 'perdida';
      readonly motivo: string;
      /** The status of a complete answer in which the service failed (5xx). */
      readonly status?: number;
    };

export interface ListReading {
  readonly conciliaciones: readonly Conciliacion[];
  /** False if the number of rows differs from `total`, or if an id occurs twice: then a missing reconciliation proves nothing (I5). */
  readonly completa: boolean;
  /** Why rows could not be read, by field and without values; absent if all could. */
  readonly ilegible?: readonly ShapeProblem[];
}

/** One page of a result. `cuarentena`: how many rows could not be parsed and were set aside with their text. */
export interface ResultPage {
  readonly encabezado: Conciliacion;
  readonly cupones: readonly ResultCupon[];
  readonly cuarentena: number;
}

export type Removal = 'borrada' | 'ausente' | 'perdida';

/** The calls that an upload makes. A failed read throws `AppError`; `send` and `remove` never retry. `test/faults/` simulates them. */
export interface ConciliacionesService {
  /** The service's civil date, from the `Date` header of its last answer; null before the first answer. */
  getServiceDate(): CivilDate | null;
  /** Lists the reconciliations between two dates, both included, reading all pages. */
  list(from: CivilDate, to: CivilDate, signal: AbortSignal): Promise<ListReading>;
  /** Reads the header of a reconciliation; undefined if a complete answer says that it does not exist. */
  show(id: string, signal: AbortSignal): Promise<Conciliacion | undefined>;
  /** Yields the pages of a result: at least one page, each of at most 100 coupons; no page if a complete answer says that the reconciliation does not exist. */
  readResult(id: string, signal: AbortSignal): AsyncIterable<ResultPage>;
  /** Sends a body once. Before that, renews a token with less than five minutes left. Throws only if aborted. */
  send(body: Uint8Array, signal: AbortSignal): Promise<SendingResponse>;
  /** Deletes a reconciliation. `ausente`: it did not exist. `perdida`: there was no complete answer. */
  remove(id: string, signal: AbortSignal): Promise<Removal>;
  /** Renews the token, unless it was already renewed after the last send. */
  renew(signal: AbortSignal): Promise<void>;
}
