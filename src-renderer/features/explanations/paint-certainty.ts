import type { ExplainedCupon } from '#contract/explanations.ts';
import './cells.css';
import { formatAmount } from '../../ui/format.ts';
import { strokesOf, wordOf } from './certainty.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The tally and its word as elements: cells are drawn without components. */
export function paintCertainty(cell: HTMLElement, certeza: ExplainedCupon['certeza']): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 14 12');
  svg.setAttribute('class', 'g-certeza');
  svg.setAttribute('aria-hidden', 'true');
  for (const [i, filled] of strokesOf(certeza).entries()) {
    const rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('class', filled ? 'si' : 'no');
    rect.setAttribute('x', String(i * 5));
    rect.setAttribute('width', '3.5');
    rect.setAttribute('height', '12');
    svg.append(rect);
  }
  cell.append(svg, wordOf(certeza));
}

/** Coupon less operation, with its sign. No difference, or no operation, is written faintly. */
export function paintDifference(cell: HTMLElement, diferencia: string | undefined): void {
  if (diferencia !== undefined && /[1-9]/.test(diferencia)) {
    cell.append(`${diferencia.startsWith('-') ? '' : '+'}${formatAmount(diferencia)}`);
    return;
  }
  const dim = document.createElement('span');
  dim.className = 'g-tenue';
  dim.textContent = diferencia === undefined ? '—' : formatAmount('0');
  cell.append(dim);
}
