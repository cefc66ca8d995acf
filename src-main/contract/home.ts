import { z } from 'zod';
import type { Vista } from '#domain/views/index.ts';
import { cuenta, date, month, withInput } from './common-inputs.ts';
import type { ReadCupon, RecentFile } from './conciliaciones.ts';
import type { CoverageDocument } from './documents.ts';

/** Figures of the local data, each with its rows: `inicio.*`. They never use the network. */

/** The rows behind a figure, in the form of `datos.pagina` and of a data screen's address. */
export interface FigureTarget {
  readonly vista: Exclude<Vista, 'cupones' | 'conciliaciones' | 'calendario'>;
  readonly desde?: string;
  readonly hasta?: string;
  readonly campoFecha?: string;
  readonly filtros?: readonly { readonly campo: string; readonly valor: string }[];
}

/** The state of a day. `sin_leer`: the service was not asked, or the day was not over then, which is not zero. `futuro`: a future day. */
export type DayStatus = 'leido' | 'sin_leer' | 'futuro';

/** Amounts are decimal text with a dot; null if unknown. */
export interface HomeDay {
  readonly fecha: string;
  readonly estado: DayStatus;
  readonly vendido: string | null;
  readonly acreditado: string | null;
  /** The Spanish name of a day on which banks are closed and nothing is credited; null on other days. */
  readonly feriado: string | null;
}

export interface CalendarioMonth {
  /** `YYYY-MM`. */
  readonly mes: string;
  readonly dias: readonly HomeDay[];
  /** Sums of the read days. */
  readonly vendido: string;
  readonly acreditado: string;
  /** Days up to today that were not read or lack an amount. The sums leave them out. */
  readonly sinLeer: number;
}

export interface CalendarioDocument {
  readonly hoy: string;
  readonly meses: readonly CalendarioMonth[];
  /** As in `HomeDocument`. */
  readonly banco: boolean | null;
  /** The first month with something read, `YYYY-MM`; null when nothing was. */
  readonly primero: string | null;
}

/** A day of the line that shows past and future credits. */
export interface HomeCredit {
  readonly fecha: string;
  readonly clase: 'acreditado' | 'por_acreditar' | 'sin_leer';
  /** Null for an unread day. */
  readonly importe: string | null;
  readonly liquidaciones: number;
  /** Whether part of the amount is not settled yet: the account's average taxes were subtracted from that part. */
  readonly estimado: boolean;
  readonly abrir: FigureTarget;
}

export interface HomeAge {
  /** The first day of the age; -1 for sales dated later than tomorrow, which have no age. */
  readonly desde: number;
  /** The last day of the age; null for the oldest. */
  readonly hasta: number | null;
  readonly cupones: number;
  readonly importe: string;
}

/** The unmatched coupons that need work: the rail, *Inicio* and the queue show this figure. `total`: the number of uploaded coupons. */
export interface HomeWork {
  readonly importe: string;
  readonly cupones: number;
  readonly total: number;
  readonly edades: readonly HomeAge[];
}

export interface HomeMonthCost {
  readonly mes: string;
  /** Share of the billed amount, in hundredths of a percent: 740 is 7,40 %. Null if nothing was billed, or if part was not read or lacks its amount. */
  readonly total: number | null;
  readonly arancel: number | null;
  readonly impuestos: number | null;
}

export interface HomeCost {
  /** Null: all cards. */
  readonly tarjeta: string | null;
  readonly meses: readonly HomeMonthCost[];
  readonly abrir: FigureTarget;
}

export interface HomeContracargos {
  readonly mes: string;
  /** Null if days of the month were not read. With `porOtraFecha` in the coverage of chargebacks, records paid outside the read days may be missing. */
  readonly cantidad: number | null;
  readonly importe: string | null;
  readonly abrir: FigureTarget;
}

/** Settlements that are missing in the bank feed. */
export interface HomeUnpaid {
  readonly liquidaciones: number;
  readonly importe: string;
  readonly abrir: FigureTarget;
}

/** An event since the last visit; the screen has the words. */
export type HomeNews =
  | {
      readonly clase: 'acreditado';
      readonly liquidaciones: number;
      readonly importe: string;
      readonly abrir: FigureTarget;
    }
  | { readonly clase: 'concilio'; readonly cupones: number; readonly conciliacion: string | null }
  | {
      readonly clase: 'contracargos';
      readonly cantidad: number;
      readonly importe: string;
      readonly abrir: FigureTarget;
    }
  | {
      readonly clase: 'costo';
      readonly tarjeta: string;
      readonly antes: number;
      readonly ahora: number;
      readonly abrir: FigureTarget;
    }
  | { readonly clase: 'leido'; readonly hasta: string };

