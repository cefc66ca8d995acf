import type { ExplainedCupon, StatedCandidato } from '#contract/explanations.ts';
import { CERTAINTY_LABELS } from '#domain/texts/labels.ts';
import { getLanguage } from '../../ui/language.ts';

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

/** The three strokes of the tally, filled or not. */
export const strokesOf = (certainty: Certainty): readonly boolean[] => [0, 1, 2].map((i) => i < STROKES[certainty]);
export const wordOf = (certainty: Certainty): string => CERTAINTY_LABELS[certainty][getLanguage()];
