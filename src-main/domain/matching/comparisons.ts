import { COMERCIO_LEVELS } from './levels/comercio.ts';
import { COMPROBANTE_LEVELS } from './levels/comprobante.ts';
import { DATE_LEVELS } from './levels/fecha.ts';
import { IDENTIFIER_LEVELS, VALUE_LEVELS } from './levels/identifiers.ts';
import { IMPORTE_LEVELS } from './levels/importe.ts';
import { TARJETA_LEVELS } from './levels/tarjeta.ts';
import { TERMINAL_LEVELS } from './levels/terminal.ts';

/**
 * The comparisons between a coupon and an operation, each with its levels of agreement, in a fixed order. Names and levels are shown by
 * `--pesos`: add, never rename. Fields that depend on each other are one comparison.
 */
export const COMPARISONS = {
  importe: IMPORTE_LEVELS,
  fecha: DATE_LEVELS,
  comprobante: COMPROBANTE_LEVELS,
  tarjeta: TARJETA_LEVELS,
  terminal: TERMINAL_LEVELS,
  comercio: COMERCIO_LEVELS,
  autorizacion: IDENTIFIER_LEVELS,
  cuotas: VALUE_LEVELS,
  bin: VALUE_LEVELS,
  referencia: IDENTIFIER_LEVELS,
} as const satisfies Record<string, readonly string[]>;

export type Comparison = keyof typeof COMPARISONS;

export const COMPARISON_NAMES = Object.keys(COMPARISONS) as readonly Comparison[];
export const COMPARISON_COUNT = COMPARISON_NAMES.length;
