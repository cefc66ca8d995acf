import { z } from 'zod';
import { cuenta, date, id, place, typedUpTo } from './common-inputs.ts';
import { CLAIM_STATES } from './decisions.ts';
import { EXPLANATION_LANGUAGES } from './explanations.ts';

/** The inputs of `decisiones.*`: what a person decides about coupons. */

const language = z.enum(EXPLANATION_LANGUAGES).optional();
const said = typedUpTo(2000);
const importe = z.string().regex(/^-?\d{1,13}(?:\.\d{1,2})?$/, 'se espera un importe como 1234.50');

/** A coupon: by its number in our upload (or in the upload of that reconciliation), or by `n`, its number in a kept reading (`conciliaciones.cupones`). */
const cupon = z.union([
  z.strictObject({ carga: id, seq: z.number().int().min(1) }),
  z.strictObject({ conciliacion: id, n: z.number().int().min(1) }),
]);

/** A decision as a person says it; card numbers in its texts are masked. */
export const decisionOfInput = z.discriminatedUnion('tipo', [
  /** The coupons are the operations: 1–1, 1–N or N–1. Their amounts differ by `tolerancia` at most; it is zero when left out. */
  z.strictObject({
    tipo: z.literal('vinculo'),
    cupones: z.array(cupon).min(1).max(100),
    operaciones: z.array(id).min(1).max(100),
    tolerancia: importe.optional(),
    nota: said.optional(),
  }),
  /** The coupon is none of these operations. When they are left out: those that it is linked with, else its first candidate. */
  z.strictObject({
    tipo: z.literal('no_es'),
    cupon,
    operaciones: z.array(id).min(1).max(100).optional(),
    nota: said.optional(),
  }),
  z.strictObject({ tipo: z.literal('explicado'), cupon, motivo: said }),
  /** `importe` of the coupon is written off. */
  z.strictObject({ tipo: z.literal('ajuste'), cupon, importe, motivo: said }),
  z.strictObject({ tipo: z.literal('nota'), cupon, texto: said }),
  z.strictObject({ tipo: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: said.optional() }),
  /** The day on which to look again. */
  z.strictObject({ tipo: z.literal('mirar'), cupon, fecha: date, nota: said.optional() }),
]);

const type = z.enum(['vinculo', 'no_es', 'explicado', 'ajuste', 'nota', 'reclamo', 'mirar', 'reemplazo']);

export const DECISIONS_INPUTS = {
  /**
   * Takes decisions, all of them or none. `probar`: answers what would hold, and writes nothing. `parcial`: the decisions that cannot be taken are listed
   * in `rechazadas`, and the others are taken.
   */
  'decisiones.tomar': z.strictObject({
    cuenta,
    idioma: language,
    decisiones: z.array(decisionOfInput).min(1).max(5000),
    probar: z.boolean().optional(),
    parcial: z.boolean().optional(),
  }),
  /** Reads the decisions that a person wrote in an exported workbook of the queue, and answers what each would do. `decisiones.tomar` takes them. */
  'decisiones.leer_planilla': z.strictObject({ cuenta, idioma: language, planilla: place }),
  /** Undoes decisions by their numbers, all of them or none; or the last of a kind about a coupon that was not undone. */
  'decisiones.deshacer': z.strictObject({
    cuenta,
    idioma: language,
    que: z.union([
      z.strictObject({ ns: z.array(z.number().int().min(1)).min(1).max(5000) }),
      z.strictObject({ cupon, tipo: type }),
    ]),
  }),
  /** The coupons about which something was decided. */
  'decisiones.listar': z.strictObject({
    cuenta,
    idioma: language,
    /** `por_mirar`: only those whose day to look again came. `contradichos`: only those that the data contradicts. `pendientes`: both. */
    solo: z.enum(['por_mirar', 'contradichos', 'pendientes']).optional(),
    desde: z.number().int().min(0).optional(),
    limite: z.number().int().min(1).max(500).optional(),
  }),
  /** Every decision about a coupon, undone or not, the oldest first. */
  'decisiones.historia': z.strictObject({ cuenta, idioma: language, cupon }),
} as const;
