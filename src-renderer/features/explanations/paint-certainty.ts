import type { ExplainedCupon } from '#contract/explanations.ts';
import './cells.css';
import { formatAmount } from '../../ui/format.ts';
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

/** Coupon less operation, with its sign. No difference, or no operation, is written faintly. */
export function paintDifference(cell: HTMLElement, difference: string | undefined): void {
  if (difference !== undefined && /[1-9]/.test(difference)) {
    cell.append(`${difference.startsWith('-') ? '' : '+'}${formatAmount(difference)}`);
    return;
  }
  const dim = document.createElement('span');
  dim.className = 'g-tenue';
  dim.textContent = difference === undefined ? '—' : formatAmount('0');
  cell.append(dim);
}
