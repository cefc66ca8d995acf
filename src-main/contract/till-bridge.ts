import type { LineKind, Reason } from '#domain/till-bridge.ts';

export type { ComparedCounter } from '#domain/service-counters.ts';

/** From the rows of the files to what was sent, and from there to what the service counts. Amounts are decimal strings with a dot. */

export interface SummedRows {
  readonly filas: number;
  readonly importe: string;
}

export interface LeftOutRows extends SummedRows {
  /** How many of the rows have an amount that cannot be read: they are in no amount. */
  readonly sinImporte: number;
}

/** A line of totals of a file beside the coupons that it totals. */
export interface FileTotal {
  readonly fila: number;
  /** The amount as the line writes it; empty where it says none. */
  readonly dice: string;
  readonly importe: string | null;
  readonly suman: string;
  /** True when the line totals every coupon of its sheet: it is the total of the till. */
  readonly deTodo: boolean;
  /** The amount of the line less the sum of its rows; null where the line says no amount. */
  readonly diferencia: string | null;
}

export interface SheetBridge {
  readonly archivo: string;
  /** null in a text file, and where the sheet is not known. */
  readonly hoja: string | null;
  /** Lines of the sheet that are no coupons: they have no day. */
  readonly lineas: Readonly<Record<LineKind, number>>;
  readonly dias: readonly {
    /** null: the date of those rows is not known. */
    readonly dia: string | null;
    readonly enviados: SummedRows;
    readonly omitidos: LeftOutRows;
  }[];
  readonly totales: readonly FileTotal[];
}

export interface Bridge {
  /** Rows that are coupons, sent or not. */
  readonly cupones: LeftOutRows;
  readonly enviados: SummedRows;
  readonly omitidos: Readonly<Record<Reason, LeftOutRows>>;
  /** Lines that are no coupons. */
  readonly lineas: Readonly<Record<LineKind, number>>;
  readonly hojas: readonly SheetBridge[];
}
