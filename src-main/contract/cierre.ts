import type { Balance } from '#domain/cierre/balances.ts';
import type { WithText } from '#domain/cierre/rows.ts';
import type { Taxpayer } from '#domain/cierre/taxpayers.ts';
import type { Tie, TieRow } from '#domain/cierre/ties.ts';
import type { ConceptKey, OpenKey } from '#domain/texts/cierre.ts';
import { z } from 'zod';
import { cuenta, id, month, place, withInput, typedUpTo } from './common-inputs.ts';

/** The closing of a month: `cierre.*`. Amounts are decimal text with a dot. */

/** A difference of a tie. `clase`: its kind (docs/cierre.md). */
export type TieRowDocument = WithText<TieRow>;

export interface TieDocument extends Omit<Tie, 'filas'> {
  readonly difieren: number;
  readonly filas: readonly TieRowDocument[];
}

export interface OpenItem {
  readonly clave: OpenKey;
  readonly cuantos: number;
  readonly importe: string | null;
}

export type BalanceDocument = WithText<Balance>;

/** A row of a closed month that is new, changed or withdrawn since the closing. */
export interface AdjustmentDocument {
  readonly mes: string;
  readonly clase: 'aparecio' | 'cambio' | 'se_retiro';
  readonly vista: string;
  readonly id: string;
  readonly numero: string;
  readonly fecha: string;
  readonly procesador: string;
  readonly campo: string;
  readonly importe: string;
  /** The account of the accounting entry; null if the row is in no entry. */
  readonly cuenta: string | null;
}

export interface CierreDocument {
  readonly periodo: string;
  readonly cuit: string;
  readonly razonSocial: string;
  readonly estado: 'abierto' | 'cerrado';
  readonly abiertos: readonly OpenItem[];
  readonly empates: readonly TieDocument[];
  /** The number of rows of the sheet *Pendientes*; absent for a month that an older version closed. */
  readonly pendientes?: number;
  readonly saldos: { readonly procesadores: readonly BalanceDocument[] };
  /** The deductions between billed and net amounts, without deductions of zero. */
  readonly conceptos: readonly { readonly clave: ConceptKey; readonly importe: string }[];
  /** The path of the workbook; null if none was written. */
  readonly archivo: string | null;
  readonly sha256: string | null;
  readonly ajustes: readonly AdjustmentDocument[];
  /** The path of the accounting entry as CSV; null if none was written. */
  readonly asiento: string | null;
  readonly cerrado: {
    readonly quien: string;
    readonly cuando: string;
    readonly motivo: string;
    readonly version: string;
  } | null;
}

export interface ClosedName {
  readonly periodo: string;
  readonly cuit: string;
}
export interface ClosedMonth extends ClosedName {
  readonly cuando: string;
}
export interface ReopenedMonth extends ClosedMonth {
  readonly version: number;
  readonly quien: string;
  readonly motivo: string;
}

export interface TaxpayersDocument {
  readonly contribuyentes: readonly Taxpayer[];
  /** Stores and establishments without a CUIT, with the number of their records. */
  readonly sinDeterminar: readonly {
    readonly comercio: string | null;
    readonly establecimiento: string | null;
    readonly filas: number;
  }[];
  readonly cerrados: readonly ClosedMonth[];
  /** Ordered by month. */
  readonly reabiertos: readonly ReopenedMonth[];
}

const which = { cuenta, periodo: month, cuit: id.optional() };
/** Files with withholdings that the person downloaded: *Mis Retenciones*, and the file of the Convenio Multilateral. */
const files = { retenciones: place.optional(), convenio: place.optional() };

export const CIERRE_INPUTS = {
  /** Returns a closed month as it was closed, or computes an open month. `salida`: folder for the workbook. `version`: the number of an earlier closing. */
  'cierre.ver': withInput({
    ...which,
    ...files,
    salida: place.optional(),
    version: z.number().int().positive().optional(),
  }).answers<CierreDocument>(),
  'cierre.cerrar': withInput({
    ...which,
    ...files,
    motivo: typedUpTo(),
    salida: place.optional(),
  }).answers<CierreDocument>(),
  /** Reopens the last closed month; its closed version is kept. */
  'cierre.reabrir': withInput({ ...which, motivo: typedUpTo() }).answers<CierreDocument>(),
  'cierre.contribuyentes': withInput({ cuenta }).answers<TaxpayersDocument>(),
  /** Stores what the person answered: the CUIT of stores, jurisdictions of texts, withholding agents, account codes. */
  'cierre.responder': withInput({
    cuenta,
    /** `de`: the store or establishment to which the CUIT belongs. */
    cuits: z.array(z.strictObject({ de: id, cuit: id })).optional(),
    jurisdicciones: z.array(z.strictObject({ texto: id, jurisdiccion: id })).optional(),
    agentes: z.array(z.strictObject({ agente: id, procesador: id })).optional(),
    /** A file with lines CLAVE;CÓDIGO. */
    plan: place.optional(),
  }).answers<{ readonly guardados: number }>(),
} as const;
