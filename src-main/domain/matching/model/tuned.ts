// Made by `npm run tune:explanations` on the tuning worlds of bench/explanations (36685 coupons). Not written by hand.
import type { Calibration } from '../together.ts';
import type { ByLevel } from './evidence.ts';

/** The probability of each level between an unmatched coupon and its own operation. */
export const TUNED_SLIPS: ByLevel = {
  importe: {
    igual: 0.61172,
    centavo: 0.01098,
    por_100: 0.07748,
    dividido_100: 0.01954,
    una_cuota: 0.03895,
    neto: 0.08118,
    traspuesto: 0.01419,
    signo: 0.08402,
    cerca: 0.04074,
    otro: 0.0212,
  },
  fecha: {
    igual: 0.79518,
    presentacion: 0.02556,
    dia_despues: 0.03294,
    dia_antes: 0.0171,
    hasta_tres: 0.01997,
    dia_y_mes: 0.083,
    otro_anio: 0.01379,
    otra: 0.01247,
  },
  comprobante: {
    igual: 0.80231,
    recortado: 0.02446,
    un_digito: 0.04127,
    traspuesto: 0.02346,
    largo: 0.01472,
    en_autorizacion: 0.02103,
    en_lote: 0.01293,
    otro: 0.05982,
  },
  tarjeta: { igual: 0.87527, un_digito: 0.04545, traspuesto: 0.02357, del_bin: 0.01094, otra: 0.04477 },
  terminal: {
    ambos: 0.8391,
    otro_lote: 0.09723,
    otra_terminal: 0.05433,
    ninguno: 0.00398,
    cambiados: 0.00535,
    lote_igual: 0.90155,
    lote_otro: 0.09845,
    terminal_igual: 0.91041,
    terminal_otra: 0.08959,
  },
  comercio: {
    igual: 0.45,
    otro: 0.55,
    igual_y_marca: 0.66354,
    igual_otra_marca: 0.00397,
    otro_y_marca: 0.32852,
    otro_otra_marca: 0.00397,
    marca_igual: 0.99602,
    marca_otra: 0.00398,
  },
  autorizacion: { igual: 0.85933, una_letra: 0.08368, otra: 0.05699 },
  cuotas: { igual: 0.87179, otra: 0.12821 },
  bin: { igual: 0.99602, otra: 0.00398 },
  referencia: { igual: 0.90455, una_letra: 0.09146, otra: 0.00398 },
};

/** The share of unmatched coupons that have no operation. */
export const TUNED_NONE = 0.282;

/** Calibration curve: from the logit of the model's probability to how often it is right. */
export const CALIBRATION: Calibration = {
  score: [
    -21.823, -6.667, -5.7417, -5.2508, -5.003, -4.4427, -3.6972, -3.191, -2.7552, -2.1984, -1.527, -0.9462, -0.0644,
    0.255, 0.7976, 1.7656, 2.6976, 3.2588, 3.7458, 4.2386, 4.5762, 4.9757, 7.3448, 9.7557, 10.8466, 13.4557, 20.0082,
    27.229,
  ],
  probability: [
    0, 0.00746, 0.024, 0.02778, 0.04211, 0.06112, 0.06723, 0.07634, 0.13043, 0.16071, 0.32099, 0.42424, 0.5191, 0.82979,
    0.83871, 0.86555, 0.94286, 0.95082, 0.95238, 0.98333, 0.98925, 0.99145, 0.99498, 0.99827, 0.99874, 0.99886, 0.99973,
    1,
  ],
};

/** The least calibrated probability of `muy_probable`: on the tuning data, at least 99 % of such candidates are right (confidence 95 %). Never below 0.95. */
export const VERY_LIKELY = 0.95;
