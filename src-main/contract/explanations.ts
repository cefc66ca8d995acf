import { z } from 'zod';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import type { FieldDifference } from '#domain/matching/explain/differences.ts';
import {
  CERTAINTIES,
  MOTIVOS,
  type Candidato,
  type Certainty,
  type MotivoCode,
} from '#domain/matching/explain/reasons.ts';
import type { CuponPlace, StatedDecision } from './decisions.ts';
import type { CoverageDocument, NotDownloaded, RowDocument, ValidationDocument } from './documents.ts';
import {
  cuenta,
  date,
  id,
  idioma,
  lectura,
  pantalla,
  place,
  sinPreguntar,
  withInput,
  typedUpTo,
} from './common-inputs.ts';

/** Why coupons did not match, or would not match: `explicaciones.*`, which only read. Amounts are decimal strings with a dot, days ISO. */

/**
 * What remains to do with a coupon. `por_hacer`: work. `espera`: its operation may still come, until `espera`. `reemplazado`: its correction matched.
 * `resuelto`: a person decided about it, or it matched in another upload, or it nets to zero with another one.
 */
export type CuponState = 'por_hacer' | 'espera' | 'reemplazado' | 'resuelto';
export type ExplanationLanguage = NonNullable<z.output<typeof idioma>>;

export interface StatedCandidato extends Omit<Candidato, 'operacion' | 'diferencias' | 'importe' | 'ultimos'> {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  readonly diferencias: readonly FieldDifference[];
}

export interface ExplainedCupon extends CuponPlace {
  readonly cupon: Cupon;
  readonly motivo: MotivoCode;
  readonly estado: CuponState;
  /** The reason in a few words; for a single differing field, that field. */
  readonly nombre: string;
  readonly certeza: Certainty;
  /** What happened, with its figures, and what to do. */
  readonly texto: string;
  readonly hacer: string;
  /** Up to three, the most likely first. */
  readonly candidatos: readonly StatedCandidato[];
  /** The fields that the reason is about. */
  readonly campos: readonly CuponField[];
  /** Its systematic cause, by its place in `causas`; null without one. */
  readonly causa: number | null;
  /** Another coupon of the reason: the one that this coupon repeats, or the one that has its operation. */
  readonly otro: CuponPlace | null;
  /** The decisions of a person; null without any. */
  readonly decision: StatedDecision | null;
  /** The same sale was uploaded again and matched there, as `otro`, so this coupon needs no work. */
  readonly yaConcilio?: true;
  /** Only for an unsent row: the service matched the same sale in an earlier upload. It matches again if it is sent again. */
  readonly yaEnviado?: true;
  /** Only for an unsent row that an earlier upload sent: it did not match there, or has no result yet. */
  readonly enviadoAntes?: 'sin_conciliar' | 'sin_resultado';
  /** Only for `MUY_RECIENTE`: the last day on which its operation may still come, ISO. Until then it needs no work. */
  readonly espera?: string;
  /** The coupon was corrected, and its correction, `otro`, matched. */
  readonly reemplazado?: true;
  /** Candidates with less than a thousandth of the best one's odds were left out, because too many coupons compete for the same operations. */
  readonly podado?: true;
  /** Only for a row under review: its fields with the values of the first operation; absent if that would not make it match. */
  readonly arreglo?: Readonly<Partial<Record<CuponField, string>>>;
  /** Only with `arreglo`: the operation differs too much from the row to be taken together with others. */
  readonly aparte?: true;
}

export interface StatedCause extends Omit<Cause, 'variant' | 'cupones' | 'importe'> {
  readonly texto: string;
  readonly hacer: string;
  readonly cupones: number;
  readonly importe: string;
}

export interface ExplanationsDocument {
  /** The reconciliation; null for all of them, and for unsent files. */
  readonly id: string | null;
  readonly causas: readonly StatedCause[];
  readonly cupones: readonly ExplainedCupon[];
  /** The number of filtered coupons, without the limit. */
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
  /** The number of all coupons, without the filter, that are `podado`. */
  readonly podados: number;
  /** The coverage of the operations between the first and the last explained sale. */
  readonly cobertura: CoverageDocument;
}

export interface PreviewDocument extends ExplanationsDocument {
  /** The document of `archivos.validar` for each file, without its coupons. */
  readonly archivos: readonly ValidationDocument[];
  /**
   * Coupons that would match, according to the data of this PC, and their amount. `yaEnviados`: how many of them an earlier upload sent and the
   * service matched.
   */
  readonly conciliarian: { readonly cupones: number; readonly importe: string; readonly yaEnviados: number };
  /** Coupons that an earlier upload sent, by what became of them. */
  readonly enviados: { readonly conciliados: number; readonly sinConciliar: number; readonly sinResultado: number };
  /** The explained version of the review (`revision.enviar` takes it); null for files. */
  readonly version: number | null;
  /** Rows that `revision.usar` can fix: the very likely ones outside causes, and those of each of `causas`; without amounts that are far apart. */
  readonly arreglables: { readonly muyProbables: number; readonly porCausa: readonly number[] };
}

export interface MissingOperacion {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  /** The unmatched coupons that may be the operation's, most likely first. */
  readonly cupones: readonly (CuponPlace & { readonly puntaje: number; readonly certeza: Certainty })[];
}

