import type { Parameters } from './parameters.ts';
import { TUNED_NONE, TUNED_SLIPS } from './tuned.ts';

/** How many coupons the prior of *none* counts as. It is small, so that decisions of a person soon outweigh it. */
export const NONE_STRENGTH = 20;

/** The parameters of an account of which nothing is known yet. */
export const PRIOR: Parameters = {
  learntFrom: 0,
  ordinaryFrom: 0,
  slips: TUNED_SLIPS,
  ordinary: {
    importe: { igual: 1 },
    fecha: { igual: 1 },
    comprobante: { igual: 1 },
    tarjeta: { igual: 1 },
    terminal: { ambos: 1, lote_igual: 1, terminal_igual: 1 },
    comercio: { igual: 1, igual_y_marca: 1, marca_igual: 1 },
    autorizacion: { igual: 1 },
    cuotas: { igual: 1 },
    bin: { igual: 1 },
    referencia: { igual: 1 },
  },
  none: { without: NONE_STRENGTH * TUNED_NONE, with: NONE_STRENGTH * (1 - TUNED_NONE) },
};

/** How many coupons the prior of a field's slips counts as, and that of what is ordinary. */
export const SLIPS_STRENGTH = 60;
export const ORDINARY_STRENGTH = 20;
/** Prior odds that a coupon is an operation which another coupon holds, against a free one. */
export const HELD_ODDS = 0.015;
