import { z } from 'zod';
import { cuenta, date, id, lectura, pantalla, place, sinPreguntar, typedUpTo } from './common-inputs.ts';
import {
  CUPON_CERTAINTIES,
  EXPLANATION_LANGUAGES,
  MOTIVOS_DE_CUPON,
  EXPLANATION_ORDERS,
  ONLY_OF_PREVIEW,
} from './explanations.ts';

/** The inputs of the methods that explain unmatched coupons. None of these methods writes. */

/** A reconciliation by its id, or an upload by its name on this PC. When left out: every reconciliation whose result is kept here. */
const de = id.optional();
const language = z.enum(EXPLANATION_LANGUAGES).optional();

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
  'explicaciones.explicar': z.strictObject({
    cuenta,
    de,
    idioma: language,
    ...page,
    motivo: z.enum(MOTIVOS_DE_CUPON).optional(),
    certeza: z.enum(CUPON_CERTAINTIES).optional(),
    /** Only the coupons of one cause, by its place among `causas`. */
    causa: z.number().int().min(0).optional(),
    /** Only these coupons of the reading (`n` of `conciliaciones.cupones`); with `de`. */
    ns: z.array(z.number().int().min(1)).max(500).optional(),
    /** `pendientes`: only coupons with which something is left to do. `resueltos`: only those linked, explained or written off by hand. */
    decididos: z.enum(['pendientes', 'resueltos']).optional(),
    orden: z.enum(EXPLANATION_ORDERS).optional(),
    sinPreguntar,
  }),
  /** Says, before anything is sent, which coupons of files (or rows under review) would match, with the same explanations for the others. */
  'explicaciones.previa': z
    .strictObject({
      ...lectura,
      archivos: lectura.archivos.optional(),
      /** In place of files: the rows of this review with its fixes, except those that are left out. */
      revision: id.optional(),
      cuenta,
      idioma: language,
      ...page,
      solo: z.enum(ONLY_OF_PREVIEW).optional(),
      causa: z.number().int().min(0).optional(),
      /** Rows of the review that are shown besides those of `solo`, even if they no longer belong there. */
      ids: z.array(z.number().int().min(1)).max(1000).optional(),
    })
    .refine(({ archivos, revision }) => (archivos === undefined) !== (revision === undefined), {
      message: 'se esperan archivos, o una revisión',
    }),
  /** Writes these coupons of the queue, in this order, as a workbook with their reasons; with the cause that is named, that one alone in *Causas*. */
  'explicaciones.exportar': z.strictObject({
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
  }),
  /** Writes the operations of a period without a coupon as a workbook. */
  'explicaciones.exportar_faltantes': z.strictObject({ cuenta, exportar: place, desde: date, hasta: date }),
  /** Operations of a period, by their day of sale, of which no coupon was uploaded. */
  'explicaciones.faltantes': z.strictObject({
    cuenta,
    desde: date,
    hasta: date,
    idioma: language,
    /** Only the operations of one line of `resumen`, by its place there; this also works for a till that was never uploaded. */
    grupo: z.number().int().min(0).optional(),
    /** How many operations are listed; all of them when left out. */
    limite: z.number().int().min(0).max(500).optional(),
  }),
} as const;
