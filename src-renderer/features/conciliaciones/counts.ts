import type { ConciliacionDocument } from '#contract/documents.ts';

/**
 * What is shown as matched and unmatched: the result as it was read, as long as the service counts what it counted then. Its counters may leave out
 * coupons that it had before, although its result lists them.
 */
export const countsOf = ({
  conciliados,
  sin_conciliar,
  leida,
}: Pick<ConciliacionDocument, 'conciliados' | 'sin_conciliar' | 'leida'>) =>
  leida?.contados.conciliados === conciliados && leida.contados.sin_conciliar === sin_conciliar
    ? { conciliados: leida.conciliados, sin_conciliar: leida.sin_conciliar }
    : { conciliados, sin_conciliar };

/** How many coupons matched since this PC last read the result; 0 where it read none. */
export const countMatchedSince = ({ conciliados, leida }: Pick<ConciliacionDocument, 'conciliados' | 'leida'>) =>
  leida === undefined ? 0 : conciliados - leida.contados.conciliados;
