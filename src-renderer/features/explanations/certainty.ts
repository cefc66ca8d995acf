import type { ExplainedCupon, StatedCandidato } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';

type Certainty = ExplainedCupon['certeza'];

/** From this probability on a candidate is `probable`, as in the core. */
const PROBABLE = 0.7;

/**
 * Whether the first operation of a coupon is likely its own. Not the certainty alone: a reason can be sure while its operation is not, as where
 * the operation is another coupon's.
 */
export const isLikely = (certainty: Certainty, first: Pick<StatedCandidato, 'puntaje'> | undefined): boolean =>
  (certainty === 'muy_probable' || certainty === 'probable') && first !== undefined && first.puntaje >= PROBABLE;

const STROKES: Readonly<Record<Certainty, number>> = { muy_probable: 3, probable: 2, posible: 1, ninguna: 0 };
const WORDS: Readonly<Record<Certainty, () => string>> = {
  muy_probable: m.certeza_muy_probable,
  probable: m.certeza_probable,
  posible: m.certeza_posible,
  ninguna: m.certeza_ninguna,
};

/** The three strokes of the tally, filled or not. */
export const strokesOf = (certainty: Certainty): readonly boolean[] => [0, 1, 2].map((i) => i < STROKES[certainty]);
export const wordOf = (certainty: Certainty): string => WORDS[certainty]();
