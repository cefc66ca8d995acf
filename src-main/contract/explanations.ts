import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import { CERTAINTIES, MOTIVOS, type Certainty, type MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { CuponPlace, StatedDecision } from './decisions.ts';
import type { CoverageDocument, NotDownloaded, RowDocument, ValidationDocument } from './documents.ts';

/** What the methods that explain unmatched coupons answer. Amounts are decimal strings with a dot, days ISO. A public interface: add keys, change none. */

export const MOTIVOS_DE_CUPON = MOTIVOS;
export const CUPON_CERTAINTIES = CERTAINTIES;
export const EXPLANATION_LANGUAGES = ['es-AR', 'en'] as const;
/** `archivo`: as the result was read. `certeza`: the surest first. `importe`: the largest first. `fecha`: the oldest sale first. */
export const EXPLANATION_ORDERS = ['archivo', 'certeza', 'importe', 'fecha'] as const;

/** Which rows of a preview are listed. `no_conciliarian`: those that would not match. `sin_causa`: of these, those in no systematic cause. */
export const ONLY_OF_PREVIEW = ['no_conciliarian', 'sin_causa'] as const;

/**
 * What is left to do with a coupon now. `por_hacer`: work. `espera`: its operation may still come, until `espera`. `reemplazado`: the coupon that corrects it
 * matched. `resuelto`: somebody decided about it, or it matched in another upload, or it nets to zero with another one.
 */
export type CuponState = 'por_hacer' | 'espera' | 'reemplazado' | 'resuelto';
export type OnlyOfPreview = (typeof ONLY_OF_PREVIEW)[number];
export type ExplanationLanguage = (typeof EXPLANATION_LANGUAGES)[number];
export type ExplanationOrder = (typeof EXPLANATION_ORDERS)[number];

/** A field as the coupon and the operation have it; null where one of them lacks it. */
interface StatedDifference {
  readonly campo: CuponField;
  readonly cupon: string | null;
  readonly operacion: string | null;
}

/** An operation that may be the coupon's. */
export interface StatedCandidato {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  /** Calibrated probability that the operation is the coupon's. */
  readonly puntaje: number;
  readonly diferencias: readonly StatedDifference[];
  /** `iguales`: operations that are the same in every compared field, this one included. `tomadas`: how many of them other coupons hold. */
  readonly iguales: number;
  readonly tomadas: number;
  /** Another coupon holds this very operation (`otro` of the coupon, where that is known): linking it is refused. */
  readonly tomada?: true;
}

export interface ExplainedCupon extends CuponPlace {
  readonly cupon: Cupon;
  readonly motivo: MotivoCode;
  readonly estado: CuponState;
  /** The reason in a few words; the field that differs where it is one. */
  readonly nombre: string;
  readonly certeza: Certainty;
  /** What happened, with its figures, and what to do. */
  readonly texto: string;
  readonly hacer: string;
  /** Up to three, the most likely first. */
  readonly candidatos: readonly StatedCandidato[];
  /** The fields that the reason is about. */
  readonly campos: readonly CuponField[];
  /** The systematic cause that the coupon is part of, by its place among `causas`. */
  readonly causa: number | null;
  /** Another coupon that the reason is about: the one that this coupon repeats, or the one that has its operation. */
  readonly otro: CuponPlace | null;
  /** The decisions of a person; null while there are none. */
  readonly decision: StatedDecision | null;
  /** The same sale was uploaded again and matched there, as `otro`: nothing is left to do with this coupon. */
  readonly yaConcilio?: true;
  /** Only of a row that was not sent: the service matched the same sale in an earlier upload. It matches again where it is sent again. */
  readonly yaEnviado?: true;
  /** Only of `MUY_RECIENTE`: the last day on which its operation may still come, ISO. Until then there is nothing to do. */
  readonly espera?: string;
  /** The coupon was corrected, and the one that was sent in its place, `otro`, matched. */
  readonly reemplazado?: true;
  /** Candidates of less than a thousandth of the best one's odds were left out, because too many coupons compete for the same operations. */
  readonly podado?: true;
  /** Only of a row under review: its fields with the values of the first operation; absent where that would not make it match. */
  readonly arreglo?: Readonly<Partial<Record<CuponField, string>>>;
}

/** A reason that many coupons share. */
export interface StatedCause extends Pick<
  Cause,
  | 'codigo'
  | 'motivo'
  | 'atributo'
  | 'valor'
  | 'comparten'
  | 'partes'
  | 'conAtributo'
  | 'conciliadosConAtributo'
  | 'sinAtributo'
  | 'mismoMotivoSinAtributo'
  | 'sinConciliar'
  | 'veces'
> {
  readonly texto: string;
  readonly hacer: string;
  readonly cupones: number;
  readonly importe: string;
}

export interface ExplanationsDocument {
  /** The reconciliation; null for all of them, and for files that were not sent. */
  readonly id: string | null;
  readonly causas: readonly StatedCause[];
  readonly cupones: readonly ExplainedCupon[];
  /** Coupons of the filter, whatever the limit. */
  readonly total: number;
  /** Counts of all coupons, without the filter, in the order of the closed list of reasons. */
  readonly resumen: readonly {
    readonly motivo: MotivoCode;
    readonly nombre: string;
    readonly cupones: number;
    readonly importe: string;
  }[];
  /** Null without any. */
  readonly sinBajar: NotDownloaded | null;
  /** How many of all coupons, without the filter, are `podado`. */
  readonly podados: number;
  /** The coverage of the operations between the first and the last sale that is explained. */
  readonly cobertura: CoverageDocument;
}

export interface PreviewDocument extends ExplanationsDocument {
  /** The document of `archivos.validar` for each file, without its coupons. */
  readonly archivos: readonly ValidationDocument[];
  /** Coupons that would match, by what this PC knows, and their amount. `yaEnviados`: how many of them an earlier upload sent, and the service matched. */
  readonly conciliarian: { readonly cupones: number; readonly importe: string; readonly yaEnviados: number };
  /** The version of the review that was explained (`revision.enviar` takes it); null for files. */
  readonly version: number | null;
  /** Rows that `revision.usar` can mend: the very likely ones that are in no cause, and those of each of `causas`. */
  readonly arreglables: { readonly muyProbables: number; readonly porCausa: readonly number[] };
}

export interface MissingOperacion {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  /** The unmatched coupons that the operation may be, the most likely first. */
  readonly cupones: readonly (CuponPlace & { readonly puntaje: number; readonly certeza: Certainty })[];
}

/** Operations without a coupon, added up. */
export interface MissingSummary {
  /** The shop, as its first operation names it. */
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  /** Null for a till of which nothing was uploaded: its days are added up together, and its operations are not listed one by one. */
  readonly dia: string | null;
  readonly operaciones: number;
  readonly importe: string;
  /** All operations of the same till and day, with a coupon or without. */
  readonly de: number;
  /** No operation of this till has a coupon, in any upload that is kept. */
  readonly cajaSinCargar: boolean;
  readonly texto: string;
}

/** Operations of the period whose coupon was uploaded and did not match: it is assigned to them at `probable` or better. They are in no other figure. */
export interface UnmatchedOperaciones {
  readonly operaciones: number;
  readonly importe: string;
  /** What they are, in a sentence; empty without any. */
  readonly texto: string;
  /** One by one, within the limit; empty when the operations of one group are asked for. */
  readonly detalle: readonly MissingOperacion[];
}

export interface MissingDocument {
  /** Those of which no coupon was uploaded. */
  readonly operaciones: readonly MissingOperacion[];
  readonly noConciliadas: UnmatchedOperaciones;
  readonly resumen: readonly MissingSummary[];
  readonly cobertura: CoverageDocument;
}

/** A workbook that was written. */
export interface ExplanationsExport {
  readonly exportado: string;
  /** Rows of its first sheet. Coupons that matched meanwhile are left out. */
  readonly filas: number;
}

/** The answer of each method. */
export interface ExplanationsOutputs {
  'explicaciones.exportar': ExplanationsExport;
  'explicaciones.exportar_faltantes': ExplanationsExport;
  'explicaciones.explicar': ExplanationsDocument;
  'explicaciones.previa': PreviewDocument;
  'explicaciones.faltantes': MissingDocument;
}
