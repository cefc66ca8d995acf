import type { EstimatedError, ExplainedCupon, StatedCandidato } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/format.ts';

/** A share as a percentage; its precision allows one decimal. */
const formatOfHundred = (share: number): string => (Math.round(share * 1000) / 10).toFixed(1).replace('.', ',');

/** How often our explanations are wrong for this data, and how that was measured. */
export const ownError = (error: EstimatedError | null): string =>
  error === null
    ? m.explicacion_error_nada()
    : m.explicacion_error({
        desde: formatOfHundred(error.desde),
        hasta: formatOfHundred(error.hasta),
        n: formatNumber(error.senuelos),
      });

/** How likely a candidate is, in words; undefined for a coupon without a certainty, and for a link: a person said that, with no chance in it. */
export function describeChanceOf(
  { certeza, decision }: Pick<ExplainedCupon, 'certeza' | 'decision'>,
  { puntaje }: Pick<StatedCandidato, 'puntaje'>,
): string | undefined {
  const isSaid = certeza === 'ninguna' || (decision?.vinculo ?? null) !== null;
  return isSaid ? undefined : describeChance(puntaje);
}

/** The probability of a candidate in words: how many times in a hundred it is the right one. Never 0 nor 100. */
function describeChance(score: number): string {
  const times = Math.floor(score * 100);
  const n = score > 0.99 ? m.explicacion_mas_de_99() : times < 1 ? m.explicacion_menos_de_1() : formatNumber(times);
  return m.explicacion_de_cien({ n });
}
