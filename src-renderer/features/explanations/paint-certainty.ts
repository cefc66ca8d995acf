import type { ExplainedCupon } from '#contract/explanations.ts';
import './cells.css';
import { strokesOf, wordOf } from './certainty.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The tally and its word as elements: cells are drawn without components. */
export function paintCertainty(cell: HTMLElement, certainty: ExplainedCupon['certeza']): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 14 12');
  svg.setAttribute('class', 'g-certeza');
  svg.setAttribute('aria-hidden', 'true');
  for (const [i, filled] of strokesOf(certainty).entries()) {
    const rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('class', filled ? 'si' : 'no');
    rect.setAttribute('x', String(i * 5));
    rect.setAttribute('width', '3.5');
    rect.setAttribute('height', '12');
    svg.append(rect);
  }
  cell.append(svg, wordOf(certainty));
}
