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

/** Why coupons did not match, or would not: `explicaciones.*`, none of which writes. Amounts are decimal strings with a dot, days ISO. */

/**
 * What is left to do with a coupon now. `por_hacer`: work. `espera`: its operation may still come, until `espera`. `reemplazado`: the coupon that corrects it
 * matched. `resuelto`: somebody decided about it, or it matched in another upload, or it nets to zero with another one.
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
  /** Only with `arreglo`: the operation is too unlike the row to be taken together with those of others. */
  readonly aparte?: true;
}

export interface StatedCause extends Omit<Cause, 'variant' | 'cupones' | 'importe'> {
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
  /** Rows that `revision.usar` can mend: the very likely ones that are in no cause, and those of each of `causas`; without amounts that are far apart. */
  readonly arreglables: { readonly muyProbables: number; readonly porCausa: readonly number[] };
}

export interface MissingOperacion {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  /** The unmatched coupons that the operation may be, the most likely first. */
  readonly cupones: readonly (CuponPlace & { readonly puntaje: number; readonly certeza: Certainty })[];
}

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

export interface ExplanationsExport {
  readonly exportado: string;
  /** Rows of its first sheet. Coupons that matched meanwhile are left out. */
  readonly filas: number;
}

/** A reconciliation by its id, or an upload by its name on this PC. When left out: every reconciliation whose result is kept here. */
const de = id.optional();
/** `archivo`: as the result was read. `certeza`: the surest first. `importe`: the largest first. `fecha`: the oldest sale first. */
const order = z.enum(['archivo', 'certeza', 'importe', 'fecha']);
/** Which rows of a preview are listed. `no_conciliarian`: those that would not match. `sin_causa`: of these, those in no systematic cause. */
const onlyOfPreview = z.enum(['no_conciliarian', 'sin_causa']);

const page = {
  desde: z.number().int().min(0).optional(),
  /** When left out, all coupons, as files and the command line want them. */
  limite: z.number().int().min(1).max(500).optional(),
};

export const EXPLANATIONS_INPUTS = {
  /**
   * Why coupons did not match, and which causes are systematic. A result that is not kept yet is read from the service first; a kept one is not
   * read again. A thread keeps the answer while the data stays the same, so its pages cost little.
   */
  'explicaciones.explicar': withInput({
    cuenta,
    de,
    idioma,
    ...page,
    motivo: z.enum(MOTIVOS).optional(),
    certeza: z.enum(CERTAINTIES).optional(),
    /** Only the coupons of one cause, by its place among `causas`. */
    causa: z.number().int().min(0).optional(),
    /** Only these coupons of the reading (`n` of `conciliaciones.cupones`); with `de`. */
    ns: z.array(z.number().int().min(1)).max(500).optional(),
    /** `pendientes`: only coupons that a person still has to work on. `resueltos`: only those linked, explained or written off by hand. */
    decididos: z.enum(['pendientes', 'resueltos']).optional(),
    orden: order.optional(),
    sinPreguntar,
  }).answers<ExplanationsDocument>(),
  /** Says, before anything is sent, which coupons of files (or rows under review) would match, with the same explanations for the others. */
  'explicaciones.previa': withInput(
    z
      .strictObject({
        ...lectura,
        archivos: lectura.archivos.optional(),
        /** In place of files: the rows of this review with its fixes, except those that are left out. */
        revision: id.optional(),
        cuenta,
        idioma,
        ...page,
        solo: onlyOfPreview.optional(),
        causa: z.number().int().min(0).optional(),
        /** Rows of the review that are shown besides those of `solo`, even if they no longer belong there. */
        ids: z.array(z.number().int().min(1)).max(1000).optional(),
      })
      .refine(({ archivos, revision }) => (archivos === undefined) !== (revision === undefined), {
        message: 'se esperan archivos, o una revisión',
      }),
  ).answers<PreviewDocument>(),
  /** Writes these coupons of the queue, in this order, as a workbook with their reasons; with the cause that is named, that one alone in *Causas*. */
  'explicaciones.exportar': withInput({
    cuenta,
    exportar: place,
    cupones: z
      .array(
        z.strictObject({
          conciliacion: id.nullable(),
          /** Names the coupon in the kept reading. Several coupons may be of one file and row, or of none: without `n` those are left out. */
          n: z.number().int().min(1).nullable().optional(),
          archivo: place.nullable(),
          fila: z.number().nullable(),
        }),
      )
      .min(1)
      .max(5000),
    /** Which of the queue they are, as the screen says it: it stands above the table. */
    cuales: z.array(typedUpTo(300)).max(5).optional(),
    causa: z.number().int().min(0).optional(),
    /** The list of the screen, which is written as the last sheet. */
    pantalla,
  }).answers<ExplanationsExport>(),
  /** Writes the operations of a period without a coupon as a workbook. */
  'explicaciones.exportar_faltantes': withInput({
    cuenta,
    exportar: place,
    desde: date,
    hasta: date,
  }).answers<ExplanationsExport>(),
  /** Operations of a period, by their day of sale, of which no coupon was uploaded. */
  'explicaciones.faltantes': withInput({
    cuenta,
    desde: date,
    hasta: date,
    idioma,
    /** Only the operations of one line of `resumen`, by its place there; this also works for a till that was never uploaded. */
    grupo: z.number().int().min(0).optional(),
    /** How many operations are listed; all of them when left out. */
    limite: z.number().int().min(0).max(500).optional(),
  }).answers<MissingDocument>(),
} as const;
