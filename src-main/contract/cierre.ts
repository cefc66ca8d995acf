import type { Balance } from '#domain/cierre/balances.ts';
import type { WithText } from '#domain/cierre/rows.ts';
import type { Taxpayer } from '#domain/cierre/taxpayers.ts';
import type { Tie, TieRow } from '#domain/cierre/ties.ts';
import type { ConceptKey, OpenKey } from '#domain/texts/cierre.ts';
import { z } from 'zod';
import { cuenta, id, month, place, withInput, typedUpTo } from './common-inputs.ts';

/** The closing of a month, `cierre.*`. Amounts are decimal text with a dot. */

/** A difference of a tie. `clase`: its kind (docs/cierre.md). */
export type TieRowDocument = WithText<TieRow>;

export interface TieDocument extends Omit<Tie, 'filas'> {
  readonly difieren: number;
  readonly filas: readonly TieRowDocument[];
}

export interface OpenItem {
  readonly clave: OpenKey;
  readonly cuantos: number;
  /** Null if unknown. */
  readonly importe: string | null;
}

export type BalanceDocument = WithText<Balance>;

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
  /** The account of the entry; null if the row is in no entry. */
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
  /** The deductions between settled and net amounts, without zeros. */
  readonly conceptos: readonly { readonly clave: ConceptKey; readonly importe: string }[];
  /** The written workbook, if any. */
  readonly archivo: string | null;
  readonly sha256: string | null;
  readonly ajustes: readonly AdjustmentDocument[];
  /** The written journal entry as CSV, if any. */
  readonly asiento: string | null;
  /** Who closed the month, when and why; null while it is open. */
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
/** Who opened a closed month again, when and why. */
export interface ReopenedMonth extends ClosedMonth {
  /** The number of the closed version, which stays. */
  readonly version: number;
  readonly quien: string;
  readonly motivo: string;
}

/** The known taxpayers of an account, and the open questions about them. */
export interface TaxpayersDocument {
  readonly contribuyentes: readonly Taxpayer[];
  /** Stores and establishments without a CUIT, with the number of their records. */
  readonly sinDeterminar: readonly {
    readonly comercio: string | null;
    readonly establecimiento: string | null;
    readonly filas: number;
  }[];
  readonly cerrados: readonly ClosedMonth[];
  /** Each time that a closed month was opened again, the oldest first. */
  readonly reabiertos: readonly ReopenedMonth[];
}

const which = { cuenta, periodo: month, cuit: id.optional() };
/** Files of withholdings that the person downloaded: *Mis Retenciones*, and the Convenio Multilateral's. */
const files = { retenciones: place.optional(), convenio: place.optional() };

export const CIERRE_INPUTS = {
  /**
   * The state of a month, computed anew; for a closed one, as it was closed. `salida`: the folder for the workbook of a closed month or of one
   * without open points. `version`: a closed version from before a reopening.
   */
  'cierre.ver': withInput({
    ...which,
    ...files,
    salida: place.optional(),
    version: z.number().int().positive().optional(),
  }).answers<CierreDocument>(),
  /** Closes a month for good, with a reason for each open point. */
  'cierre.cerrar': withInput({
    ...which,
    ...files,
    motivo: typedUpTo(),
    salida: place.optional(),
  }).answers<CierreDocument>(),
  /** Opens the last closed month again; both versions stay. */
  'cierre.reabrir': withInput({ ...which, motivo: typedUpTo() }).answers<CierreDocument>(),
  'cierre.contribuyentes': withInput({ cuenta }).answers<TaxpayersDocument>(),
  /** Stores answers: stores or establishments and their CUIT, texts and their jurisdiction, account codes, agents of withholdings. */
  'cierre.responder': withInput({
    cuenta,
    /** `de`: a store or an establishment. */
    cuits: z.array(z.strictObject({ de: id, cuit: id })).optional(),
    jurisdicciones: z.array(z.strictObject({ texto: id, jurisdiccion: id })).optional(),
    agentes: z.array(z.strictObject({ agente: id, procesador: id })).optional(),
    /** A file of lines CLAVE;CÓDIGO. */
    plan: place.optional(),
  }).answers<{ readonly guardados: number }>(),
} as const;
