import { z } from 'zod';
import type { Vista } from '#domain/views/index.ts';
import { cuenta, date, month, withInput } from './common-inputs.ts';
import type { ReadCupon, RecentFile } from './conciliaciones.ts';
import type { CoverageDocument } from './documents.ts';

/** Figures computed from the local data, each with the address of its rows: `inicio.*`. These methods never use the network. */

/** The rows behind a figure, as `datos.pagina` and the address of a data screen name them. */
export interface FigureTarget {
  readonly vista: Exclude<Vista, 'cupones' | 'conciliaciones' | 'calendario'>;
  readonly desde?: string;
  readonly hasta?: string;
  readonly campoFecha?: string;
  readonly filtros?: readonly { readonly campo: string; readonly valor: string }[];
}

/**
 * The sum of the rows that a figure opens, and the parts to add to this sum to get the figure. `debitos`: movements without a settlement, such as chargebacks.
 * `sin_vincular`: payments that the service did not link. `descuentos`: the list has sales before deductions.
 * `sin_bajar`: not all of the days were downloaded, or not all of the earlier days whose settlements these payments may pay.
 */
export interface ListTotal {
  readonly importe: string;
  readonly partes: readonly {
    readonly motivo: 'debitos' | 'sin_vincular' | 'descuentos' | 'sin_bajar' | 'sin_explicar';
    readonly importe: string;
  }[];
}

/** `sin_leer`: the day was not read, or was not over when it was read, which is different from zero. `futuro`: the day has not come. */
export type DayStatus = 'leido' | 'sin_leer' | 'futuro';

export type DayField = 'vendido' | 'acreditado';

/** Amounts are decimal text with a dot; null if unknown. */
export interface HomeDay {
  readonly fecha: string;
  readonly estado: DayStatus;
  readonly vendido: string | null;
  readonly acreditado: string | null;
  /** The figures of the day whose rows were not downloaded: the list that such a figure opens lacks them. */
  readonly sinBajar: readonly DayField[];
  /** The list of `acreditado`; null if it adds up to that amount, or if the amount is unknown. */
  readonly lista: ListTotal | null;
  /** The Spanish name of a day on which banks are closed and nothing is credited; null on other days. */
  readonly feriado: string | null;
}

export interface CalendarioDays {
  readonly dias: readonly HomeDay[];
  /** Sum over the days that were read. */
  readonly vendido: string;
  readonly acreditado: string;
  /** The list of `acreditado` over the days up to today; null if it adds up to that amount. */
  readonly lista: ListTotal | null;
  /** How many days up to today were not read or lack an amount. The sums leave them out. */
  readonly sinLeer: number;
  /** How many days have `sinBajar`. The sums include them. */
  readonly sinBajar: number;
}

export interface CalendarioMonth extends CalendarioDays {
  /** `YYYY-MM`. */
  readonly mes: string;
}

export interface CalendarioDocument {
  readonly hoy: string;
  readonly meses: readonly CalendarioMonth[];
  /** False without a bank feed; null if unknown. */
  readonly banco: boolean | null;
  /** The first month of which something was read, `YYYY-MM`; null if nothing was. */
  readonly primero: string | null;
}

export interface HomeCredit {
  readonly fecha: string;
  readonly clase: 'acreditado' | 'por_acreditar' | 'sin_leer';
  /** Null for an unread day. */
  readonly importe: string | null;
  readonly liquidaciones: number;
  /** True if part of the amount is not settled: the account's average taxes were subtracted from that part. */
  readonly estimado: boolean;
  /** What `abrir` adds up to; null if that is `importe`. */
  readonly lista: ListTotal | null;
  readonly abrir: FigureTarget;
}

export interface HomeAge {
  /** The first day of the age, in days since the sale; -1 for sales dated later than tomorrow. */
  readonly desde: number;
  /** The last day of the age; null for the oldest age. */
  readonly hasta: number | null;
  readonly cupones: number;
  readonly importe: string;
}

/** The unmatched coupons that a person still has to handle, as the rail, *Inicio* and the queue count them. `total`: the number of uploaded coupons. */
export interface HomeWork {
  readonly importe: string;
  readonly cupones: number;
  readonly total: number;
  readonly edades: readonly HomeAge[];
}

export interface HomeMonthCost {
  readonly mes: string;
  /** Share of the billed amount, in hundredths of a percent: 740 is 7,40 %. Null if nothing was billed, and if days were not read or rows lack the amount. */
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
  /** How many days of the month up to today were not read. The sums leave them out. */
  readonly sinLeer: number;
  /** Null if no day of the month was read. If the coverage has `porOtraFecha`, chargebacks paid on other days may be missing. */
  readonly cantidad: number | null;
  readonly importe: string | null;
  readonly abrir: FigureTarget;
}

/** Settlements that no movement of the bank pays. */
export interface HomeUnpaid {
  readonly liquidaciones: number;
  readonly importe: string;
  readonly abrir: FigureTarget;
}

