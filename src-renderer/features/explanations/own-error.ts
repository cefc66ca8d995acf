import type { ErrorEstimado } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/format.ts';

/** Of 100: one decimal says all that it has. */
const ofHundred = (share: number): string => (Math.round(share * 1000) / 10).toFixed(1).replace('.', ',');

/** How often we are wrong here, and how it was measured. */
export const ownError = ({ desde, hasta, senuelos }: ErrorEstimado): string =>
  m.explicacion_error({ desde: ofHundred(desde), hasta: ofHundred(hasta), n: formatNumber(senuelos) });
