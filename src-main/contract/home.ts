import { z } from 'zod';
import type { Vista } from '#domain/views/index.ts';
import { cuenta, date, month, withInput } from './common-inputs.ts';
import type { ReadCupon, RecentFile } from './conciliaciones.ts';
import type { CoverageDocument } from './documents.ts';

/** Figures of the local data, each with the rows that it is made of: `inicio.*`. They never use the network. */

/** The rows behind a figure: what `datos.pagina` and the address of a data screen take. */
export interface FigureTarget {
  readonly vista: Exclude<Vista, 'cupones' | 'conciliaciones' | 'calendario'>;
  readonly desde?: string;
  readonly hasta?: string;
  readonly campoFecha?: string;
  readonly filtros?: readonly { readonly campo: string; readonly valor: string }[];
}

/** What is known of a day. `sin_leer`: the service was not asked, or the day was not over then; this is not zero. `futuro`: the day has not come. */
export type DayStatus = 'leido' | 'sin_leer' | 'futuro';

/** Amounts are decimal text with a dot; null where nothing is known. */
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
  /** Sums of what was read. */
  readonly vendido: string;
  readonly acreditado: string;
  /** Days up to today that were not read or that lack one of the amounts. The sums leave them out. */
  readonly sinLeer: number;
}

export interface CalendarioDocument {
  readonly hoy: string;
  readonly meses: readonly CalendarioMonth[];
  readonly cobertura: CoverageDocument;
  /** As in `HomeDocument`. */
  readonly banco: boolean | null;
  /** The first month with something read, `YYYY-MM`; null when nothing was. */
  readonly primero: string | null;
}

/** A day of the line that shows past and future credits. */
export interface HomeCredit {
  readonly fecha: string;
  readonly clase: 'acreditado' | 'por_acreditar' | 'sin_leer';
  /** Null for a day that was not read. */
  readonly importe: string | null;
  readonly liquidaciones: number;
  /** True when part of the amount is not settled yet: of that part, the average taxes of the account were taken off. */
  readonly estimado: boolean;
  readonly abrir: FigureTarget;
}

export interface HomeAge {
  /** The first day of the age; -1 for sales that are dated later than tomorrow, which have no age. */
  readonly desde: number;
  /** The last day of the age; null when it has no end. */
  readonly hasta: number | null;
  readonly cupones: number;
  readonly importe: string;
}

/** The unmatched coupons that are work: the rail, *Inicio* and the queue say this figure. `total`: of so many that were uploaded. */
export interface HomeWork {
  readonly importe: string;
  readonly cupones: number;
  readonly total: number;
  readonly edades: readonly HomeAge[];
}

export interface HomeMonthCost {
  readonly mes: string;
  /** Share of what was billed, in hundredths of a percent: 740 is 7,40 %. Null when nothing was billed, or when part was not read or lacks its amount. */
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
  /** Null when days of the month were not read. With `porOtraFecha` in the coverage of chargebacks, what was paid outside the days read may lack. */
  readonly cantidad: number | null;
  readonly importe: string | null;
  readonly abrir: FigureTarget;
}

/** Settlements that the bank does not show. */
export interface HomeUnpaid {
  readonly liquidaciones: number;
  readonly importe: string;
  readonly abrir: FigureTarget;
}

/** Something that happened since the last visit; the screen has the words. */
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

/** Rows of a view that the service stopped showing. The figures of *Inicio* count them until another reading confirms that they are gone. */
export interface InDoubt {
  readonly vista: 'operaciones' | 'liquidaciones' | 'rechazos';
  readonly filas: number;
  /** For sales and chargebacks their amount, for settlements what was credited. */
  readonly importe: string;
  readonly abrir: FigureTarget;
}

