// Made by `npm run tune:explanations` on the tuning worlds of bench/explanations (29121 coupons). Not written by hand.
import type { Calibration } from '../calibration.ts';
import type { ByLevel } from './layout.ts';

/** Probability of each level between an unmatched coupon and the operation that it is. */
export const TUNED_SLIPS: ByLevel = {
  importe: {
    igual: 0.58464,
    centavo: 0.01388,
    por_100: 0.07943,
    dividido_100: 0.0206,
    una_cuota: 0.03555,
    neto: 0.0912,
    traspuesto: 0.01428,
    signo: 0.09434,
    cerca: 0.04433,
    otro: 0.02176,
  },
  fecha: {
    igual: 0.76776,
    presentacion: 0.0287,
    dia_despues: 0.04034,
    dia_antes: 0.02109,
    hasta_tres: 0.02163,
    dia_y_mes: 0.09277,
    otro_anio: 0.01352,
    otra: 0.01419,
  },
  comprobante: {
    igual: 0.77932,
    recortado: 0.02312,
    un_digito: 0.04717,
    traspuesto: 0.02516,
    largo: 0.01585,
    en_autorizacion: 0.02488,
    en_lote: 0.01413,
    otro: 0.07038,
  },
  tarjeta: { igual: 0.8667, un_digito: 0.04643, traspuesto: 0.02817, del_bin: 0.01181, otra: 0.04689 },
  terminal: {
    ambos: 0.83962,
    otro_lote: 0.10056,
    otra_terminal: 0.05186,
    ninguno: 0.00398,
    cambiados: 0.00398,
    lote_igual: 0.91686,
    lote_otro: 0.08314,
    terminal_igual: 0.92734,
    terminal_otra: 0.07266,
  },
  comercio: {
    igual: 0.77273,
    otro: 0.22727,
    igual_y_marca: 0.8265,
    igual_otra_marca: 0.00397,
    otro_y_marca: 0.16556,
    otro_otra_marca: 0.00397,
    marca_igual: 0.99602,
    marca_otra: 0.00398,
  },
  autorizacion: { igual: 0.84835, una_letra: 0.09222, otra: 0.05943 },
  cuotas: { igual: 0.83621, otra: 0.16379 },
  bin: { igual: 0.99602, otra: 0.00398 },
  referencia: { igual: 0.88608, una_letra: 0.10993, otra: 0.00398 },
};

/** Share of the unmatched coupons that have no operation. */
export const TUNED_NONE = 0.324;

/** From the logit of what the model says to how often it is right. */
export const CALIBRATION: Calibration = {
  score: [
    -17.7049, -6.1366, -5.2996, -4.745, -4.2918, -3.7952, -3.2487, -2.7954, -2.4093, -1.8866, -1.3055, -0.931, -0.4486,
    -0.0111, 0.3228, 1.0448, 1.9915, 2.889, 3.7998, 4.6352, 8.7481, 12.642, 14.8246, 16.3843, 19.6146, 26.6719,
  ],
  probability: [
    0, 0.00866, 0.0297, 0.03413, 0.04965, 0.05069, 0.05479, 0.09565, 0.12, 0.16993, 0.28916, 0.47619, 0.51948, 0.52644,
    0.72917, 0.74324, 0.78862, 0.9, 0.96875, 0.97727, 0.99548, 0.99727, 0.99867, 0.99891, 0.9994, 1,
  ],
};

/**
 * From this calibrated probability on a candidate is `muy_probable`: the lowest one, not below 0.95, whose precision on the tuning data is
 * at least 99 % with a confidence of 95 %.
 */
export const VERY_LIKELY = 0.9515;