/** Rows of a view that the service no longer shows. The figures of *Inicio* include them until another reading confirms that they are gone. */
export interface InDoubt {
  readonly vista: 'operaciones' | 'liquidaciones' | 'rechazos';
  readonly filas: number;
  /** The amount of sales and chargebacks; the credited amount of settlements. */
  readonly importe: string;
  readonly abrir: FigureTarget;
}

export interface HomeDocument {
  readonly hoy: string;
  readonly mes: string;
  /** Whether anything was ever downloaded. If false, the rest of the document is meaningless. */
  readonly hayDatos: boolean;
  /** False: no bank feed, so credits are as the processors report them. Null if unknown. */
  readonly banco: boolean | null;
  readonly coberturas: {
    readonly calendario: CoverageDocument;
    readonly operaciones: CoverageDocument;
    readonly porPago: CoverageDocument;
    readonly liquidaciones: CoverageDocument;
    readonly rechazos: CoverageDocument;
  };
  /** Empty if no row of the figures is in doubt. */
  readonly enDuda: readonly InDoubt[];
  readonly calendario: CalendarioMonth;
  readonly vendido: {
    readonly importe: string | null;
    /** Change against the same days of the month before, in tenths of a percent; null if either period was not read whole. */
    readonly variacion: number | null;
    readonly abrir: FigureTarget;
  };
  readonly acreditado: { readonly importe: string | null; readonly dias: number; readonly abrir: FigureTarget };
  readonly porAcreditar: {
    /** Null if operations were never read by payment date. */
    readonly importe: string | null;
    readonly liquidaciones: number;
    readonly operaciones: number;
    readonly desde: string | null;
    readonly estimado: boolean;
    /** The taxes subtracted from unsettled sales: the account's share of the last three months, in hundredths of a percent. Null: none. */
    readonly tasaImpuestos: number | null;
    /** Charges without operations that the bank has not debited yet; `importe` includes them. */
    readonly cargos: HomeUnpaid;
    /** Amounts that were due and did not arrive; `importe` does not include them. */
    readonly vencido: HomeUnpaid;
    readonly abrir: FigureTarget;
  };
  /** Whether there are decisions: `decisiones.listar` returns those to look at again. */
  readonly decisiones: boolean;
  readonly linea: readonly HomeCredit[];
  readonly proximas: readonly HomeCredit[];
  readonly costos: readonly HomeCost[];
  readonly contracargos: readonly HomeContracargos[];
  /** The day of the visit from which news count; null at the first. */
  readonly desde: string | null;
  readonly novedades: readonly HomeNews[];
}

/** The counts of *Inicio* that wait for the person. */
export interface HomePending {
  /** Null if this PC never reconciled anything. */
  readonly porHacer: HomeWork | null;
  /** New chargebacks. */
  readonly contracargos: number;
  /** Uploads of this PC that did not end, by their files. */
  readonly envios: readonly Pick<RecentFile, 'carga' | 'archivos'>[];
}

/** An unmatched coupon and the reconciliation that shows it; null until the service has given its upload a number. */
export interface PendingCupon extends ReadCupon {
  /** Its place in this list alone, from 0. */
  readonly n: number;
  readonly conciliacion: string | null;
  /**
   * The coupon's number in the kept reading of its reconciliation, as `n` of `conciliaciones.cupones` and `explicaciones.explicar`; null if its state
   * comes from the ledger.
   */
  readonly nLectura: number | null;
  /** The sheet of its row; null for a text file, and if the upload is not ours. */
  readonly hoja: string | null;
}

/** The unmatched coupons of an age, of any reconciliation: those that need work, and those that were decided, wait or were replaced. */
export interface UnreconciledDocument {
  /** Days since the sale, both ends included; `hasta` is null for the oldest age. Null: every age. */
  readonly edad: { readonly desde: number; readonly hasta: number | null } | null;
  readonly cupones: number;
  /** The number of examined reconciliations; 0 if there are none yet. */
  readonly miradas: number;
  /** At most 5000, oldest first. */
  readonly filas: readonly PendingCupon[];
}

export const HOME_INPUTS = {
  /** `hoy`: the day to look back from, by default today. */
  'inicio.ver': withInput({ cuenta, hoy: date.optional() }).answers<HomeDocument>(),
  /** The counts of the rail: what waits for the person. */
  'inicio.pendientes': withInput({ cuenta }).answers<HomePending>(),
  /** The unmatched coupons of an age. `edad`: the first day of that age, as in `inicio.pendientes`; by default every age. */
  'inicio.sin_conciliar': withInput({
    cuenta,
    edad: z.number().int().min(-1).optional(),
  }).answers<UnreconciledDocument>(),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': withInput({ cuenta, desde: month, hasta: month }).answers<CalendarioDocument>(),
  /** Notes that the person has seen *Inicio*: from tomorrow on, news count from this moment. */
  'inicio.visto': withInput({ cuenta }).answers<{ readonly hoy: string }>(),
} as const;
