import type { Vista } from '#domain/vista.ts';
import type { CuponLeido } from './conciliaciones.ts';
import type { CoberturaDocumento } from './documents.ts';

/** What `inicio.*` answer: figures of the local data, each with the rows it is made of. Never the network. */

/** The rows behind a figure: what `datos.pagina` and the address of a data screen take. */
export interface Abrir {
  readonly vista: Exclude<Vista, 'cupones' | 'conciliaciones' | 'calendario'>;
  readonly desde?: string;
  readonly hasta?: string;
  readonly campoFecha?: string;
  readonly filtros?: readonly { readonly campo: string; readonly valor: string }[];
}

/**
 * What is known of a day. `sin_leer`: nobody asked the service, or asked before the day was over; not zero. `futuro`: it has not come.
 */
export type DiaEstado = 'leido' | 'sin_leer' | 'futuro';

/** Amounts are decimal text with a dot; null where nothing is known. */
export interface InicioDia {
  readonly fecha: string;
  readonly estado: DiaEstado;
  readonly vendido: string | null;
  readonly acreditado: string | null;
  /** Banks are closed: nothing is credited. The name of the day, in Spanish; null on other days. */
  readonly feriado: string | null;
}

export interface CalendarioMes {
  /** `YYYY-MM`. */
  readonly mes: string;
  readonly dias: readonly InicioDia[];
  /** Sums of what was read. */
  readonly vendido: string;
  readonly acreditado: string;
  /** Days up to today that were not read, or come without one of the amounts: the sums leave them out. */
  readonly sinLeer: number;
}

export interface CalendarioDocumento {
  readonly hoy: string;
  readonly meses: readonly CalendarioMes[];
  readonly cobertura: CoberturaDocumento;
  /** As in `InicioDocumento`. */
  readonly banco: boolean | null;
  /** The first and the last month with something read, `YYYY-MM`; null when nothing was. */
  readonly primero: string | null;
  readonly ultimo: string | null;
}

/** A day of the line of what was and will be credited. */
export interface InicioAcreditacion {
  readonly fecha: string;
  readonly clase: 'acreditado' | 'por_acreditar' | 'sin_leer';
  /** Null in a day that was not read. */
  readonly importe: string | null;
  readonly liquidaciones: number;
  /** Part of it is not settled yet: without the taxes that will be deducted. */
  readonly estimado: boolean;
  readonly abrir: Abrir;
}

export interface InicioEdad {
  readonly desde: number;
  /** Null: and more. */
  readonly hasta: number | null;
  readonly cupones: number;
  readonly importe: string;
  /** Days of sale that it covers, both ends included; null where it has no end. */
  readonly ventaDesde: string | null;
  readonly ventaHasta: string | null;
  /** The reconciliations that show them, the one with most of them first: a coupon of two uploads is in both. */
  readonly en: readonly { readonly conciliacion: string; readonly cupones: number }[];
}

export interface InicioCostoMes {
  readonly mes: string;
  /** Of what was billed, in hundredths of a percent: 740 is 7,40 %. Null when nothing was billed, or it was not all read or not all said. */
  readonly total: number | null;
  readonly arancel: number | null;
  readonly impuestos: number | null;
}

export interface InicioCosto {
  /** Null: all of them. */
  readonly tarjeta: string | null;
  readonly meses: readonly InicioCostoMes[];
  readonly abrir: Abrir;
}

export interface InicioContracargos {
  readonly mes: string;
  /** Null when the month was not read whole. */
  readonly cantidad: number | null;
  readonly importe: string | null;
  readonly abrir: Abrir;
}

/** Something that happened since the last time; the screen has the words. */
export type InicioNovedad =
  | { readonly clase: 'acreditado'; readonly liquidaciones: number; readonly importe: string; readonly abrir: Abrir }
  | { readonly clase: 'concilio'; readonly cupones: number; readonly conciliacion: string | null }
  | { readonly clase: 'contracargos'; readonly cantidad: number; readonly importe: string; readonly abrir: Abrir }
  | {
      readonly clase: 'costo';
      readonly tarjeta: string;
      readonly antes: number;
      readonly ahora: number;
      readonly abrir: Abrir;
    }
  | { readonly clase: 'leido'; readonly hasta: string };