export interface HomeDocument {
  readonly hoy: string;
  readonly mes: string;
  /** Whether anything was ever downloaded. When false, the rest of the document says nothing. */
  readonly hayDatos: boolean;
  /** False: no bank feed, so credits are as the processors report them. Null while unknown. */
  readonly banco: boolean | null;
  readonly coberturas: {
    readonly calendario: CoverageDocument;
    readonly operaciones: CoverageDocument;
    readonly porPago: CoverageDocument;
    readonly liquidaciones: CoverageDocument;
    readonly rechazos: CoverageDocument;
  };
  /** Empty where no row of the figures is in doubt. */
  readonly enDuda: readonly InDoubt[];
  readonly calendario: CalendarioMonth;
  readonly vendido: {
    readonly importe: string | null;
    /** Change against the same days of the month before, in tenths of a percent; null when either period was not all read. */
    readonly variacion: number | null;
    readonly abrir: FigureTarget;
  };
  readonly acreditado: { readonly importe: string | null; readonly dias: number; readonly abrir: FigureTarget };
  readonly porAcreditar: {
    /** Null when operations by payment date were never read. */
    readonly importe: string | null;
    readonly liquidaciones: number;
    readonly operaciones: number;
    readonly desde: string | null;
    readonly estimado: boolean;
    /** The taxes deducted from unsettled sales: the account's share of the last three months, in hundredths of a percent. Null: none. */
    readonly tasaImpuestos: number | null;
    /** Charges without operations that the bank has not debited yet; they are in `importe`. */
    readonly cargos: HomeUnpaid;
    /** What was due and did not arrive; it is not in `importe`. */
    readonly vencido: HomeUnpaid;
    readonly abrir: FigureTarget;
  };
  /** Whether anything was decided: `decisiones.listar` says what to look at again. */
  readonly decisiones: boolean;
  readonly linea: readonly HomeCredit[];
  readonly proximas: readonly HomeCredit[];
  readonly costos: readonly HomeCost[];
  readonly contracargos: readonly HomeContracargos[];
  /** The day of the visit that news are counted from; null at the first. */
  readonly desde: string | null;
  readonly novedades: readonly HomeNews[];
}

/** The counts of *Inicio* that wait for the person. */
export interface HomePending {
  /** Null when nothing was ever reconciled from this PC. */
  readonly porHacer: HomeWork | null;
  /** Chargebacks that are news. */
  readonly contracargos: number;
  /** Uploads of this PC that did not end, by their files. */
  readonly envios: readonly Pick<RecentFile, 'archivos'>[];
}

/** An unmatched coupon and the reconciliation that shows it; null while the service has given its upload no number. */
export interface PendingCupon extends ReadCupon {
  /** Its place in this list, from 0. Only this list has it. */
  readonly n: number;
  readonly conciliacion: string | null;
  /**
   * Names the coupon within the kept reading of its reconciliation, as `n` of `conciliaciones.cupones` and of `explicaciones.explicar` does; null
   * where its state is the ledger's.
   */
  readonly nLectura: number | null;
  /** The sheet of its row; null for a text file, and where the upload is not ours. */
  readonly hoja: string | null;
}

/** The unmatched coupons of an age, of any reconciliation: those that are work, and those that were decided about, wait or were replaced. */
export interface UnreconciledDocument {
  /** Days since the sale, both ends included; `hasta` is null where the age has no end. Null: every age. */
  readonly edad: { readonly desde: number; readonly hasta: number | null } | null;
  readonly cupones: number;
  /** How many reconciliations were looked at; 0 where nothing was reconciled yet. */
  readonly miradas: number;
  /** The oldest ones first, at most 5000 of them. */
  readonly filas: readonly PendingCupon[];
}

export const HOME_INPUTS = {
  /** `hoy`: a day to look back from, instead of today. */
  'inicio.ver': withInput({ cuenta, hoy: date.optional() }).answers<HomeDocument>(),
  /** How much waits for the person: what the rail counts. */
  'inicio.pendientes': withInput({ cuenta }).answers<HomePending>(),
  /** The unmatched coupons of an age. `edad` is the first day of that age, as `inicio.pendientes` gives it; without it, every age. */
  'inicio.sin_conciliar': withInput({
    cuenta,
    edad: z.number().int().min(-1).optional(),
  }).answers<UnreconciledDocument>(),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': withInput({ cuenta, desde: month, hasta: month }).answers<CalendarioDocument>(),
  /** Writes down that the person has seen *Inicio*: from tomorrow on, news are counted from this moment. */
  'inicio.visto': withInput({ cuenta }).answers<{ readonly hoy: string }>(),
} as const;
