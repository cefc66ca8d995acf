import type { FinishedUpload } from '#contract/documents.ts';
import type { ReviewSummary, ReviewTotals } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, withText } from '../../ui/format.ts';

type LeftOut = Pick<ReviewSummary, 'omitidas' | 'ignoradas' | 'lineasDeTotal'>;

/** The outcome of every line of the file: `417 enviados · 4 omitidos · 1 línea de total · 3 tandas`. */
export function describeSent(
  { enviados, tandas }: Pick<FinishedUpload, 'enviados' | 'tandas'>,
  { omitidas, ignoradas, lineasDeTotal }: LeftOut,
): string {
  const parts: readonly (readonly [(data: { n: number; texto: string }) => string, number])[] = [
    [m.resultado_enviados, enviados],
    [m.resultado_omitidos, omitidas],
    [m.resultado_lineas_de_total, lineasDeTotal],
    [m.resultado_otras_lineas, ignoradas - lineasDeTotal],
    [m.envio_tandas_total, tandas],
  ];
  return parts
    .filter(([, n], i) => i === 0 || n > 0)
    .map(([words, n]) => words(withText(n)))
    .join(' · ');
}

/**
 * How many coupons were sent before, without those that are left out for another reason, and the effect of leaving them out: the rest may have
 * nothing but errors.
 */
export function describeSentBefore({
  yaEnviado: { cupones, de: of },
  enviados,
  conError,
}: Pick<ReviewSummary, 'yaEnviado' | 'enviados' | 'conError'>): Record<'title' | 'leaveOut', string> {
  const rest = of - cupones;
  const errorsOfRest = enviados.reduce((left, one) => left - one.conError, conError);
  const omit = errorsOfRest < rest ? m.ya_enviados_omitir : m.ya_enviados_omitir_errores;
  return {
    title:
      rest === 0
        ? m.ya_enviados_todos(withText(cupones))
        : m.ya_enviados_titulo({ ...withText(cupones), de: formatNumber(of) }),
    leaveOut: omit({ n: cupones, quedan: formatNumber(rest) }),
  };
}

/** The first and the last day of the sales until today, and of the sales after today, with their number: their dates are probably wrong. */
export function findSalesDays(
  byDay: readonly Pick<ReviewTotals['porDia'][number], 'clave' | 'cupones'>[],
  today: string,
) {
  const dated = byDay.filter(({ clave }) => clave !== '');
  const later = dated.filter(({ clave }) => clave > today);
  return {
    dias: rangeOf(dated.filter(({ clave }) => clave <= today)),
    ahead: { cupones: later.reduce((sum, { cupones }) => sum + cupones, 0), dias: rangeOf(later) },
  };
}

/** The first and the last of some days (`YYYY-MM-DD`: sorted as text they are in order); undefined without any. */
function rangeOf(days: readonly Pick<ReviewTotals['porDia'][number], 'clave'>[]) {
  const sorted = days.map(({ clave }) => clave).sort();
  const [desde, hasta] = [sorted[0], sorted.at(-1)];
  return desde === undefined || hasta === undefined ? undefined : { desde, hasta };
}

/** How many tandas an upload needs when nothing goes wrong: one coupon at the beginning, the tandas, one coupon at the end (docs/upload.md, 2–4). */
export const countTandas = (cupones: number, byTanda: number): number =>
  cupones < 2 ? cupones : 2 + Math.ceil((cupones - 2) / byTanda);
