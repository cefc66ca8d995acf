import type { ExplainedCupon, StatedCandidato } from '#contract/explanations.ts';
import { CERTAINTY_LABELS } from '#domain/texts/labels.ts';
import { getLanguage } from '../../ui/language.ts';

type Certainty = ExplainedCupon['certeza'];

/** The probability from which on a candidate is `probable`, equal to the core's. */
const PROBABLE = 0.7;

/** True when the first operation is likely the coupon's. A certain reason is not enough, because the operation may belong to another coupon. */
export const isLikely = (certainty: Certainty, first: Pick<StatedCandidato, 'puntaje'> | undefined): boolean =>
  (certainty === 'muy_probable' || certainty === 'probable') && first !== undefined && first.puntaje >= PROBABLE;

const STROKES: Readonly<Record<Certainty, number>> = { muy_probable: 3, probable: 2, posible: 1, ninguna: 0 };

export const wordOf = (certainty: Certainty): string => CERTAINTY_LABELS[certainty][getLanguage()];

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the certainty as three strokes and a word, as plain elements, because grid cells have no Svelte components. */
export function paintCertainty(into: HTMLElement, certainty: Certainty): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 14 12');
  svg.setAttribute('class', 'g-certeza');
  svg.setAttribute('aria-hidden', 'true');
  for (const i of [0, 1, 2]) {
    const rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('class', i < STROKES[certainty] ? 'si' : 'no');
    rect.setAttribute('x', String(i * 5));
    rect.setAttribute('width', '3.5');
    rect.setAttribute('height', '12');
    svg.append(rect);
  }
  into.append(svg, wordOf(certainty));
}
