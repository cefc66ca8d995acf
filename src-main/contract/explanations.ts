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

/** Why coupons did not match, or would not match: `explicaciones.*`. Amounts are decimal strings with a dot, days ISO. */

/** What is to do with a coupon. `espera`: the operation may still come. `resuelto`: decided, matched in another upload, or cancelled by another coupon. */
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
  /** The reason in a few words; if only one field differs, the name of the field. */
  readonly nombre: string;
  readonly certeza: Certainty;
  /** What happened, with figures, and what to do. */
  readonly texto: string;
  readonly hacer: string;
  /** Up to three, the most likely first. */
  readonly candidatos: readonly StatedCandidato[];
  /** The fields that the reason is about. */
  readonly campos: readonly CuponField[];
  /** The index of the coupon's systematic cause in `causas`; null without a cause. */
  readonly causa: number | null;
  /** The coupon that the reason names: this coupon repeats it, or it holds this coupon's operation, or it was sent later in place of this coupon. Else null. */
  readonly otro: CuponPlace | null;
  /** Only with `DIVIDIDA`: the other coupons of the sale, if several coupons are one operation, and the operations of the sale. */
  readonly division?: { readonly otros: readonly CuponPlace[]; readonly operaciones: readonly string[] };
  readonly decision: StatedDecision | null;
  /** Present if the same sale was uploaded again and matched there (`otro`), so that nothing is to do. */
  readonly yaConcilio?: true;
  /** Only for an unsent row: the service matched the same sale in an earlier upload, and would match it again. */
  readonly yaEnviado?: true;
  /** What became of an unsent row that an earlier upload sent: it did not match there, or there is no result yet. Absent for other rows. */
  readonly enviadoAntes?: 'sin_conciliar' | 'sin_resultado';
  /** Only with `MUY_RECIENTE`: the ISO day until which the coupon's operation may still come. Until then nothing is to do. */
  readonly espera?: string;
  /** Present if the coupon was corrected and its correction (`otro`) matched. */
  readonly reemplazado?: true;
  /** Present if very unlikely candidates were left out, because too many coupons compete for the same operations. */
  readonly podado?: true;
  /** Only for a row under review: the values of its first candidate's operation, by field; absent if the row would not match with these values. */
  readonly arreglo?: Readonly<Partial<Record<CuponField, string>>>;
  /** Only with `arreglo`: the operation differs so much that a person should fix this row by itself. */
  readonly aparte?: true;
}

export interface StatedCause extends Omit<Cause, 'variant' | 'cupones' | 'importe'> {
  readonly texto: string;
  readonly hacer: string;
  readonly cupones: number;
  readonly importe: string;
}

export interface ExplanationsDocument {
  /** The reconciliation; null for all reconciliations, and for unsent files. */
  readonly id: string | null;
  readonly causas: readonly StatedCause[];
  readonly cupones: readonly ExplainedCupon[];
  /** The number of filtered coupons, also beyond the limit. */
  readonly total: number;
  /** Counts of all coupons by reason, without the filter, in the order of the list of reasons. */
  readonly resumen: readonly {
    readonly motivo: MotivoCode;
    readonly nombre: string;
    readonly cupones: number;
    readonly importe: string;
  }[];
  /** Null if the days of all coupons were downloaded. */
  readonly sinBajar: NotDownloaded | null;
  /** How many of all coupons are `podado`, without the filter. */
  readonly podados: number;
  /** How much of the operations was read between the first and the last explained sale. */
  readonly cobertura: CoverageDocument;
}

export interface PreviewDocument extends ExplanationsDocument {
  /** The document of `archivos.validar` for each file, without its coupons. */
  readonly archivos: readonly ValidationDocument[];
  /** The coupons that would match. `yaEnviados`: how many of them an earlier upload sent and the service matched; a review counts them only with `reenviar`. */
  readonly conciliarian: { readonly cupones: number; readonly importe: string; readonly yaEnviados: number };
  /** How many coupons an earlier upload sent, by outcome; in a review, only rows not sent again. `conOtrosValores`: how many `conciliados` had other values. */
  readonly enviados: {
    readonly conciliados: number;
    readonly conOtrosValores: number;
    readonly sinConciliar: number;
    readonly sinResultado: number;
  };
  /** The version of the review that was explained (for `revision.enviar`); null for files. */
  readonly version: number | null;
  /** How many rows `revision.usar` can fix: very likely rows that are in no cause, and rows of each cause; without rows whose amount differs much. */
  readonly arreglables: { readonly muyProbables: number; readonly porCausa: readonly number[] };
}

export interface MissingOperacion {
  /** As a row of `datos.consultar`. */
  readonly operacion: RowDocument;
  /** Up to three unmatched coupons that may belong to this operation, the most likely first. */
  readonly cupones: readonly (CuponPlace & { readonly puntaje: number; readonly certeza: Certainty })[];
}

