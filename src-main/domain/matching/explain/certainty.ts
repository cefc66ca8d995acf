import { VERY_LIKELY } from '../model/tuned.ts';
import type { Certainty } from './reasons.ts';

/** From this probability on a candidate is `probable`. */
export const PROBABLE = 0.7;
/** More likely than not. */
export const LIKELY = 0.5;
/** Below this probability a candidate is not worth a look. */
export const POSSIBLE = 0.1;

/** The certainty of a candidate, from its calibrated probability. */
export function getCertainty(probability: number): Certainty {
  if (probability >= VERY_LIKELY) return 'muy_probable';
  if (probability >= PROBABLE) return 'probable';
  return probability >= POSSIBLE ? 'posible' : 'ninguna';
}
