import type { TieKey } from '#domain/cierre/ties.ts';
import type { ConceptKey, OpenKey } from '#domain/texts/cierre.ts';

/** What `cierre.*` answer. Amounts are decimal text with a dot. */

/** A difference of a tie. `clase` says which kind (docs/cierre.md). */
export interface TieRowDocument {
  readonly numero: string;
  readonly clase: string;
  readonly importe: string;
  readonly esperado: string | null;
  readonly encontrado: string | null;
  readonly procesador: string;
  readonly fecha: string;
}

export interface TieDocument {
  readonly clave: TieKey;
  readonly comparados: number;
  readonly difieren: number;
  readonly sinComparar: number;
  readonly filas: readonly TieRowDocument[];
}

export interface OpenItem {
  readonly clave: OpenKey;
  readonly cuantos: number;
  /** Null where no amount is known. */
  readonly importe: string | null;
}

export interface BalanceDocument {
  readonly procesador: string;
  readonly aperturaALiquidar: string;
  readonly vendido: string;
  readonly liquidado: string;
  readonly aLiquidar: string;
  readonly aperturaACobrar: string;
  readonly neto: string;
  readonly acreditado: string;
  readonly aCobrar: string;
}

/** A row of a closed month that appeared, changed or was withdrawn since. */
export interface AdjustmentDocument {
  readonly mes: string;
  readonly clase: 'aparecio' | 'cambio' | 'se_retiro';
  readonly vista: string;
  readonly id: string;
  readonly numero: string;
  readonly fecha: string;
  readonly procesador: string;
  /** The field of the API. */
  readonly campo: string;
  readonly importe: string;
  /** The account of the entry; null where the row is in no entry. */
  readonly cuenta: string | null;
}

export interface CierreDocument {
  readonly periodo: string;
  readonly cuit: string;
  readonly razonSocial: string;
  readonly estado: 'abierto' | 'cerrado';
  readonly abiertos: readonly OpenItem[];
  readonly empates: readonly TieDocument[];
  /** The rows of the sheet *Pendientes*; absent from a month that was closed before they were counted. */
  readonly pendientes?: number;
  readonly saldos: { readonly procesadores: readonly BalanceDocument[] };
  /** What was taken off between what was settled and its net, without those of zero. */
  readonly conceptos: readonly { readonly clave: ConceptKey; readonly importe: string }[];
  /** The workbook, where one was written. */
  readonly archivo: string | null;
  readonly sha256: string | null;
  readonly ajustes: readonly AdjustmentDocument[];
  /** The journal entry as CSV, where it was written. */
  readonly asiento: string | null;
  /** Who closed the month, when and why; null while it is open. */
  readonly cerrado: {
    readonly quien: string;
    readonly cuando: string;
    readonly motivo: string;
    readonly version: string;
  } | null;
}

/** Names a month of a taxpayer that is closed. */
export interface ClosedName {
  readonly periodo: string;
  readonly cuit: string;
}
export interface ClosedMonth extends ClosedName {
  readonly cuando: string;
}

/** What is known of the taxpayers of an account, and the questions that are open. */
export interface TaxpayersDocument {
  readonly contribuyentes: readonly { readonly cuit: string; readonly razonSocial: string }[];
  /** Stores and establishments without a CUIT, with the number of their records. */
  readonly sinDeterminar: readonly {
    readonly comercio: string | null;
    readonly establecimiento: string | null;
    readonly filas: number;
  }[];
  readonly cerrados: readonly ClosedMonth[];
}

/** The answers of a person that the closing keeps. */
export interface AnswersDocument {
  readonly guardados: number;
}

export interface CierreOutputs {
  'cierre.ver': CierreDocument;
  'cierre.cerrar': CierreDocument;
  'cierre.reabrir': CierreDocument;
  'cierre.contribuyentes': TaxpayersDocument;
  'cierre.responder': AnswersDocument;
}
