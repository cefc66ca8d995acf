import { CLAIM_STATES, type DecisionEvent, type DecisionKind } from '#domain/decisions/events.ts';
import { toCentavos } from '#domain/money.ts';
import { z } from 'zod';
import { civilDate, cuponShape } from '../fields.ts';

const text = z.string();
const maybe = text.nullable();
const money = z.number().int().transform(toCentavos);
const number = z.number().int();

const cupon = z.strictObject({
  carga: maybe,
  seq: number.nullable(),
  conciliacion: maybe,
  archivo: maybe,
  fila: number.nullable(),
  vez: number,
  cupon: z.strictObject(cuponShape),
});
const operacion = z.strictObject({
  id: text,
  fecha_venta: civilDate,
  importe: money,
  establecimiento: maybe,
  terminal: maybe,
  lote: maybe,
  comprobante: maybe,
  tarjeta_nro: maybe,
  autorizacion: maybe,
  referencia: maybe,
});

type DecisionOf<K extends DecisionKind> = Extract<DecisionEvent, { kind: K }>;

/** How each kind of decision is written. As in `event-forms.ts`, a form that some ledger may have is never edited: a change is a further version. */
export const DECISION_FORMS: { readonly [K in DecisionKind]: readonly z.ZodType<DecisionOf<K>>[] } = {
  vinculo: [
    z.strictObject({
      kind: z.literal('vinculo'),
      cupones: z.array(cupon),
      operaciones: z.array(operacion),
      tolerancia: money,
      diferencia: money,
      nota: maybe,
    }),
  ],
  no_es: [z.strictObject({ kind: z.literal('no_es'), cupon, operaciones: z.array(operacion), nota: maybe })],
  explicado: [z.strictObject({ kind: z.literal('explicado'), cupon, motivo: text })],
  ajuste: [z.strictObject({ kind: z.literal('ajuste'), cupon, importe: money, motivo: text })],
  nota: [z.strictObject({ kind: z.literal('nota'), cupon, texto: text })],
  reclamo: [z.strictObject({ kind: z.literal('reclamo'), cupon, estado: z.enum(CLAIM_STATES), nota: maybe })],
  mirar: [z.strictObject({ kind: z.literal('mirar'), cupon, fecha: civilDate, nota: maybe })],
  reemplazo: [z.strictObject({ kind: z.literal('reemplazo'), cupon, por: cupon })],
  deshecha: [z.strictObject({ kind: z.literal('deshecha'), de: number })],
};
