import type { FinishedUpload } from '#contract/documents.ts';
import type { ReviewSummary, ReviewTotals } from '#contract/revision.ts';
import type { SentBeforeChoice } from './sent-choice.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, withText } from '../../ui/format.ts';

type LeftOut = Pick<ReviewSummary, 'omitidas' | 'ignoradas' | 'lineasDeTotal'>;

/** What happened to the lines of the file: `417 enviados · 4 omitidos · 1 línea de total · 3 tandas`. */
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

/** How many coupons were sent before, and what is left to send without them, perhaps only rows with errors. */
export function describeSentBefore({
  yaEnviado: { cupones, de: of },
  enviados,
  conError,
}: Pick<ReviewSummary, 'yaEnviado' | 'enviados' | 'conError'>): Record<'title' | 'leaveOut', string> {
  const rest = of - cupones;
  const errorsOfRest = enviados.reduce((left, one) => left - one.conError, conError);
  const omit =
    errorsOfRest === 0
      ? m.ya_enviados_omitir
      : errorsOfRest < rest
        ? m.ya_enviados_omitir_parte
        : m.ya_enviados_omitir_errores;
  return {
    title:
      rest === 0
        ? m.ya_enviados_todos(withText(cupones))
        : m.ya_enviados_titulo({ ...withText(cupones), de: formatNumber(of) }),
    leaveOut: omit({
      omitirlos: m.omitirlos({ n: cupones }),
      quedan: formatNumber(rest),
      sin_error: formatNumber(rest - errorsOfRest),
    }),
  };
}

/** What happens to already sent coupons while the person has not chosen; undefined afterwards. */
export function describeUndecided({ undecided, areAllSent }: Pick<SentBeforeChoice, 'undecided' | 'areAllSent'>) {
  if (undecided === 0) return undefined;
  return areAllSent ? m.ya_enviados_no_se_mandan() : m.envio_sin_elegir(withText(undecided));
}

/** The days of sales up to today (`dias`), and of sales after today (`ahead`), whose dates are probably wrong. */
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

function rangeOf(days: readonly Pick<ReviewTotals['porDia'][number], 'clave'>[]) {
  const sorted = days.map(({ clave }) => clave).sort();
  const [desde, hasta] = [sorted[0], sorted.at(-1)];
  return desde === undefined || hasta === undefined ? undefined : { desde, hasta };
}

/** Number of tandas of an upload without problems: one coupon first, then tandas of `byTanda`, one coupon last (docs/upload.md, 2–4). */
export const countTandas = (cupones: number, byTanda: number): number =>
  cupones < 2 ? cupones : 2 + Math.ceil((cupones - 2) / byTanda);