export interface MissingSummary {
  /** The store, as its first operation names it. */
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  /** Null for a till that never uploaded: the entry adds up all its days, and `operaciones` of the document lacks its operations. */
  readonly dia: string | null;
  readonly operaciones: number;
  readonly importe: string;
  /** The number of all operations of the till and day, with and without a coupon. */
  readonly de: number;
  /** True if no upload has a coupon of this till, and three or more of its operations in the period lack a coupon. */
  readonly cajaSinCargar: boolean;
  readonly texto: string;
}

/** Operations of the period that probably belong to an uploaded unmatched coupon. Except `de`, the counts of the document leave these operations out. */
export interface UnmatchedOperaciones {
  readonly operaciones: number;
  readonly importe: string;
  /** A sentence about these operations; empty if there are none. */
  readonly texto: string;
  /** The operations, up to the limit; empty if the operations of a group were requested. */
  readonly detalle: readonly MissingOperacion[];
}

export interface MissingDocument {
  readonly operaciones: readonly MissingOperacion[];
  readonly noConciliadas: UnmatchedOperaciones;
  readonly resumen: readonly MissingSummary[];
  readonly cobertura: CoverageDocument;
}

export interface ExplanationsExport {
  readonly exportado: string;
  /** The number of rows on the first sheet, without coupons that matched meanwhile. */
  readonly filas: number;
}

/** The id of a reconciliation, or of an upload of this PC; by default all reconciliations with a stored result. */
const de = id.optional();
/** `archivo`: in the order of the files. `certeza`: the most certain first. `importe`: the largest first. `fecha`: the oldest sale first. */
const order = z.enum(['archivo', 'certeza', 'importe', 'fecha']);
/** Which rows `explicaciones.previa` lists. `enviadas`: rows that an earlier upload sent and that did not match there. */
const onlyOfPreview = z.enum(['no_conciliarian', 'sin_causa', 'enviadas']);

/** Only the operations of the groups with these indexes in `resumen`, also for a till that never uploaded. */
const grupos = z.array(z.number().int().min(0)).optional();

const page = {
  desde: z.number().int().min(0).optional(),
  limite: z.number().int().min(1).max(100_000).optional(),
};

export const EXPLANATIONS_INPUTS = {
  /** Explains why coupons did not match, and finds systematic causes. A result that is not stored is read from the service first. */
  'explicaciones.explicar': withInput({
    cuenta,
    de,
    idioma,
    ...page,
    motivo: z.enum(MOTIVOS).optional(),
    certeza: z.enum(CERTAINTIES).optional(),
    /** Only the coupons of the cause with this index in `causas`. */
    causa: z.number().int().min(0).optional(),
    /** Only these coupons of the result (`n` of `conciliaciones.cupones`); needs `de`. */
    ns: z.array(z.number().int().min(1)).max(500).optional(),
    orden: order.optional(),
    sinPreguntar,
  }).answers<ExplanationsDocument>(),
  /** Says before sending which coupons of files or of a review would match, and explains why the other coupons would not. */
  'explicaciones.previa': withInput(
    z
      .strictObject({
        ...lectura,
        archivos: lectura.archivos.optional(),
        /** Instead of files: the rows of this review, with the person's corrections and without left-out rows. */
        revision: id.optional(),
        cuenta,
        idioma,
        ...page,
        solo: onlyOfPreview.optional(),
        /** Treats the rows that an earlier upload sent as if they were sent again, with their present values. */
        reenviar: z.boolean().optional(),
        causa: z.number().int().min(0).optional(),
        /** Further rows of the review to list, although `solo` no longer includes them. */
        ids: z.array(z.number().int().min(1)).max(1000).optional(),
      })
      .refine(({ archivos, revision }) => (archivos === undefined) !== (revision === undefined), {
        message: 'se esperan archivos, o una revisión',
      }),
  ).answers<PreviewDocument>(),
  /** Writes these coupons of the queue in this order as a workbook with their reasons and causes. */
  'explicaciones.exportar': withInput({
    cuenta,
    exportar: place,
    cupones: z
      .array(
        z.strictObject({
          conciliacion: id.nullable(),
          /** The coupon's number in the stored result; needed for coupons that share file and row, or have none. */
          n: z.number().int().min(1).nullable().optional(),
          archivo: place.nullable(),
          fila: z.number().nullable(),
        }),
      )
      .min(1)
      .max(5000),
    /** The filter in the screen's words, for the lines above the table. */
    cuales: z.array(typedUpTo(300)).max(10).optional(),
    pantalla,
  }).answers<ExplanationsExport>(),
  'explicaciones.exportar_faltantes': withInput({
    cuenta,
    exportar: place,
    desde: date,
    hasta: date,
    grupos,
    /** The search that chose `grupos`, for the lines above the tables. */
    cuales: typedUpTo(300).optional(),
  }).answers<ExplanationsExport>(),
  /** The operations of a period, by day of sale, whose coupon was not uploaded. */
  'explicaciones.faltantes': withInput({
    cuenta,
    desde: date,
    hasta: date,
    idioma,
    grupos,
    /** The most operations to list; by default all. */
    limite: z.number().int().min(0).max(500).optional(),
  }).answers<MissingDocument>(),
} as const;