export interface MissingSummary {
  /** The shop, as its first operation names it. */
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  /** Null for a till without uploads: its days are added up together, and its operations are not listed. */
  readonly dia: string | null;
  readonly operaciones: number;
  readonly importe: string;
  /** All operations of the same till and day, with a coupon or without. */
  readonly de: number;
  /** No operation of this till has a coupon, in any kept upload. */
  readonly cajaSinCargar: boolean;
  readonly texto: string;
}

/** Operations of the period whose coupon was uploaded and did not match (assigned at `probable` or better). No other figure includes them. */
export interface UnmatchedOperaciones {
  readonly operaciones: number;
  readonly importe: string;
  /** A sentence about them; empty without any. */
  readonly texto: string;
  /** One by one, within the limit; empty if the operations of one group were requested. */
  readonly detalle: readonly MissingOperacion[];
}

export interface MissingDocument {
  /** The operations without an uploaded coupon. */
  readonly operaciones: readonly MissingOperacion[];
  readonly noConciliadas: UnmatchedOperaciones;
  readonly resumen: readonly MissingSummary[];
  readonly cobertura: CoverageDocument;
}

export interface ExplanationsExport {
  readonly exportado: string;
  /** Rows of its first sheet. Leaves out coupons that matched meanwhile. */
  readonly filas: number;
}

/** A reconciliation by its id, or an upload by its name on this PC. By default: every reconciliation with a kept result. */
const de = id.optional();
/** `archivo`: in the order of the reading. `certeza`: surest first. `importe`: largest first. `fecha`: oldest sale first. */
const order = z.enum(['archivo', 'certeza', 'importe', 'fecha']);
/**
 * The rows of a preview to list. `no_conciliarian`: those that would not match. `sin_causa`: those of them without a systematic cause.
 * `enviadas`: those that an earlier upload sent and that did not match there.
 */
const onlyOfPreview = z.enum(['no_conciliarian', 'sin_causa', 'enviadas']);

const page = {
  desde: z.number().int().min(0).optional(),
  /** By default all coupons, as files and the command line need. */
  limite: z.number().int().min(1).max(500).optional(),
};

export const EXPLANATIONS_INPUTS = {
  /**
   * Explains why coupons did not match, and finds systematic causes. Reads a result from the service first if it is not kept yet. A thread keeps the
   * answer while the data stays the same, so further pages cost little.
   */
  'explicaciones.explicar': withInput({
    cuenta,
    de,
    idioma,
    ...page,
    motivo: z.enum(MOTIVOS).optional(),
    certeza: z.enum(CERTAINTIES).optional(),
    /** Only the coupons of one cause, by its place in `causas`. */
    causa: z.number().int().min(0).optional(),
    /** Only these coupons of the reading (`n` of `conciliaciones.cupones`); with `de`. */
    ns: z.array(z.number().int().min(1)).max(500).optional(),
    orden: order.optional(),
    sinPreguntar,
  }).answers<ExplanationsDocument>(),
  /** Predicts, before sending, which coupons of files (or rows under review) would match, with explanations for the others. */
  'explicaciones.previa': withInput(
    z
      .strictObject({
        ...lectura,
        archivos: lectura.archivos.optional(),
        /** Instead of files: the rows of this review with its fixes, except the left-out ones. */
        revision: id.optional(),
        cuenta,
        idioma,
        ...page,
        solo: onlyOfPreview.optional(),
        causa: z.number().int().min(0).optional(),
        /** Rows of the review to show besides those of `solo`, even if they no longer belong there. */
        ids: z.array(z.number().int().min(1)).max(1000).optional(),
      })
      .refine(({ archivos, revision }) => (archivos === undefined) !== (revision === undefined), {
        message: 'se esperan archivos, o una revisión',
      }),
  ).answers<PreviewDocument>(),
  /** Writes these coupons of the queue, in this order, as a workbook with their reasons; if a cause is named, *Causas* has only that one. */
  'explicaciones.exportar': withInput({
    cuenta,
    exportar: place,
    cupones: z
      .array(
        z.strictObject({
          conciliacion: id.nullable(),
          /** The coupon's number in the kept reading. Several coupons may have the same file and row, or none: without `n` those are left out. */
          n: z.number().int().min(1).nullable().optional(),
          archivo: place.nullable(),
          fila: z.number().nullable(),
        }),
      )
      .min(1)
      .max(5000),
    /** The part of the queue, in the screen's words, for the lines above the table. */
    cuales: z.array(typedUpTo(300)).max(10).optional(),
    causa: z.number().int().min(0).optional(),
    /** The list of the screen, written as the last sheet. */
    pantalla,
  }).answers<ExplanationsExport>(),
  /** Writes the operations of a period without a coupon as a workbook. */
  'explicaciones.exportar_faltantes': withInput({
    cuenta,
    exportar: place,
    desde: date,
    hasta: date,
  }).answers<ExplanationsExport>(),
  /** Operations of a period, by day of sale, whose coupon was not uploaded. */
  'explicaciones.faltantes': withInput({
    cuenta,
    desde: date,
    hasta: date,
    idioma,
    /** Only the operations of one line of `resumen`, by its place there; also for a till without uploads. */
    grupo: z.number().int().min(0).optional(),
    /** The most operations to list; by default all. */
    limite: z.number().int().min(0).max(500).optional(),
  }).answers<MissingDocument>(),
} as const;