/** Rows of a view that the service stopped showing: they are in the figures of the first page until another reading confirms it. */
export interface InDoubt {
  readonly vista: 'operaciones' | 'liquidaciones' | 'rechazos';
  readonly filas: number;
  /** Of sales and chargebacks what they are of, of settlements what was credited. */
  readonly importe: string;
  readonly abrir: Abrir;
}

export interface InicioDocumento {
  readonly hoy: string;
  readonly mes: string;
  /** Whether anything was ever downloaded. Without it there is nothing else to look at. */
  readonly hayDatos: boolean;
  /** False: no bank feed, so what was credited is what the processors say. Null while it is not known. */
  readonly banco: boolean | null;
  readonly coberturas: {
    readonly calendario: CoberturaDocumento;
    readonly operaciones: CoberturaDocumento;
    readonly porPago: CoberturaDocumento;
    readonly liquidaciones: CoberturaDocumento;
    readonly rechazos: CoberturaDocumento;
  };
  /** Empty where no row of the figures is in doubt. */
  readonly enDuda: readonly InDoubt[];
  readonly calendario: CalendarioMes;
  readonly vendido: {
    readonly importe: string | null;
    /** Against the same days of the month before, in tenths of a percent; null when either was not all read. */
    readonly variacion: number | null;
    readonly abrir: Abrir;
  };
  readonly acreditado: { readonly importe: string | null; readonly dias: number; readonly abrir: Abrir };
  readonly porAcreditar: {
    /** Null when operations by payment date were never read. */
    readonly importe: string | null;
    readonly liquidaciones: number;
    readonly operaciones: number;
    readonly desde: string | null;
    readonly estimado: boolean;
    readonly abrir: Abrir;
  };
  /** Null when nothing was ever reconciled from this PC. */
  readonly sinConciliar: {
    readonly importe: string;
    readonly cupones: number;
    readonly total: number;
    readonly edades: readonly InicioEdad[];
    /** The reconciliation with the most of them. */
    readonly conciliacion: string | null;
  } | null;
  readonly linea: readonly InicioAcreditacion[];
  readonly proximas: readonly InicioAcreditacion[];
  readonly costos: readonly InicioCosto[];
  readonly contracargos: readonly InicioContracargos[];
  /** The day of the visit that news are counted from; null at the first. */
  readonly desde: string | null;
  readonly novedades: readonly InicioNovedad[];
}

/** What waits for the person, as Inicio counts it. */
export interface InicioPendientes {
  /** Coupons that nothing matched; null when nothing was ever reconciled from this PC. */
  readonly sinConciliar: number | null;
  /** Chargebacks that are news. */
  readonly contracargos: number;
}

/** A coupon that nothing matched, and the reconciliation that shows it; null while its upload has no number. */
export interface CuponPendiente extends CuponLeido {
  readonly conciliacion: string | null;
}

/** The coupons that an age of Inicio counts, whichever reconciliations they are of. */
export interface SinConciliarDocumento {
  /** Days since the sale, both ends included, `hasta` null without an end; null: of every age. */
  readonly edad: { readonly desde: number; readonly hasta: number | null } | null;
  readonly cupones: number;
  readonly importe: string;
  /** The oldest ones first, at most 5000 of them. */
  readonly filas: readonly CuponPendiente[];
}

export interface InicioOutputs {
  'inicio.ver': InicioDocumento;
  'inicio.pendientes': InicioPendientes;
  'inicio.sin_conciliar': SinConciliarDocumento;
  'inicio.calendario': CalendarioDocumento;
  'inicio.visto': { readonly hoy: string };
}