export type HomeNews =
  | {
      readonly clase: 'acreditado';
      readonly importe: string;
      /** What `abrir` adds up to; null if that is `importe`. */
      readonly lista: ListTotal | null;
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

/** Rows of a view that the last complete reading lacked. The figures of *Inicio* include them until another reading confirms that they are gone. */
export interface InDoubt {
  readonly vista: 'operaciones' | 'liquidaciones' | 'rechazos';
  readonly filas: number;
  /** The sum of the amounts; for settlements, of the credited amounts. */
  readonly importe: string;
  readonly abrir: FigureTarget;
}

export interface HomeDocument {
  readonly hoy: string;
  readonly mes: string;
  /** False if nothing was ever downloaded; the other fields of the document then mean nothing. */
  readonly hayDatos: boolean;
  /** False without a bank feed: credits are then as the processors report them. Null if unknown. */
  readonly banco: boolean | null;
  readonly coberturas: Readonly<
    Record<'calendario' | 'operaciones' | 'porPago' | 'liquidaciones' | 'rechazos', CoverageDocument>
  >;
  /** Empty if the figures include no row in doubt. */
  readonly enDuda: readonly InDoubt[];
  readonly calendario: CalendarioMonth;
  /** The days of the heat map: those of the month, or from `desde` until today if that is before the month. */
  readonly mapa: CalendarioDays;
  readonly vendido: {
    readonly importe: string | null;
    /** The change up to yesterday against the same days of the month before, in tenths of a percent; null if a period is incomplete, or the earlier sold nothing. */
    readonly variacion: number | null;
    readonly abrir: FigureTarget;
  };
  readonly acreditado: {
    readonly importe: string | null;
    readonly dias: number;
    readonly abrir: FigureTarget;
  };
  readonly porAcreditar: {
    /** Null if operations were never read by payment date. */
    readonly importe: string | null;
    /** The operations that `abrir` shows, before deductions and charges. */
    readonly ventas: string;
    readonly liquidaciones: number;
    readonly operaciones: number;
    readonly desde: string | null;
    readonly estimado: boolean;
    /** The taxes subtracted from unsettled sales, in hundredths of a percent: the account's average of the last three months. Null if none were subtracted. */
    readonly tasaImpuestos: number | null;
    /** Charges without operations that the bank has not debited yet; part of `importe`. */
    readonly cargos: HomeUnpaid;
    /** Amounts that were due and did not arrive; not part of `importe`. */
    readonly vencido: HomeUnpaid;
    readonly abrir: FigureTarget;
  };
  /** True if there are decisions. `decisiones.listar` returns the decisions to look at again. */
  readonly decisiones: boolean;
  readonly linea: readonly HomeCredit[];
  /** All that is due after the last day of `linea`; null if nothing is. `fecha`: the first of these days. */
  readonly despues: HomeCredit | null;
  readonly proximas: readonly HomeCredit[];
  readonly costos: readonly HomeCost[];
  readonly contracargos: readonly HomeContracargos[];
  /** The day of the last visit; null at the first visit. */
  readonly desde: string | null;
  readonly novedades: readonly HomeNews[];
}

/** What waits for the person: the counts of the rail. */
export interface HomePending {
  /** Null if this PC never reconciled anything. */
  readonly porHacer: HomeWork | null;
  readonly contracargos: number;
  /** The unfinished uploads of this PC, by their files. */
  readonly envios: readonly Pick<RecentFile, 'carga' | 'archivos'>[];
}

/** An unmatched coupon, and the reconciliation whose result has the coupon: null until the service numbers the upload. */
export interface PendingCupon extends ReadCupon {
  /** The index of the coupon in this list, from 0. */
  readonly n: number;
  readonly conciliacion: string | null;
  /** The coupon's number in the stored result, `n` of `conciliaciones.cupones` and `explicaciones.explicar`; null if the coupon comes from the ledger. */
  readonly nLectura: number | null;
  /** The sheet of the coupon's row; null for a text file, and for an upload of another PC. */
  readonly hoja: string | null;
}

/** The unmatched coupons of an age in all reconciliations: to do, decided, waiting or replaced. */
export interface UnreconciledDocument {
  /** Days since the sale, both ends included; `hasta` is null for the oldest age. `edad` is null when every age was requested. */
  readonly edad: { readonly desde: number; readonly hasta: number | null } | null;
  readonly cupones: number;
  readonly miradas: number;
  /** At most 5000, the oldest first. */
  readonly filas: readonly PendingCupon[];
}

export const HOME_INPUTS = {
  /** `hoy`: the day that counts as today. `desde`: the first day of `mapa`. */
  'inicio.ver': withInput({ cuenta, hoy: date.optional(), desde: date.optional() }).answers<HomeDocument>(),
  'inicio.pendientes': withInput({ cuenta }).answers<HomePending>(),
  /** The unmatched coupons of an age. `edad`: its first day, as in `inicio.pendientes`; by default every age. */
  'inicio.sin_conciliar': withInput({
    cuenta,
    edad: z.number().int().min(-1).optional(),
  }).answers<UnreconciledDocument>(),
  /** The calendar of some months, at most 24. */
  'inicio.calendario': withInput({ cuenta, desde: month, hasta: month }).answers<CalendarioDocument>(),
  /** Notes that the person has seen *Inicio*: from tomorrow on, news are what has changed since now. */
  'inicio.visto': withInput({ cuenta }).answers<{ readonly hoy: string }>(),
} as const;
