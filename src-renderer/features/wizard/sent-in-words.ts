import type { FinishedUpload } from '#contract/documents.ts';
import type { ReviewSummary, ReviewTotals } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, withText } from '../../ui/format.ts';

type LeftOut = Pick<ReviewSummary, 'omitidas' | 'ignoradas' | 'lineasDeTotal'>;

/** What became of every line of the file: `417 enviados · 4 omitidos · 1 línea de total · 3 tandas`. */
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

/** How many coupons of the file were sent before, and what leaving them out does: the rest may have nothing but errors. */
export function describeSentBefore({
  yaEnviado: { cupones, de: of },
  filas,
  ignoradas,
  conError,
}: Pick<ReviewSummary, 'yaEnviado' | 'filas' | 'ignoradas' | 'conError'>): Record<'title' | 'leaveOut', string> {
  const all = filas - ignoradas;
  const rest = of - cupones;
  const omit = conError < rest ? m.ya_enviados_omitir : m.ya_enviados_omitir_errores;
  return {
    title:
      cupones === all
        ? m.ya_enviados_todos(withText(all))
        : m.ya_enviados_titulo({ ...withText(cupones), de: formatNumber(all) }),
    leaveOut: omit({ n: cupones, quedan: formatNumber(rest) }),
  };
}

/** The first and the last day of the sales until today, and the last one if it is after today: that date is probably wrong. */
export function findSalesDays(byDay: readonly Pick<ReviewTotals['porDia'][number], 'clave'>[], today: string) {
  /** Days as `YYYY-MM-DD`: sorted as text they are in order. */
  const days = byDay.flatMap(({ clave }) => clave || []).sort();
  const [desde, hasta] = [days[0], days.findLast((day) => day <= today)];
  const last = days.at(-1);
  return {
    dias: desde === undefined || hasta === undefined ? undefined : { desde, hasta },
    ahead: last !== undefined && last > today ? last : undefined,
  };
}

/** How many tandas an upload takes when nothing goes wrong: one coupon opens, tandas follow, one coupon closes (docs/upload.md, 2–4). */
export const countTandas = (cupones: number, byTanda: number): number =>
  cupones < 2 ? cupones : 2 + Math.ceil((cupones - 2) / byTanda);
