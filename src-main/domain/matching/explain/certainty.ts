import { MUY_PROBABLE } from '../model/tuned.ts';
import type { Certeza } from './motivos.ts';

/** From this probability on a candidate is `probable`. */
export const PROBABLE = 0.7;
/** Below this it is not worth a look. */
export const POSIBLE = 0.1;

/** The certainty of a candidate of a calibrated probability. */
export function certezaOf(probability: number): Certeza {
  if (probability >= MUY_PROBABLE) return 'muy_probable';
  if (probability >= PROBABLE) return 'probable';
  return probability >= POSIBLE ? 'posible' : 'ninguna';
}
